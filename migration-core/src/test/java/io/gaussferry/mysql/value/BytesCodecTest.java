package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesCodecTest {

    @ParameterizedTest
    @CsvSource({"1, 03616263", "2, 0300616263", "3, 030000616263", "4, 03000000616263"})
    void readsLengthOfEverySize(int prefix, String image) {
        assertThat(Written.fromBoth(BytesCodec.variable("c", prefix), image, "abc"))
                .isEqualTo("\\x616263");
    }

    @Test
    void writesNulAndEmptyValue() {
        assertThat(Written.fromBoth(BytesCodec.variable("c", 1), "020061", "\0a"))
                .isEqualTo("\\x0061");
        assertThat(Written.fromBoth(BytesCodec.variable("c", 1), "00", "")).isEqualTo("\\x");
    }

    /** The binlog omits trailing zero bytes of BINARY(n), also those that the client has written. */
    @Test
    void restoresZerosOfBinary() {
        BytesCodec codec = BytesCodec.padded("c", 1, 4);
        assertThat(Written.fromBoth(codec, "026162", "ab\0\0")).isEqualTo("\\x61620000");
        assertThat(Written.fromImage(codec, "00")).isEqualTo("\\x00000000");
        assertThatThrownBy(() -> Written.fromImage(codec, "056162636465"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("5 bytes exceed BINARY(4)");
    }

    @Test
    void rejectsLengthBeyondImage() {
        BytesCodec codec = BytesCodec.variable("c", 2);
        assertThatThrownBy(() -> codec.skip(new byte[] {9, 0, 1, 2}, 0, 4))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("its length is 9 bytes, but only 2 are left");
    }
}
