package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockFunctionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "now               | 0 | date_trunc('second', CURRENT_TIMESTAMP(6))",
                "LOCALTIME         | 0 | date_trunc('second', CURRENT_TIMESTAMP(6))",
                "CURRENT_TIMESTAMP | 3 | date_trunc('milliseconds', CURRENT_TIMESTAMP(6))",
                "SYSDATE           | 0 | date_trunc('second', SYSDATE(6))",
                "UTC_TIMESTAMP     | 0 | date_trunc('second', UTC_TIMESTAMP(6))",
                "CURTIME           | 0 | CAST(date_trunc('second', CURRENT_TIMESTAMP(6)) AS time(0))",
                "UTC_TIME          | 3 | CAST(date_trunc('milliseconds', UTC_TIMESTAMP(6)) AS time(3))"
            })
    void truncatesWhatTheTargetRounds(String function, int digits, String expected) {
        assertThat(ClockFunctions.truncated(function, digits)).contains(expected);
    }

    @Test
    void keepsOthers() {
        assertThat(ClockFunctions.truncated("CURDATE", 0)).isEmpty();
        assertThat(ClockFunctions.truncated("NOW", 6)).isEmpty();
    }
}
