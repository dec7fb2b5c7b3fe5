package io.gaussferry.mysql.value;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.Wire;

/** YEAR: one byte, 0 for the year 0000, otherwise the years since 1900; always written with four digits. */
public final class YearCodec implements ValueCodec {

    private final String column;

    public YearCodec(String column) {
        this.column = column;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, 1, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, 1, limit, column);
        int years = image[offset] & 0xFF;
        sink.beginValue();
        sink.zeroPadded(years == 0 ? 0 : 1900 + years, 4);
        sink.endValue();
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        if (value.length != 4) {
            throw SelectedNumber.notANumber(value, column);
        }
        long year = 0;
        for (byte digit : value) {
            if (digit < '0' || digit > '9') {
                throw SelectedNumber.notANumber(value, column);
            }
            year = year * 10 + digit - '0';
        }
        sink.beginValue();
        sink.zeroPadded(year, 4);
        sink.endValue();
    }
}
