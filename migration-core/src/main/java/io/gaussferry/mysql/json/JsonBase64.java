package io.gaussferry.mysql.json;

import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.Wire;

/**
 * Writes a value of a type that JSON does not have, such as BIT or BLOB, as the server prints it: {@code "base64:type15:…"}, with
 * the line break that MySQL's {@code base64_encode} inserts after every 76 characters, escaped as {@code \n}.
 */
final class JsonBase64 {

    private static final byte[] DIGITS =
            ValueSink.ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    private static final byte[] LABEL = ValueSink.ascii("base64:type");

    /** 76 characters of 6 bits each. */
    private static final int BYTES_PER_LINE = 57;

    private JsonBase64() {}

    static void write(int type, byte[] bytes, int start, int length, ValueSink sink) {
        sink.escaped('"');
        sink.ascii(LABEL);
        sink.decimal(type);
        sink.ascii(':');
        for (int i = 0; i < length; i += 3) {
            if (i > 0 && i % BYTES_PER_LINE == 0) {
                sink.escaped('\\');
                sink.ascii('n');
            }
            writeGroup(bytes, start + i, Math.min(3, length - i), sink);
        }
        sink.escaped('"');
    }

    private static void writeGroup(byte[] bytes, int offset, int size, ValueSink sink) {
        int bits = (int) Wire.bigEndian(bytes, offset, size) << (8 * (3 - size));
        for (int i = 0; i < 4; i++) {
            sink.ascii(i <= size ? (char) DIGITS[bits >> (18 - 6 * i) & 63] : '=');
        }
    }
}
