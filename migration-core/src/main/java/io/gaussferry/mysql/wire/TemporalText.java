package io.gaussferry.mysql.wire;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueSink;

/** Reads dates and times as MySQL prints them; anything else is refused. */
public final class TemporalText {

    private static final int[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private final byte[] text;
    private final String column;
    private int position;

    public TemporalText(byte[] text, String column) {
        this.text = text;
        this.column = column;
    }

    /** Reads a number of just so many digits. */
    public int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            int digit = position < text.length ? text[position++] - '0' : -1;
            if (digit < 0 || digit > 9) {
                throw unreadable();
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Reads a date; returns it as the number YYYYMMDD. */
    public int date() {
        int year = digits(4);
        expect('-');
        int month = digits(2);
        expect('-');
        return year * 10_000 + month * 100 + digits(2);
    }

    /** Reads a time of day without its fraction; returns it as the number hhmmss. */
    public int timeOfDay() {
        int hour = digits(2);
        expect(':');
        int minute = digits(2);
        expect(':');
        return hour * 10_000 + minute * 100 + digits(2);
    }

    /** Reads the hours of a TIME, of two or three digits. */
    public int hours() {
        int value = digits(2);
        return position < text.length && text[position] != ':' ? value * 10 + digits(1) : value;
    }

    public void expect(char character) {
        if (!accept(character)) {
            throw unreadable();
        }
    }

    public boolean accept(char character) {
        if (position < text.length && text[position] == character) {
            position++;
            return true;
        }
        return false;
    }

    /** Reads a fraction of a second with its point, of just so many digits, and the end of the text; in microseconds. */
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
        if (position != text.length) {
            throw unreadable();
        }
    }

    UnconvertibleValueException unreadable() {
        return new UnconvertibleValueException(
                column,
                UnconvertibleValueException.showText(text, 0, text.length),
                "is not a date or time as MySQL prints one",
                "select the column with the expression of its own codec");
    }

    /** Bytes of a fraction of so many digits in a row image. */
    public static int fractionBytes(int digits) {
        return (digits + 1) / 2;
    }

    /** Returns the microseconds of a fraction in a row image, where one byte counts 10 ms, two 100 µs and three 1 µs. */
    public static int fraction(byte[] image, int offset, int digits) {
        return (int) Wire.bigEndian(image, offset, fractionBytes(digits)) * microsPerUnit(digits);
    }

    /** Returns the microseconds of one of the last of so many fractional digits. */
    public static int microsPerDigit(int digits) {
        return POWERS_OF_TEN[6 - digits];
    }

    public static int microsPerUnit(int digits) {
        return POWERS_OF_TEN[6 - 2 * fractionBytes(digits)];
    }

    /** Writes so many digits of a fraction, with the point. */
    public static void writeFraction(int micros, int digits, ValueSink sink) {
        if (digits > 0) {
            sink.ascii('.');
            sink.zeroPadded(micros / POWERS_OF_TEN[6 - digits], digits);
        }
    }
}
