package io.gaussferry.mysql.charset;

import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Encodes Unicode, either all characters or those of 16 bits. */
final class UnicodeEncoding implements TextEncoding {

    /** The first byte of a character beyond U+FFFF. */
    private static final int FOUR_BYTES = 0xF0;

    private final Charset charset;
    private final boolean wide;

    UnicodeEncoding(Charset charset, int lastCharacter) {
        this.charset = charset;
        this.wide = lastCharacter > Character.MAX_VALUE;
    }

    @Override
    public int append(byte[] utf8, int from, int to, BinaryOutput output) {
        for (int i = from; !wide && i < to; i++) {
            if ((utf8[i] & 0xFF) >= FOUR_BYTES) {
                return i;
            }
        }
        if (charset.equals(StandardCharsets.UTF_8)) {
            output.append(utf8, from, to);
            return to;
        }
        byte[] encoded = new String(utf8, from, to - from, StandardCharsets.UTF_8).getBytes(charset);
        output.append(encoded, 0, encoded.length);
        return to;
    }
}
