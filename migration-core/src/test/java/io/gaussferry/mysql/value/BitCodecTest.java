package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitCodecTest {

    @ParameterizedTest
    @CsvSource({
        "1, 01, 1",
        "8, 05, 00000101",
        "9, 0102, 100000010",
        "10, 0001, 0000000001",
        "64, 8000000000000001, 1000000000000000000000000000000000000000000000000000000000000001",
    })
    void writesEveryDeclaredBit(int bits, String image, String digits) {
        BitCodec codec = new BitCodec("c", bits);
        assertThat(Written.fromImage(codec, image)).isEqualTo(digits);
        PlainText selected = new PlainText();
        codec.writeSelected(HexFormat.of().parseHex(image), selected);
        assertThat(new String(selected.buffer(), 0, selected.length(), java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo(digits);
    }

    @Test
    void rejectsBitsBeyondDeclaration() {
        BitCodec codec = new BitCodec("c", 9);
        assertThatThrownBy(() -> Written.fromImage(codec, "0200")).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> codec.writeSelected(new byte[] {2, 0}, new PlainText()))
                .isInstanceOf(UnconvertibleValueException.class);
        assertThatThrownBy(() -> codec.writeSelected(new byte[] {1}, new PlainText()))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("2 bytes of a BIT(9)");
    }
}
