package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nine digits are in four bytes; a group of fewer digits needs fewer bytes. The first bit is the sign, inverted. */
class DecimalCodecTest {

    @ParameterizedTest
    @CsvSource({
        // the example in strings/decimal.cc of MySQL's sources
        "14, 4, 810dfb38d204d2, 1234567890.1234",
        "14, 4, 7ef204c72dfb2d, -1234567890.1234",
        "1, 0, 80, 0",
        "4, 2, e363, 99.99",
        "4, 2, 1c9c, -99.99",
        "2, 2, 85, 0.05",
        "18, 9, 8000000000000001, 0.000000001",
    })
    void writesAllDecimals(int precision, int scale, String image, String value) {
        assertThat(Written.fromBoth(new DecimalCodec("c", precision, scale), image, value))
                .isEqualTo(value);
    }
}
