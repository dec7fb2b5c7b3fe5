package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;

/** DATE. */
public final class DateEncoder extends TemporalEncoder {

    /** @param hasZeroDates whether the target supports 0000-00-00 and the year 0 */
    public DateEncoder(String column, TargetType type, boolean hasZeroDates) {
        super(column, 0, type, hasZeroDates);
    }

    @Override
    void append(long micros, boolean zero, BinaryOutput image) {
        if (Math.floorMod(micros, MICROS_PER_DAY) != 0) {
            throw unconvertible(micros, "has a time of day, but MySQL's DATE has none");
        }
        CalendarDate date = date(micros, zero);
        image.appendLittleEndian(date.year() << 9 | date.month() << 5 | date.day(), 3);
    }
}
