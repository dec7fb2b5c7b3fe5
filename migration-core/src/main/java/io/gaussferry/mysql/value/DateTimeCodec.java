package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ZeroDates;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;

/**
 * DATETIME(f), without a time zone on either side. Since MySQL 5.6: five bytes, most significant first, as in
 * {@code my_datetime_packed_to_binary} of {@code my_time.cc}: a sign bit that is always set, 17 bits of
 * {@code year * 13 + month}, 5 of the day, 5 of the hour, 6 of the minute and 6 of the second; then the fraction. Earlier
 * versions: the number YYYYMMDDhhmmss in eight bytes, least significant first.
 */
public final class DateTimeCodec implements ValueCodec {

    private static final int PACKED_SIZE = 5;
    private static final int OLD_SIZE = 8;
    private static final long OLD_LIMIT = 10000_00_00_00_00_00L;

    private final String column;
    private final boolean old;
    private final int digits;
    private final int size;
    private final ZeroDates zeroDates;

    public DateTimeCodec(
            String column,
            boolean old,
            int digits,
            ConversionRules rules,
            boolean supportsZeroDates,
            ColumnUsage usage) {
        this.column = column;
        this.old = old;
        this.digits = digits;
        this.size = old ? OLD_SIZE : PACKED_SIZE + TemporalParser.fractionBytes(digits);
        this.zeroDates = new ZeroDates(column, rules, supportsZeroDates, usage, " 00:00:00");
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        if (old) {
            writeOld(Wire.int64(image, offset), sink);
            return;
        }
        long packed = Wire.bigEndian(image, offset, PACKED_SIZE) - 0x80_0000_0000L;
        int micros = TemporalParser.fraction(image, offset + PACKED_SIZE, digits);
        int yearMonth = (int) (packed >> 22);
        if (packed < 0) {
            throw malformed();
        }
        int day = (int) (packed >> 17) & 31;
        int hour = (int) (packed >> 12) & 31;
        int minute = (int) (packed >> 6) & 63;
        int date = yearMonth / 13 * 10_000 + yearMonth % 13 * 100 + day;
        writeChecked(date, hour * 10_000 + minute * 100 + ((int) packed & 63), micros, sink);
    }

    private void writeOld(long number, ValueSink sink) {
        if (number < 0 || number >= OLD_LIMIT) {
            throw malformed();
        }
        writeChecked((int) (number / 1_000_000), (int) (number % 1_000_000), 0, sink);
    }

    /** Writes the numbers YYYYMMDD and hhmmss after checking the range of each part. */
    private void writeChecked(int date, int time, int micros, ValueSink sink) {
        int year = date / 10_000;
        int month = date / 100 % 100;
        int day = date % 100;
        int hour = time / 10_000;
        int minute = time / 100 % 100;
        int second = time % 100;
        if (year > 9999 || month > 12 || day > 31 || hour > 23 || minute > 59 || second > 59 || micros > 999_999) {
            throw malformed();
        }
        if (!zeroDates.keeps(year, month, day)) {
            zeroDates.write(year, month, day, sink);
            return;
        }
        sink.beginValue();
        ZeroDates.writeDate(year, month, day, sink);
        sink.ascii(' ');
        ZeroDates.writeTimeOfDay(hour, minute, second, sink);
        TemporalParser.writeFraction(micros, digits, sink);
        sink.endValue();
    }

    private MalformedRowImageException malformed() {
        return new MalformedRowImageException(column, "it is outside the range of DATETIME");
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        TemporalParser input = new TemporalParser(value, column);
        int date = input.date();
        input.expect(' ');
        int time = input.timeOfDay();
        writeChecked(date, time, input.fractionAndEnd(digits), sink);
    }
}
