package io.gaussferry.mysql.wire;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueSink;

/** Parses dates and times in MySQL's output format; rejects anything else. */
public final class TemporalParser {

    private static final int[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private final byte[] value;
    private final String column;
    private int position;

    public TemporalParser(byte[] value, String column) {
        this.value = value;
        this.column = column;
    }

    /** Parses a number of exactly the given number of digits. */
    public int digits(int count) {
        int number = 0;
        for (int i = 0; i < count; i++) {
            int digit = position < value.length ? value[position++] - '0' : -1;
            if (digit < 0 || digit > 9) {
                throw unreadable();
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Parses a date; returns it as the number YYYYMMDD. */
    public int date() {
        int year = digits(4);
        expect('-');
        int month = digits(2);
        expect('-');
        return year * 10_000 + month * 100 + digits(2);
    }

    /** Parses a time of day without its fraction; returns it as the number hhmmss. */
    public int timeOfDay() {
        int hour = digits(2);
        expect(':');
        int minute = digits(2);
        expect(':');
        return hour * 10_000 + minute * 100 + digits(2);
    }

    /** Parses the hours of a TIME, two or three digits. */
    public int hours() {
        int hours = digits(2);
        return position < value.length && value[position] != ':' ? hours * 10 + digits(1) : hours;
    }

    public void expect(char character) {
        if (!accept(character)) {
            throw unreadable();
        }
    }

    public boolean accept(char character) {
        if (position < value.length && value[position] == character) {
            position++;
            return true;
        }
        return false;
    }

    /**
     * Parses a fraction of a second with its point and exactly the given number of digits, up to the end of the value. Returns
     * microseconds.
     */
    public int fractionAndEnd(int count) {
        int micros = 0;
        if (count > 0) {
            expect('.');
            micros = digits(count) * POWERS_OF_TEN[6 - count];
        }
        end();
        return micros;
    }

    public void end() {
        if (position != value.length) {
            throw unreadable();
        }
    }

    UnconvertibleValueException unreadable() {
        return new UnconvertibleValueException(
                column,
                UnconvertibleValueException.showText(value, 0, value.length),
                "is not a date or time in MySQL's format",
                "select the column with its codec's expression");
    }

    /** Returns the size in bytes of a fraction with the given number of digits in a row image. */
    public static int fractionBytes(int digits) {
        return (digits + 1) / 2;
    }

    /**
     * Returns the microseconds of a fraction in a row image, whose unit is 10 ms for one byte, 100 µs for two and 1 µs for three.
     */
    public static int fraction(byte[] image, int offset, int digits) {
        return (int) Wire.bigEndian(image, offset, fractionBytes(digits)) * microsPerUnit(digits);
    }

    /** Returns the microseconds of one unit of the last fractional digit. */
    public static int microsPerDigit(int digits) {
        return POWERS_OF_TEN[6 - digits];
    }

    public static int microsPerUnit(int digits) {
        return POWERS_OF_TEN[6 - 2 * fractionBytes(digits)];
    }

    /** Writes a fraction with the given number of digits, including the point. */
    public static void writeFraction(int micros, int digits, ValueSink sink) {
        if (digits > 0) {
            sink.ascii('.');
            sink.zeroPadded(micros / POWERS_OF_TEN[6 - digits], digits);
        }
    }
}
