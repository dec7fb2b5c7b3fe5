package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateTimeCodecTest {

    private static DateTimeCodec codec(boolean old, int digits, ConversionRules rules, boolean supportsZeroDates) {
        return new DateTimeCodec("c", old, digits, rules, supportsZeroDates, ColumnUsage.NONE);
    }

    private static DateTimeCodec codec(int digits) {
        return codec(false, digits, ConversionRules.defaults(), false);
    }

    /** A fraction has a byte for two digits: the unit of one byte is 10 ms, also for one digit. */
    @ParameterizedTest
    @CsvSource({
        "0, 99b2bac8b8, 2024-02-29 12:34:56",
        "0, fef3ff7efb, 9999-12-31 23:59:59",
        "1, 99b2bac8b832, 2024-02-29 12:34:56.5",
        "2, 99b2bac8b805, 2024-02-29 12:34:56.05",
        "3, 99b2bac8b8000a, 2024-02-29 12:34:56.001",
        "6, 99b2bac8b80f423f, 2024-02-29 12:34:56.999999",
    })
    void writesDateAndTime(int digits, String image, String value) {
        assertThat(Written.fromBoth(codec(digits), image, value)).isEqualTo(value);
    }

    /** Columns created before MySQL 5.6 keep their format. */
    @ParameterizedTest
    @CsvSource({"80c5aa8b68120000, 2024-02-29 12:34:56"})
    void readsFormatOfMySql55(String image, String value) {
        assertThat(Written.fromBoth(codec(true, 0, ConversionRules.defaults(), false), image, value))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "false, 8000000000, 0000-00-00 00:00:00",
        "false, 99b2bc1083, 2024-02-30 01:02:03",
        "true, 0000000000000000, 0000-00-00 00:00:00",
    })
    void appliesRuleToDateThatDoesNotExist(boolean old, String image, String value) {
        assertThatThrownBy(() -> Written.fromImage(codec(old, 0, ConversionRules.defaults(), false), image))
                .isInstanceOf(UnconvertibleValueException.class);
        assertThat(Written.fromBoth(codec(old, 0, ChosenRules.of(ZeroDate.NULL), false), image, value))
                .isEqualTo("NULL");
        assertThat(Written.fromBoth(codec(old, 0, ChosenRules.zeroDate(LocalDate.of(1970, 1, 1)), false), image, value))
                .isEqualTo("1970-01-01 00:00:00");
    }

    @Test
    void keepsZeroDateThatTargetSupports() {
        assertThat(Written.fromBoth(
                        codec(false, 3, ConversionRules.defaults(), true), "80000000000000", "0000-00-00 00:00:00.000"))
                .isEqualTo("0000-00-00 00:00:00.000");
    }

    @ParameterizedTest
    @CsvSource({
        "false, 0, 7fffffffff",
        "false, 0, 99b2bb8000",
        "false, 6, 99b2bac8b80f4240",
        "true, 0, 80703bcd68120000",
        "true, 0, ffffffffffffffff",
    })
    void rejectsPartsBeyondTheirRange(boolean old, int digits, String image) {
        assertThatThrownBy(() -> Written.fromImage(codec(old, digits, ConversionRules.defaults(), true), image))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("outside the range of DATETIME");
    }

    /** A fraction of another length would be of another column. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-02-29 12:34:56", "2024-02-29 12:34:56.1234", "2024-02-29T12:34:56.123", "2024-02-29"})
    void rejectsOtherNotations(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(codec(3), selected))
                .isInstanceOf(UnconvertibleValueException.class);
    }
}
