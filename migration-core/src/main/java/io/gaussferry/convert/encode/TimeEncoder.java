package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;
import java.util.Arrays;

/** TIME(f), from the target's {@code time}, or from the type chosen by a rule. */
public final class TimeEncoder implements ValueEncoder {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long LONGEST_SECONDS = 838 * 3600L + 59 * 60 + 59;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final int INTERVAL_BYTES = 16;

    private final String column;
    private final int digits;
    private final TargetType type;

    public TimeEncoder(String column, int digits, TargetType type) {
        this.column = column;
        this.digits = digits;
        this.type = type;
    }

    /** Returns whether values of a type can be encoded. */
    public static boolean supports(TargetType type) {
        return type == TargetType.TIME || type == TargetType.INTERVAL || type == TargetType.TEXT;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        long micros = micros(bytes, from, to);
        long magnitude = Math.abs(micros);
        long seconds = magnitude / MICROS_PER_SECOND;
        int fraction = (int) (magnitude % MICROS_PER_SECOND);
        if (seconds > LONGEST_SECONDS || (seconds == LONGEST_SECONDS && fraction > 0)) {
            throw ReverseConversionErrors.of(
                    column, show(micros), "is out of range for MySQL's TIME, whose maximum is 838:59:59");
        }
        if (fraction % TemporalParser.microsPerDigit(digits) != 0) {
            throw ReverseConversionErrors.of(
                    column, show(micros), "has more than the " + digits + " fractional digits of MySQL's column");
        }
        int fractionBytes = TemporalParser.fractionBytes(digits);
        long packed = (seconds / 3600 << 12 | seconds / 60 % 60 << 6 | seconds % 60) << Byte.SIZE * fractionBytes
                | fraction / TemporalParser.microsPerUnit(digits);
        long middle = 0x80_0000L << Byte.SIZE * fractionBytes;
        image.appendBigEndian(micros < 0 ? middle - packed : middle + packed, 3 + fractionBytes);
    }

    private long micros(byte[] bytes, int from, int to) {
        if (type == TargetType.TEXT) {
            return text(bytes, from, to);
        }
        int size = type == TargetType.TIME ? Long.BYTES : INTERVAL_BYTES;
        if (to - from != size) {
            throw ReverseConversionErrors.malformed(column, bytes, from, to, type.name());
        }
        long micros = Wire.bigEndian(bytes, from, Long.BYTES);
        if (type == TargetType.TIME) {
            return micros;
        }
        if (Wire.bigEndian(bytes, from + 12, Integer.BYTES) != 0) {
            throw ReverseConversionErrors.of(column, "an interval of months", "is not a MySQL TIME");
        }
        return micros + (int) Wire.bigEndian(bytes, from + 8, Integer.BYTES) * MICROS_PER_DAY;
    }

    private long text(byte[] bytes, int from, int to) {
        TemporalParser parser = new TemporalParser(Arrays.copyOfRange(bytes, from, to), column);
        boolean negative = parser.accept('-');
        long seconds = parser.hours() * 3600L;
        parser.expect(':');
        seconds += parser.digits(2) * 60L;
        parser.expect(':');
        seconds += parser.digits(2);
        long micros = seconds * MICROS_PER_SECOND + parser.fractionAndEnd(digits);
        return negative ? -micros : micros;
    }

    private static String show(long micros) {
        long seconds = Math.abs(micros) / MICROS_PER_SECOND;
        return String.format(
                "%s%02d:%02d:%02d.%06d",
                micros < 0 ? "-" : "",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60,
                Math.abs(micros) % MICROS_PER_SECOND);
    }
}
