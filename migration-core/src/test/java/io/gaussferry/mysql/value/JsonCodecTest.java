package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.api.Test;

class JsonCodecTest {

    private static final JsonCodec CODEC = new JsonCodec("c", 4);

    /** The image has MySQL's binary JSON: here an object with one key of one byte and an int16 in its entry. */
    @Test
    void printsBinaryDocumentLikeMySql() {
        assertThat(Written.fromBoth(
                        CODEC, "0d000000" + "00" + "0100" + "0c00" + "0b00" + "0100" + "050700" + "61", "{\"a\": 7}"))
                .isEqualTo("{\"a\": 7}");
    }

    @Test
    void writesSelectedDocumentUnchanged() {
        assertThat(Written.fromSelect(CODEC, "{\"é\": [1.0, null]}")).isEqualTo("{\"é\": [1.0, null]}");
    }

    @Test
    void rejectsSelectedDocumentThatIsNotUtf8() {
        assertThatThrownBy(() -> CODEC.writeSelected(new byte[] {'"', (byte) 0xE9, '"'}, new PlainText()))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not valid UTF-8");
    }

    @Test
    void rejectsTruncatedDocument() {
        assertThatThrownBy(() -> Written.fromImage(CODEC, "050000000001000c00"))
                .isInstanceOf(MalformedRowImageException.class);
    }
}
