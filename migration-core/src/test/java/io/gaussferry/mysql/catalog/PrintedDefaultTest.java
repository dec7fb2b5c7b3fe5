package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the defaults that MariaDB prints as SQL. */
class PrintedDefaultTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            nullValues = "-",
            value = {
                "-, varchar, -, false",
                "NULL, varchar, -, false",
                "'NULL', varchar, NULL, false",
                "'x''y', varchar, x'y, false",
                "'a\\\\b', varchar, a\\b, false",
                "1.50, decimal, 1.50, false",
                "-3, int, -3, false",
                "b'101', bit, b'101', false",
                "current_timestamp(), datetime, CURRENT_TIMESTAMP, true",
                "current_timestamp(3), timestamp, CURRENT_TIMESTAMP(3), true",
                "current_timestamp(), varchar, current_timestamp(), true",
                "(1 + 1), int, (1 + 1), true",
                "uuid(), varchar, uuid(), true",
                "'a' = 'a', int, 'a' = 'a', true"
            })
    void readsDefaults(@Nullable String printed, String type, @Nullable String text, boolean expression) {
        assertThat(PrintedDefault.of(printed, type)).isEqualTo(new PrintedDefault(text, expression));
    }
}
