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

class DateCodecTest {

    private static DateCodec codec(ConversionRules rules, boolean supportsZeroDates) {
        return new DateCodec("c", rules, supportsZeroDates, ColumnUsage.NONE);
    }

    @ParameterizedTest
    @CsvSource({"5dd00f, 2024-02-29", "9f1f4e, 9999-12-31", "210200, 0001-01-01"})
    void writesDate(String image, String date) {
        assertThat(Written.fromBoth(codec(ConversionRules.defaults(), false), image, date))
                .isEqualTo(date);
    }

    @ParameterizedTest
    @CsvSource({"000000, 0000-00-00", "0fd00f, 2024-00-15", "5ed00f, 2024-02-30"})
    void appliesRuleToDateThatDoesNotExist(String image, String date) {
        assertThatThrownBy(() -> Written.fromImage(codec(ConversionRules.defaults(), false), image))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining(date);
        assertThat(Written.fromBoth(codec(ChosenRules.of(ZeroDate.NULL), true), image, date))
                .isEqualTo("NULL");
        assertThat(Written.fromBoth(codec(ChosenRules.zeroDate(LocalDate.of(1, 1, 1)), false), image, date))
                .isEqualTo("0001-01-01");
    }

    /** The plugin dolphin has the zero date, but no other date that does not exist. */
    @Test
    void keepsZeroDateThatTargetSupports() {
        DateCodec codec = codec(ConversionRules.defaults(), true);
        assertThat(Written.fromBoth(codec, "000000", "0000-00-00")).isEqualTo("0000-00-00");
        assertThatThrownBy(() -> Written.fromImage(codec, "5ed00f")).isInstanceOf(UnconvertibleValueException.class);
    }

    @Test
    void rejectsYearOfFiveDigits() {
        assertThatThrownBy(() -> Written.fromImage(codec(ConversionRules.defaults(), true), "21204e"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("the year 10000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-2-29", "2024-02-29 00:00:00", "20240229", "", "2024/02/29"})
    void rejectsOtherNotations(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(codec(ConversionRules.defaults(), true), selected))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not a date or time in MySQL's format");
    }
}
