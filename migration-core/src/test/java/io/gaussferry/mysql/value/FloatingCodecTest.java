package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.NegativeZeros;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.FixedDecimal;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FloatingCodecTest {

    private static FloatingCodec codec(boolean single, int decimals) {
        return codec(single, decimals, true, NegativeZero.REFUSE);
    }

    private static FloatingCodec codec(boolean single, int decimals, boolean supportsNegativeZero, NegativeZero rule) {
        return new FloatingCodec(
                "c", single, decimals, new NegativeZeros("c", supportsNegativeZero, rule, ColumnUsage.NONE));
    }

    /** MySQL prints a FLOAT with six digits; all digits that distinguish it are selected. */
    @ParameterizedTest
    @CsvSource({
        "true, cdcccc3d, 0.10000000149011612, 0.1",
        "true, 000020c0, -2.5, -2.5",
        "true, 0000804b, 16777216, 1.6777216e7",
        "false, 9a9999999999b93f, 0.1, 0.1",
        "false, 53b81edd298c6741, 12345678.910000002, 1.2345678910000002e7",
        "false, 0100000000000000, 5e-324, 5e-324",
        "false, 0000000000000080, -0, -0",
    })
    void writesFewestDigitsOfSameValue(boolean single, String image, String selected, String value) {
        String written = Written.fromBoth(codec(single, FixedDecimal.ALL), image, selected);
        assertThat(Double.parseDouble(written)).isEqualTo(Double.parseDouble(value));
        assertThat(written.length()).isLessThanOrEqualTo(value.length() + 2);
    }

    @ParameterizedTest
    @CsvSource({
        "53b81edd298c6741, 12345678.910000002, 2, 12345678.91",
        "00000000000004c0, -2.5, 2, -2.50",
        "00000000000004c0, -2.5, 0, -2",
    })
    void writesDeclaredDecimals(String image, String selected, int decimals, String value) {
        assertThat(Written.fromBoth(codec(false, decimals), image, selected)).isEqualTo(value);
    }

    @Test
    void appliesRuleToNegativeZeroThatTargetLacks() {
        assertThat(Written.fromBoth(codec(true, FixedDecimal.ALL, false, NegativeZero.ZERO), "00000080", "-0"))
                .isEqualTo("0");
        assertThatThrownBy(
                        () -> Written.fromImage(codec(true, FixedDecimal.ALL, false, NegativeZero.REFUSE), "00000080"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("negative zero");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000807f", "000080ff", "0000c07f"})
    void rejectsInfinityAndNaN(String image) {
        assertThatThrownBy(() -> Written.fromImage(codec(true, FixedDecimal.ALL), image))
                .isInstanceOf(MalformedRowImageException.class);
    }

    /** The session would have to print all digits of a FLOAT; another expression loses some. */
    @ParameterizedTest
    @ValueSource(strings = {"0.1", "NaN", "1e999", "one", ""})
    void rejectsSelectedNumberThatIsNoFloat(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(codec(true, FixedDecimal.ALL), selected))
                .isInstanceOf(UnconvertibleValueException.class);
    }
}
