package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;

/** DATETIME(f). */
public final class DateTimeEncoder extends TemporalEncoder {

    private static final long SIGN = 0x80_0000_0000L;

    /** @param hasZeroDates whether the target supports 0000-00-00 and the year 0 */
    public DateTimeEncoder(String column, int digits, TargetType type, boolean hasZeroDates) {
        super(column, digits, type, hasZeroDates);
    }

    @Override
    void append(long micros, boolean zero, BinaryOutput image) {
        CalendarDate date = date(micros, zero);
        long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
        int second = (int) (ofDay / MICROS_PER_SECOND);
        long packed = (date.year() * 13L + date.month()) << 22
                | (long) date.day() << 17
                | (second / 3600) << 12
                | (second / 60 % 60) << 6
                | second % 60;
        image.appendBigEndian(SIGN + packed, 5);
        fraction(micros, ofDay % MICROS_PER_SECOND, image);
    }
}
