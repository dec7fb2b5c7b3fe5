package io.gaussferry.mysql.value;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.BinaryDecimal;
import io.gaussferry.mysql.wire.Wire;

/** DECIMAL(p,s) of up to 65 digits and 30 decimals. */
public final class DecimalCodec implements ValueCodec {

    private final String column;
    private final int precision;
    private final int scale;
    private final int size;

    public DecimalCodec(String column, int precision, int scale) {
        this.column = column;
        this.precision = precision;
        this.scale = scale;
        this.size = BinaryDecimal.size(precision, scale);
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        sink.beginValue();
        BinaryDecimal.write(image, offset, precision, scale, column, sink);
        sink.endValue();
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        sink.beginValue();
        SelectedNumber.write(value, column, sink);
        sink.endValue();
    }
}
