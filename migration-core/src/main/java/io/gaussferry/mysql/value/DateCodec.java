package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ZeroDates;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;

/** DATE: three bytes, least significant first. The lowest 5 bits are the day, the next 4 the month and 15 the year. */
public final class DateCodec implements ValueCodec {

    private static final int SIZE = 3;

    private final String column;
    private final ZeroDates zeroDates;

    public DateCodec(String column, ConversionRules rules, boolean supportsZeroDates, ColumnUsage usage) {
        this.column = column;
        this.zeroDates = new ZeroDates(column, rules, supportsZeroDates, usage, "");
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, SIZE, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, SIZE, limit, column);
        int packed = (int) Wire.littleEndian(image, offset, SIZE);
        int year = packed >> 9;
        if (year > 9999) {
            throw new MalformedRowImageException(column, "it has the year " + year);
        }
        writeDate(year, packed >> 5 & 15, packed & 31, sink);
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        TemporalParser input = new TemporalParser(value, column);
        int date = input.date();
        input.end();
        writeDate(date / 10_000, date / 100 % 100, date % 100, sink);
    }

    private void writeDate(int year, int month, int day, ValueSink sink) {
        if (!zeroDates.keeps(year, month, day)) {
            zeroDates.write(year, month, day, sink);
            return;
        }
        sink.beginValue();
        ZeroDates.writeDate(year, month, day, sink);
        sink.endValue();
    }
}
