package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;
import java.util.function.Supplier;

/**
 * DATE, DATETIME(f) and TIMESTAMP(f), from days or microseconds since 2000. Their codecs describe the format in row
 * images. The dolphin plugin stores the zero date as a separate day, long before the year 0.
 */
abstract class TemporalEncoder implements ValueEncoder {

    /** Days from 2000-01-01 to the day that the plugin stores for 0000-00-00. */
    static final long ZERO_DATE_DAYS = -2_451_508;

    static final long MICROS_PER_SECOND = 1_000_000;
    static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final int DAYS_FROM_1970_TO_2000 = 10_957;
    static final long SECONDS_FROM_1970_TO_2000 = DAYS_FROM_1970_TO_2000 * 86_400L;

    private final String column;
    private final int digits;
    private final TargetType type;
    private final boolean hasZeroDates;

    /** @param hasZeroDates whether the target supports 0000-00-00 and the year 0 */
    TemporalEncoder(String column, int digits, TargetType type, boolean hasZeroDates) {
        this.column = column;
        this.digits = digits;
        this.type = type;
        this.hasZeroDates = hasZeroDates;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        int size = type == TargetType.DATE ? Integer.BYTES : Long.BYTES;
        if (to - from != size) {
            throw ReverseConversionErrors.malformed(column, bytes, from, to, type.name());
        }
        long value = Wire.bigEndian(bytes, from, size);
        long micros = type == TargetType.DATE ? days((int) value) : value;
        if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
            throw ReverseConversionErrors.of(column, micros < 0 ? "-infinity" : "infinity", "is not a MySQL date");
        }
        // a zero date may still have a time of day
        boolean zero = hasZeroDates && Math.floorDiv(micros, MICROS_PER_DAY) == ZERO_DATE_DAYS;
        append(micros, zero, image);
    }

    /**
     * Appends a value.
     *
     * @param micros microseconds since 2000
     * @param zero whether the date is the zero date
     */
    abstract void append(long micros, boolean zero, BinaryOutput image);

    /** Converts days to microseconds; infinite dates become infinite timestamps. */
    private static long days(int days) {
        return switch (days) {
            case Integer.MAX_VALUE -> Long.MAX_VALUE;
            case Integer.MIN_VALUE -> Long.MIN_VALUE;
            default -> days * MICROS_PER_DAY;
        };
    }

    /** Appends the fraction of a second of a value, in microseconds. */
    final void fraction(long micros, long ofSecond, BinaryOutput image) {
        appendFraction((int) ofSecond, digits, column, () -> show(micros), image);
    }

    /** Appends the fraction of a second, in the number of bytes required for the digits. */
    static void appendFraction(int micros, int digits, String column, Supplier<String> shown, BinaryOutput image) {
        int unit = TemporalParser.microsPerDigit(digits);
        if (micros % unit != 0) {
            throw ReverseConversionErrors.of(
                    column, shown.get(), "has more than the " + digits + " fractional digits of MySQL's column");
        }
        image.appendBigEndian(micros / TemporalParser.microsPerUnit(digits), TemporalParser.fractionBytes(digits));
    }

    /** Returns the date of a value. */
    final CalendarDate date(long micros, boolean zero) {
        if (zero) {
            return CalendarDate.ZERO;
        }
        CalendarDate date =
                CalendarDate.ofDaysSince1970(Math.floorDiv(micros, MICROS_PER_DAY) + DAYS_FROM_1970_TO_2000);
        if (date.year() > 9999 || date.year() < (hasZeroDates ? 0 : 1)) {
            throw unconvertible(micros, "is outside MySQL's range of years");
        }
        return date;
    }

    final UnconvertibleValueException unconvertible(long micros, String problem) {
        return ReverseConversionErrors.of(column, show(micros), problem);
    }

    private static String show(long micros) {
        CalendarDate date =
                CalendarDate.ofDaysSince1970(Math.floorDiv(micros, MICROS_PER_DAY) + DAYS_FROM_1970_TO_2000);
        long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
        int second = (int) (ofDay / MICROS_PER_SECOND);
        return String.format(
                "%04d-%02d-%02d %02d:%02d:%02d.%06d",
                date.year(),
                date.month(),
                date.day(),
                second / 3600,
                second / 60 % 60,
                second % 60,
                ofDay % MICROS_PER_SECOND);
    }

    /** A date of the proleptic Gregorian calendar, or the zero date. */
    record CalendarDate(int year, int month, int day) {

        private static final CalendarDate ZERO = new CalendarDate(0, 0, 0);

        /**
         * Computed in 400-year eras of years that start in March (Howard Hinnant, "chrono-Compatible Low-Level Date
         * Algorithms").
         */
        private static CalendarDate ofDaysSince1970(long daysSince1970) {
            long days = daysSince1970 + 719_468;
            long era = Math.floorDiv(days, 146_097);
            int dayOfEra = (int) Math.floorMod(days, 146_097L);
            int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
            int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            int marchMonth = (5 * dayOfYear + 2) / 153;
            int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
            int year = (int) (yearOfEra + 400 * era + (month <= 2 ? 1 : 0));
            return new CalendarDate(year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1);
        }
    }
}
