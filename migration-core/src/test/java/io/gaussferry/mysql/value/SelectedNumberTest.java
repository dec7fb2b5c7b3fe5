package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectedNumberTest {

    private static final DecimalCodec CODEC = new DecimalCodec("c", 9, 2);

    @ParameterizedTest
    @CsvSource({"0, 0", "007, 7", "00.50, 0.50", "0.00, 0.00", "-12.30, -12.30", "-0012, -12", "1000, 1000"})
    void removesLeadingZeros(String selected, String written) {
        assertThat(Written.fromSelect(CODEC, selected)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+1", ".5", "5.", "1.2.3", "1e5", " 1", "1,5", "--1", "0x10", "abc"})
    void rejectsOtherNotations(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(CODEC, selected))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not a number in MySQL's format");
    }
}
