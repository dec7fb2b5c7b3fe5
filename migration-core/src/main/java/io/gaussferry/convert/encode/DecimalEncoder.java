package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryDecimal;
import io.gaussferry.mysql.wire.BinaryOutput;

/** DECIMAL(p,s), from {@code numeric}; see {@link BinaryDecimal} for its bytes. */
public final class DecimalEncoder implements ValueEncoder {

    private static final int GROUP_DIGITS = 9;

    /** Bytes of a group of 0 to 9 digits. */
    private static final int[] BYTES_OF_DIGITS = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    private final String column;
    private final int precision;
    private final int scale;
    private final boolean unsigned;
    private final NumericDigits digits;

    public DecimalEncoder(String column, int precision, int scale, boolean unsigned) {
        this.column = column;
        this.precision = precision;
        this.scale = scale;
        this.unsigned = unsigned;
        this.digits = new NumericDigits(column);
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        digits.read(bytes, from, to);
        if (!digits.isZeroFrom(precision - scale) || !digits.isZeroBelow(-scale) || (unsigned && digits.isNegative())) {
            throw ReverseConversionErrors.of(
                    column,
                    digits.toString(),
                    "is out of range for MySQL's DECIMAL(" + precision + "," + scale + ")"
                            + (unsigned ? " UNSIGNED" : ""));
        }
        int mask = digits.isNegative() ? 0xFF : 0;
        int start = image.length();
        int power = precision - scale;
        while (power > 0) {
            int count = power % GROUP_DIGITS == 0 ? GROUP_DIGITS : power % GROUP_DIGITS;
            group(power, count, mask, image);
            power -= count;
        }
        while (power > -scale) {
            int count = Math.min(GROUP_DIGITS, scale + power);
            group(power, count, mask, image);
            power -= count;
        }
        image.flipBit(start, 7);
    }

    /** Appends a number of digits below a power of ten. */
    private void group(int power, int count, int mask, BinaryOutput image) {
        long value = 0;
        for (int i = 1; i <= count; i++) {
            value = value * 10 + digits.digit(power - i);
        }
        image.appendBigEndian(mask == 0 ? value : ~value, BYTES_OF_DIGITS[count]);
    }
}
