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
 * TIMESTAMP(f): seconds since 1970 in UTC, four bytes, then the fraction; most significant byte first since MySQL 5.6, least
 * significant first in earlier versions. Written with the zone {@code +00}, so that the session's time zone has no effect. The
 * number 0 is the zero date.
 */
public final class TimestampCodec implements ValueCodec {

    private static final int SECONDS_SIZE = 4;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final byte[] UTC = ValueSink.ascii("+00");

    private final String column;
    private final boolean old;
    private final int digits;
    private final int size;
    private final ZeroDates zeroDates;

    public TimestampCodec(
            String column,
            boolean old,
            int digits,
            ConversionRules rules,
            boolean supportsZeroDates,
            ColumnUsage usage) {
        this.column = column;
        this.old = old;
        this.digits = digits;
        this.size = SECONDS_SIZE + TemporalParser.fractionBytes(digits);
        this.zeroDates = new ZeroDates(column, rules, supportsZeroDates, usage, " 00:00:00+00");
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        long seconds =
                old ? Wire.littleEndian(image, offset, SECONDS_SIZE) : Wire.bigEndian(image, offset, SECONDS_SIZE);
        int micros = TemporalParser.fraction(image, offset + SECONDS_SIZE, digits);
        if (micros > 999_999) {
            throw new MalformedRowImageException(column, "its fraction is a second or more");
        }
        if (seconds == 0 && !zeroDates.keeps(0, 0, 0)) {
            zeroDates.write(0, 0, 0, sink);
            return;
        }
        sink.beginValue();
        if (seconds == 0) {
            ZeroDates.writeDate(0, 0, 0, sink);
        } else {
            writeDate((int) (seconds / SECONDS_PER_DAY), sink);
        }
        sink.ascii(' ');
        int time = (int) (seconds % SECONDS_PER_DAY);
        ZeroDates.writeTimeOfDay(time / 3600, time / 60 % 60, time % 60, sink);
        TemporalParser.writeFraction(micros, digits, sink);
        sink.ascii(UTC);
        sink.endValue();
    }

    /**
     * Writes the date of a number of days since 1970, computed in 400-year eras of years that start in March (Howard Hinnant,
     * "chrono-Compatible Low-Level Date Algorithms").
     */
    private static void writeDate(int daysSince1970, ValueSink sink) {
        int days = daysSince1970 + 719_468;
        int era = days / 146_097;
        int dayOfEra = days % 146_097;
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        ZeroDates.writeDate(yearOfEra + 400 * era + (month <= 2 ? 1 : 0), month, day, sink);
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        TemporalParser input = new TemporalParser(value, column);
        int date = input.date();
        input.expect(' ');
        int unusedTime = input.timeOfDay();
        int unusedMicros = input.fractionAndEnd(digits);
        int year = date / 10_000;
        int month = date / 100 % 100;
        if (!zeroDates.keeps(year, month, date % 100)) {
            zeroDates.write(year, month, date % 100, sink);
            return;
        }
        sink.beginValue();
        sink.ascii(value);
        sink.ascii(UTC);
        sink.endValue();
    }
}
