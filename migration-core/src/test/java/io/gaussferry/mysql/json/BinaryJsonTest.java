package io.gaussferry.mysql.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.text.ArrayText;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests damaged documents; the captured values include intact ones. */
class BinaryJsonTest {

    private static String print(byte[] document) {
        CopyText sink = new CopyText(16 << 20);
        BinaryJson.write(document, 0, document.length, "c", sink);
        return Columns.text(sink);
    }

    @Test
    void printsAnEmptyDocumentAsNull() {
        assertThat(print(new byte[0])).isEqualTo("null");
    }

    @Test
    void escapesQuotesTwiceInArrayElements() {
        byte[] document = "\fx:\"\\\n".getBytes(StandardCharsets.ISO_8859_1);
        document[1] = 4;
        ArrayText array = new ArrayText();
        array.beginValue();
        BinaryJson.write(document, 0, document.length, "c", array);
        array.endValue();

        assertThat(array.toString()).isEqualTo("{\"\\\":\\\\\\\"\\\\\\\\\\\\n\\\"\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "0c, more than its bytes",
        "0c05616263, a string beyond the end",
        "0cffffffffff01, a length that never ends",
        "0c01ff, not UTF-8",
        "0d00, an unknown type",
        "0403, an unknown literal",
        "0501, half an integer",
        "0b000000000000f07f, an infinite double",
        "02ffff0400, more elements than bytes",
        "0201000700 0cffff, an offset beyond",
        "0201000700 020000, an array inside itself",
        "0001000b00 0b000100 040000, a key beyond",
        "0ff6030a0b80, a decimal with more decimals than digits",
        "0ff60202 00, a decimal without digits",
        "0f0a080000000000000080, a date before all dates",
        "0f0b0440000000, half a time",
        "0f0b08ffffffffffffff7f, a time of too many hours"
    })
    void rejectsDamagedDocuments(String hex, String defect) {
        assertThatThrownBy(() -> print(HexFormat.of().parseHex(hex.replace(" ", ""))))
                .as(defect)
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("column c");
    }

    @Test
    void printsADecimalWithACountedLeadingZero() {
        // as MySQL 8.0.33 logs CAST('999…' AS DECIMAL(65,30)) in JSON: 66 digits, of which the first is 0
        byte[] document =
                HexFormat.of().parseHex("0ff620421e85f5e0ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff03e7");

        assertThat(print(document)).isEqualTo("9".repeat(35) + "." + "9".repeat(30));
    }

    @Test
    void rejectsDocumentsBeyondMySqlsDepth() {
        assertThat(print(nested(99))).isEqualTo("[".repeat(99) + "]".repeat(99));
        assertThatThrownBy(() -> print(nested(101)))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("100 levels");
    }

    /** Returns nested arrays, each the only element of its parent. */
    private static byte[] nested(int depth) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(2);
        for (int left = depth; left > 0; left--) {
            int size = left * 7 - 3;
            bytes.writeBytes(new byte[] {(byte) (left > 1 ? 1 : 0), 0, (byte) size, (byte) (size >> 8)});
            if (left > 1) {
                bytes.writeBytes(new byte[] {2, 7, 0});
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void rejectsElementsThatShareTheirBytes() {
        // forty levels of arrays whose two elements are both the next level: 2^40 values in 400 bytes
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(2);
        for (int left = 40; left >= 0; left--) {
            int size = left * 10 + 4;
            bytes.writeBytes(new byte[] {(byte) (left > 0 ? 2 : 0), 0, (byte) size, (byte) (size >> 8)});
            if (left > 0) {
                bytes.writeBytes(new byte[] {2, 10, 0, 2, 10, 0});
            }
        }
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThatThrownBy(() -> print(bytes.toByteArray()))
                        .isInstanceOf(MalformedRowImageException.class)
                        .hasMessageContaining("share their bytes"));
    }
}
