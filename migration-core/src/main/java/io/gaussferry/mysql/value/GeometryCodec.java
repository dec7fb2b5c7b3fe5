package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;

/**
 * GEOMETRY: a length of 1 to 4 bytes, the number of the reference system (SRID) in four bytes, and the WKB. Only the WKB is written, as
 * {@code \x…}; a number other than 0 is noted.
 */
public final class GeometryCodec implements ValueCodec {

    private static final int REFERENCE_SYSTEM_BYTES = 4;

    private final String column;
    private final int prefix;
    private final ColumnUsage usage;

    /** @param prefix bytes of the length */
    public GeometryCodec(String column, int prefix, ColumnUsage usage) {
        this.column = column;
        this.prefix = prefix;
        this.usage = usage;
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
        int start = from + REFERENCE_SYSTEM_BYTES;
        if (to < start) {
            throw new MalformedRowImageException(
                    column, "a geometry of " + (to - from) + " bytes is too short for its SRID");
        }
        for (int i = from; i < start; i++) {
            if (bytes[i] != 0) {
                usage.referenceSystem();
            }
        }
        sink.beginValue();
        sink.hex(bytes, start, to);
        sink.endValue();
    }
}
