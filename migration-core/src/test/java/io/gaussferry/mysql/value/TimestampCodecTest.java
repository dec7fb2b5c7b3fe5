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
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampCodecTest {

    private static TimestampCodec codec(boolean old, int digits, ConversionRules rules, boolean supportsZeroDates) {
        return new TimestampCodec("c", old, digits, rules, supportsZeroDates, ColumnUsage.NONE);
    }

    private static TimestampCodec codec(int digits) {
        return codec(false, digits, ConversionRules.defaults(), false);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 65e079f0, 2024-02-29 12:34:56",
        "0, 7fffffff, 2038-01-19 03:14:07",
        "0, ffffffff, 2106-02-07 06:28:15",
        "1, 0000000132, 1970-01-01 00:00:01.5",
        "6, 65e079f0000001, 2024-02-29 12:34:56.000001",
    })
    void writesMomentInUtc(int digits, String image, String selected) {
        assertThat(Written.fromBoth(codec(digits), image, selected)).isEqualTo(selected + "+00");
    }

    /** Columns created before MySQL 5.6 keep their format, with the bytes in reverse order. */
    @Test
    void readsFormatOfMySql55() {
        TimestampCodec codec = codec(true, 0, ConversionRules.defaults(), false);
        assertThat(Written.fromBoth(codec, "f079e065", "2024-02-29 12:34:56")).isEqualTo("2024-02-29 12:34:56+00");
    }

    @Test
    void writesEveryDayLikeJdk() {
        TimestampCodec codec = codec(0);
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'+00'", Locale.ROOT);
        for (long seconds = 86_399; seconds < 1L << 32; seconds += 86_400) {
            assertThat(Written.fromImage(codec, String.format("%08x", seconds)))
                    .isEqualTo(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC)
                            .format(format));
        }
    }

    /** Number 0 is the zero date, not 1970. */
    @Test
    void appliesRuleToZero() {
        String zero = "0000-00-00 00:00:00";
        assertThatThrownBy(() -> Written.fromImage(codec(0), "00000000"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("0000-00-00");
        assertThat(Written.fromBoth(codec(false, 0, ConversionRules.defaults(), true), "00000000", zero))
                .isEqualTo(zero + "+00");
        assertThat(Written.fromBoth(codec(false, 0, ChosenRules.of(ZeroDate.NULL), true), "00000000", zero))
                .isEqualTo("NULL");
        assertThat(Written.fromBoth(
                        codec(false, 0, ChosenRules.zeroDate(LocalDate.of(1970, 1, 1)), false), "00000000", zero))
                .isEqualTo("1970-01-01 00:00:00+00");
    }

    @Test
    void rejectsFractionOfWholeSecond() {
        assertThatThrownBy(() -> Written.fromImage(codec(6), "65e079f00f4240"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("its fraction is a second or more");
    }
}
