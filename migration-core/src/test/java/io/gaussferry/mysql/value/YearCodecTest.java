package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YearCodecTest {

    private static final YearCodec CODEC = new YearCodec("c");

    /** Number 0 is the year 0000, not 1900. */
    @ParameterizedTest
    @CsvSource({"00, 0000", "01, 1901", "7c, 2024", "ff, 2155"})
    void writesFourDigits(String image, String year) {
        assertThat(Written.fromBoth(CODEC, image, year)).isEqualTo(year);
    }

    @ParameterizedTest
    @ValueSource(strings = {"24", "", "2o24", "02024"})
    void rejectsOtherNotations(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(CODEC, selected)).isInstanceOf(UnconvertibleValueException.class);
    }
}
