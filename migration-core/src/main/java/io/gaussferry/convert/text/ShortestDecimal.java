package io.gaussferry.convert.text;

import java.math.BigInteger;

/**
 * Writes floats and doubles with the fewest decimal digits that read back as the same value, and of these the closest,
 * in the format of MySQL's {@code my_gcvt} ({@code strings/dtoa.cc}). Allocates nothing.
 *
 * <p>The algorithm is Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles", 2021). The JDK's own
 * {@code toString} uses it from version 19 on; in earlier versions it is not always shortest.
 */
public final class ShortestDecimal {

    /** Positions of the decimal point, relative to the first digit, that are written without an exponent. */
    private static final int MINIMUM_PLAIN_POINT = -14;

    private static final int MAXIMUM_PLAIN_POINT = 15;

    private static final int MINIMUM_POWER = -324;
    private static final int MAXIMUM_POWER = 292;
    private static final long LOW_63_BITS = Long.MAX_VALUE;

    /** floor(10^-k * 2^r) + 1, of 126 bits, for each k: its upper and lower 63 bits. */
    private static final long[] POWERS = powers();

    private ShortestDecimal() {}

    /** Writes a finite float. */
    public static void write(float value, ValueSink sink) {
        int bits = Float.floatToRawIntBits(value);
        if (bits < 0) {
            sink.ascii('-');
        }
        int exponent = bits >>> 23 & 0xFF;
        int fraction = bits & 0x7F_FFFF;
        // express both kinds of numbers as significand * 2^exponent, in integers
        long significand = exponent == 0 ? fraction : fraction | 0x80_0000;
        shortest(Math.max(exponent, 1) - 150, significand, exponent > 1 && fraction == 0, sink, false);
    }

    /** Writes a finite double. */
    public static void write(double value, ValueSink sink) {
        write(value, sink, false);
    }

    /** Writes a finite double as MySQL prints it in JSON: with a decimal, to distinguish it from an integer. */
    public static void writeJson(double value, ValueSink sink) {
        write(value, sink, true);
    }

    private static void write(double value, ValueSink sink, boolean json) {
        long bits = Double.doubleToRawLongBits(value);
        if (bits < 0) {
            sink.ascii('-');
        }
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long fraction = bits & 0xF_FFFF_FFFF_FFFFL;
        long significand = exponent == 0 ? fraction : fraction | 0x10_0000_0000_0000L;
        shortest(Math.max(exponent, 1) - 1075, significand, exponent > 1 && fraction == 0, sink, json);
    }

    /**
     * @param binaryExponent q of the value c * 2^q
     * @param significand c of the value c * 2^q
     * @param irregular whether the next lower value is only half as far away as the next higher
     */
    private static void shortest(
            int binaryExponent, long significand, boolean irregular, ValueSink sink, boolean json) {
        if (significand == 0) {
            format(0, 0, sink, json);
            return;
        }
        int odd = (int) significand & 1;
        int power = irregular ? floorLog10ThreeQuartersPow2(binaryExponent) : floorLog10Pow2(binaryExponent);
        int shift = binaryExponent + floorLog2Pow10(-power) + 2;
        int index = 2 * (power - MINIMUM_POWER);
        long upper = POWERS[index];
        long lower = POWERS[index + 1];
        long scaled = significand << 2;
        // Four times the value and the bounds of its rounding interval, in units of 10^power, rounded to odd.
        long middle = roundToOdd(upper, lower, scaled << shift);
        long least = roundToOdd(upper, lower, (scaled - (irregular ? 1 : 2)) << shift);
        long most = roundToOdd(upper, lower, (scaled + 2) << shift);

        long digits = middle >> 2;
        if (digits >= 10) {
            long below = digits / 10 * 10;
            boolean belowFits = least + odd <= below << 2;
            boolean aboveFits = ((below + 10) << 2) + odd <= most;
            if (belowFits != aboveFits) {
                format(belowFits ? below : below + 10, power, sink, json);
                return;
            }
        }
        boolean belowFits = least + odd <= digits << 2;
        boolean aboveFits = ((digits + 1) << 2) + odd <= most;
        if (belowFits != aboveFits) {
            format(belowFits ? digits : digits + 1, power, sink, json);
            return;
        }
        long distance = middle - (((digits << 1) + 1) << 1);
        boolean down = distance < 0 || (distance == 0 && (digits & 1) == 0);
        format(down ? digits : digits + 1, power, sink, json);
    }

    private static long roundToOdd(long upper, long lower, long scaled) {
        long high = Math.multiplyHigh(lower, scaled);
        long sum = ((upper * scaled) >>> 1) + high;
        long result = Math.multiplyHigh(upper, scaled) + (sum >>> 63);
        return result | ((sum & LOW_63_BITS) + LOW_63_BITS) >>> 63;
    }

    private static void format(long digits, int power, ValueSink sink, boolean json) {
        long significant = digits;
        int exponent = power;
        while (significant != 0 && significant % 10 == 0) {
            significant /= 10;
            exponent++;
        }
        int count = ValueSink.digitCount(significant);
        int point = count + exponent;
        if (significant == 0) {
            sink.ascii('0');
        } else if (point < MINIMUM_PLAIN_POINT || point > MAXIMUM_PLAIN_POINT) {
            formatWithExponent(significant, count, point - 1, sink);
            return;
        } else if (point <= 0) {
            sink.ascii('0');
            sink.ascii('.');
            sink.repeat('0', -point);
            sink.unsignedDecimal(significant);
            return;
        } else if (point < count) {
            formatSplit(significant, count - point, sink);
            return;
        } else {
            sink.unsignedDecimal(significant);
            sink.repeat('0', exponent);
        }
        if (json) {
            sink.ascii('.');
            sink.ascii('0');
        }
    }

    private static void formatWithExponent(long significant, int count, int exponent, ValueSink sink) {
        if (count > 1) {
            formatSplit(significant, count - 1, sink);
        } else {
            sink.unsignedDecimal(significant);
        }
        sink.ascii('e');
        sink.decimal(exponent);
    }

    private static void formatSplit(long significant, int decimals, ValueSink sink) {
        long divisor = 1;
        for (int i = 0; i < decimals; i++) {
            divisor *= 10;
        }
        long integer = significant / divisor;
        sink.unsignedDecimal(integer);
        sink.ascii('.');
        sink.zeroPadded(significant - integer * divisor, decimals);
    }

    // Fixed-point logarithms, exact for every exponent that a double has (Giulietti, section 8.4).

    private static int floorLog10Pow2(int exponent) {
        return (int) ((exponent * 661_971_961_083L) >> 41);
    }

    private static int floorLog10ThreeQuartersPow2(int exponent) {
        return (int) ((exponent * 661_971_961_083L - 274_743_187_321L) >> 41);
    }

    private static int floorLog2Pow10(int exponent) {
        return (int) ((exponent * 913_124_641_741L) >> 38);
    }

    private static long[] powers() {
        long[] table = new long[2 * (MAXIMUM_POWER - MINIMUM_POWER + 1)];
        for (int power = MINIMUM_POWER; power <= MAXIMUM_POWER; power++) {
            int shift = 125 - floorLog2Pow10(-power);
            BigInteger value;
            if (power <= 0) {
                BigInteger ten = BigInteger.TEN.pow(-power);
                value = shift >= 0 ? ten.shiftLeft(shift) : ten.shiftRight(-shift);
            } else {
                value = BigInteger.ONE.shiftLeft(shift).divide(BigInteger.TEN.pow(power));
            }
            value = value.add(BigInteger.ONE);
            int index = 2 * (power - MINIMUM_POWER);
            table[index] = value.shiftRight(63).longValueExact();
            table[index + 1] = value.longValue() & LOW_63_BITS;
        }
        return table;
    }
}
