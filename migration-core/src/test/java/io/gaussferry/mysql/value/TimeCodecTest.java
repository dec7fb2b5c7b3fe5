package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeCodecTest {

    private static TimeCodec codec(boolean old, int digits, boolean wholeRange, ConversionRules rules) {
        return new TimeCodec("c", old, digits, wholeRange, rules, ColumnUsage.NONE);
    }

    /** A negative value is the complement of all bits, including those of the fraction. */
    @ParameterizedTest
    @CsvSource({
        "false, 0, 80c8b8, 12:34:56",
        "false, 0, 800000, 00:00:00",
        "false, 0, 7fffff, -00:00:01",
        "false, 0, b46efb, 838:59:59",
        "false, 0, 4b9105, -838:59:59",
        "false, 1, 7ffffff6, -00:00:00.1",
        "false, 2, 80000132, 00:00:01.50",
        "false, 6, 7fef7cf85ee0, -01:02:03.500000",
        "false, 6, 817efb0f423f, 23:59:59.999999",
        // columns created before MySQL 5.6
        "true, 0, 40e201, 12:34:56",
        "true, 0, c01dfe, -12:34:56",
        "true, 0, 590a80, -838:59:59",
    })
    void writesWholeRangeOfMySql(boolean old, int digits, String image, String value) {
        assertThat(Written.fromBoth(codec(old, digits, true, ConversionRules.defaults()), image, value))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "7fffff, -00:00:01, -0 hours -0 minutes -1 seconds",
        "818000, 24:00:00, 24 hours 0 minutes 0 seconds",
        "b46efb, 838:59:59, 838 hours 59 minutes 59 seconds",
        "80c8b8, 12:34:56, 12 hours 34 minutes 56 seconds",
    })
    void appliesRuleWhereTargetHasTimesOfOneDay(String image, String value, String interval) {
        boolean inDay = value.equals("12:34:56");
        TimeCodec refusing = codec(false, 0, false, ConversionRules.defaults());
        if (inDay) {
            assertThat(Written.fromBoth(refusing, image, value)).isEqualTo(value);
        } else {
            assertThatThrownBy(() -> Written.fromImage(refusing, image))
                    .isInstanceOf(UnconvertibleValueException.class)
                    .hasMessageContaining(value);
        }
        assertThat(Written.fromBoth(codec(false, 0, false, ChosenRules.of(TimeOutOfRange.TEXT)), image, value))
                .isEqualTo(value);
        assertThat(Written.fromBoth(codec(false, 0, false, ChosenRules.of(TimeOutOfRange.INTERVAL)), image, value))
                .isEqualTo(interval);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b47000", "80003c", "800f00"})
    void rejectsPartsBeyondTheirRange(String image) {
        assertThatThrownBy(() -> Written.fromImage(codec(false, 0, true, ConversionRules.defaults()), image))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("outside the range of TIME");
    }
}
