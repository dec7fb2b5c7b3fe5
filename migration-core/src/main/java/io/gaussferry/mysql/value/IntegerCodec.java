package io.gaussferry.mysql.value;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.Wire;

/** TINYINT to BIGINT: 1, 2, 3, 4 or 8 bytes, least significant first, signed or unsigned as declared. */
public final class IntegerCodec implements ValueCodec {

    private final String column;
    private final int size;
    private final boolean unsigned;

    public IntegerCodec(String column, int size, boolean unsigned) {
        this.column = column;
        this.size = size;
        this.unsigned = unsigned;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        sink.beginValue();
        if (unsigned) {
            sink.unsignedDecimal(size == 8 ? Wire.int64(image, offset) : Wire.littleEndian(image, offset, size));
        } else {
            sink.decimal(signed(image, offset));
        }
        sink.endValue();
    }

    private long signed(byte[] image, int offset) {
        return switch (size) {
            case 1 -> image[offset];
            case 2 -> (short) ((image[offset] & 0xFF) | image[offset + 1] << 8);
            case 3 -> (image[offset] & 0xFF) | (image[offset + 1] & 0xFF) << 8 | image[offset + 2] << 16;
            case 4 -> Wire.int32(image, offset);
            default -> Wire.int64(image, offset);
        };
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        sink.beginValue();
        SelectedNumber.write(value, column, sink);
        sink.endValue();
    }
}
