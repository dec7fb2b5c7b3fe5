package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Values as a codec writes them, without the target's escapes; {@code NULL} for NULL. */
final class Written {

    /** Bytes before and after a value, of the other columns. */
    private static final String AROUND = "5555";

    private Written() {}

    /** Returns the value that a row image contains as hexadecimal bytes. */
    static String fromImage(ValueCodec codec, String hex) {
        byte[] image = HexFormat.of().parseHex(AROUND + hex + AROUND);
        int end = 2 + hex.length() / 2;
        assertThat(codec.skip(image, 2, image.length)).as("end of %s", hex).isEqualTo(end);
        PlainText sink = new PlainText();
        codec.write(image, 2, end, sink);
        return text(sink);
    }

    /** Returns the value that the initial copy has selected. */
    static String fromSelect(ValueCodec codec, String selected) {
        PlainText sink = new PlainText();
        codec.writeSelected(selected.getBytes(StandardCharsets.UTF_8), sink);
        return text(sink);
    }

    /** Verifies that replication and copy write the same value, and returns it. */
    static String fromBoth(ValueCodec codec, String hex, String selected) {
        String written = fromImage(codec, hex);
        assertThat(fromSelect(codec, selected)).as("selected %s", selected).isEqualTo(written);
        return written;
    }

    private static String text(PlainText sink) {
        return sink.isNull() ? "NULL" : new String(sink.buffer(), 0, sink.length(), StandardCharsets.UTF_8);
    }
}
