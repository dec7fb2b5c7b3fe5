package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;

/** TIMESTAMP(f). */
public final class TimestampEncoder extends TemporalEncoder {

    private static final long LAST = Integer.MAX_VALUE;

    /** @param hasZeroDates whether the target supports 0000-00-00 and the year 0 */
    public TimestampEncoder(String column, int digits, TargetType type, boolean hasZeroDates) {
        super(column, digits, type, hasZeroDates);
    }

    @Override
    void append(long micros, boolean zero, BinaryOutput image) {
        long seconds = zero ? 0 : Math.floorDiv(micros, MICROS_PER_SECOND) + SECONDS_FROM_1970_TO_2000;
        boolean midnight = Math.floorMod(micros, MICROS_PER_DAY) == 0;
        if (zero ? !midnight : seconds < 1 || seconds > LAST) {
            throw unconvertible(micros, "is out of range for MySQL's TIMESTAMP (years 1970 to 2038)");
        }
        image.appendBigEndian(seconds, 4);
        fraction(micros, Math.floorMod(micros, MICROS_PER_SECOND), image);
    }
}
