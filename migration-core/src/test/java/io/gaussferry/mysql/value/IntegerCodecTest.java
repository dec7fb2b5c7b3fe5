package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Start here: each codec reads the same value from a row image and from the initial copy's SELECT. */
class IntegerCodecTest {

    @ParameterizedTest
    @CsvSource({
        // bytes, unsigned, image, value
        "1, false, 80, -128",
        "1, true, 80, 128",
        "2, false, 0080, -32768",
        "2, true, ffff, 65535",
        "3, false, 000080, -8388608",
        "3, false, ffff7f, 8388607",
        "3, true, ffffff, 16777215",
        "4, false, 00000080, -2147483648",
        "4, true, ffffffff, 4294967295",
        "8, false, 0000000000000080, -9223372036854775808",
        "8, true, ffffffffffffffff, 18446744073709551615",
        "8, false, 0100000000000000, 1",
    })
    void writesValueOfItsSign(int size, boolean unsigned, String image, String value) {
        assertThat(Written.fromBoth(new IntegerCodec("c", size, unsigned), image, value))
                .isEqualTo(value);
    }

    @Test
    void removesZerosOfZerofill() {
        assertThat(Written.fromBoth(new IntegerCodec("c", 4, true), "07000000", "0000000007"))
                .isEqualTo("7");
        assertThat(Written.fromBoth(new IntegerCodec("c", 4, true), "00000000", "0000000000"))
                .isEqualTo("0");
    }

    @Test
    void rejectsImageThatEndsInsideValue() {
        IntegerCodec codec = new IntegerCodec("price", 4, false);
        assertThatThrownBy(() -> codec.skip(new byte[8], 2, 5))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("column price")
                .hasMessageContaining("it needs 4 bytes, but only 3 are left");
        assertThatThrownBy(() -> codec.write(new byte[8], 2, 5, new PlainText()))
                .isInstanceOf(MalformedRowImageException.class);
    }
}
