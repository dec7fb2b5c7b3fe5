package io.gaussferry.mysql.value;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;

/** BINARY, VARBINARY, BLOB and VECTOR: a length of 1 to 4 bytes, then the bytes. Written as {@code \x…}. */
public final class BytesCodec implements ValueCodec {

    private static final int LONGEST_BINARY = 255;
    private static final byte[] ZEROS = new byte[LONGEST_BINARY];

    private final String column;
    private final int prefix;
    private final int paddedLength;

    private BytesCodec(String column, int prefix, int paddedLength) {
        this.column = column;
        this.prefix = prefix;
        this.paddedLength = paddedLength;
    }

    public static BytesCodec variable(String column, int prefix) {
        return new BytesCodec(column, prefix, 0);
    }

    /** Creates the codec of BINARY(n), whose trailing zero bytes the binlog omits. */
    public static BytesCodec padded(String column, int prefix, int length) {
        if (length > LONGEST_BINARY) {
            throw new IllegalArgumentException("BINARY has at most 255 bytes, not " + length);
        }
        return new BytesCodec(column, prefix, length);
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.endOfPrefixed(image, offset, prefix, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        int end = Wire.endOfPrefixed(image, offset, prefix, limit, column);
        writeBytes(image, offset + prefix, end, sink);
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        writeBytes(value, 0, value.length, sink);
    }

    private void writeBytes(byte[] bytes, int from, int to, ValueSink sink) {
        if (paddedLength > 0 && to - from > paddedLength) {
            throw new MalformedRowImageException(column, (to - from) + " bytes exceed BINARY(" + paddedLength + ")");
        }
        sink.beginValue();
        sink.hex(bytes, from, to);
        if (to - from < paddedLength) {
            sink.hexDigits(ZEROS, 0, paddedLength - (to - from));
        }
        sink.endValue();
    }
}
