package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;

/** BIT(n): the bits in the minimum number of bytes, most significant first. Unused bits of the first byte are zero. */
public final class BitCodec implements ValueCodec {

    private final String column;
    private final int bits;
    private final int size;

    public BitCodec(String column, int bits) {
        this.column = column;
        this.bits = bits;
        this.size = (bits + 7) / 8;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        long value = Wire.bigEndian(image, offset, size);
        if (bits < 64 && value >>> bits != 0) {
            throw new MalformedRowImageException(column, "it has more than " + bits + " bits");
        }
        writeDigits(value, sink);
    }

    private void writeDigits(long value, ValueSink sink) {
        sink.beginValue();
        for (int bit = bits - 1; bit >= 0; bit--) {
            sink.ascii((char) ('0' + (value >>> bit & 1)));
        }
        sink.endValue();
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        if (value.length != size || (bits < 64 && Wire.bigEndian(value, 0, size) >>> bits != 0)) {
            throw new UnconvertibleValueException(
                    column,
                    UnconvertibleValueException.showHex(value, 0, value.length),
                    "is not the " + size + " bytes of a BIT(" + bits + ")",
                    "select the column with its codec's expression");
        }
        writeDigits(Wire.bigEndian(value, 0, size), sink);
    }
}
