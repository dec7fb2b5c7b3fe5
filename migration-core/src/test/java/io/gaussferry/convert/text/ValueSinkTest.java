package io.gaussferry.convert.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.error.GaussferryException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ValueSinkTest {

    private static void text(ValueSink sink, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        sink.beginValue();
        assertThat(sink.utf8(bytes, 0, bytes.length)).isEqualTo(bytes.length);
        sink.endValue();
    }

    @Test
    void separatesAndEscapesCopyText() {
        CopyText copy = new CopyText();
        text(copy, "");
        text(copy, "\\N");
        copy.nullValue();
        text(copy, "a\tb\nc\rd\\e\"f é");
        copy.endRow();
        copy.nullValue();
        copy.endRow();

        assertThat(Columns.text(copy)).isEqualTo("\t\\\\N\t\\N\ta\\tb\\nc\\rd\\\\e\"f é\n\\N\n");
    }

    @Test
    void quotesArrayElementsExceptNull() {
        ArrayText array = new ArrayText();
        assertThat(array.toString()).isEqualTo("{}");
        text(array, "");
        text(array, "NULL");
        array.nullValue();
        text(array, "a\"b\\c{},\n é");
        array.beginValue();
        array.hex(new byte[] {0, (byte) 0xFF, '\\'}, 0, 3);
        array.endValue();

        assertThat(array.toString()).isEqualTo("{\"\",\"NULL\",NULL,\"a\\\"b\\\\c{},\n é\",\"\\\\x00ff5c\"}");
        array.reset();
        assertThat(array.toString()).isEqualTo("{}");
    }

    @Test
    void writesAllDigitsOfNumbers() {
        for (long value : new long[] {0, 7, 10, 99, 100, 12345, -1, -99, Long.MAX_VALUE, Long.MIN_VALUE}) {
            CopyText copy = new CopyText();
            copy.decimal(value);
            assertThat(Columns.text(copy)).isEqualTo(Long.toString(value));
            copy.reset();
            copy.unsignedDecimal(value);
            assertThat(Columns.text(copy)).isEqualTo(Long.toUnsignedString(value));
        }
    }

    @Test
    void rejectsGrowthBeyondLimit() {
        CopyText copy = new CopyText(5_000);
        byte[] kilobyte = new byte[1_000];
        java.util.Arrays.fill(kilobyte, (byte) 'a');
        for (int i = 0; i < 5; i++) {
            assertThat(copy.utf8(kilobyte, 0, 1_000)).isEqualTo(1_000);
        }

        assertThatThrownBy(() -> copy.utf8(kilobyte, 0, 1))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("limit is 5000");
        assertThat(copy.length()).isEqualTo(5_000);
    }

    @Test
    void validatesUtf8LikeJdk() {
        // every sequence of a lead byte and the boundary values of continuation bytes
        int[] followers = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
        for (int lead = 0x80; lead < 0x100; lead++) {
            for (int second : followers) {
                for (int third : followers) {
                    for (int fourth : followers) {
                        byte[] bytes = {(byte) lead, (byte) second, (byte) third, (byte) fourth};
                        int length = Utf8.sequenceLength(bytes, 0, 4);
                        String decoded = new String(bytes, StandardCharsets.UTF_8);
                        assertThat(length > 0).isEqualTo(decoded.charAt(0) != '\uFFFD');
                        assertThat(Utf8.sequenceLength(bytes, 0, Math.max(1, length - 1)))
                                .isZero();
                    }
                }
            }
        }
    }
}
