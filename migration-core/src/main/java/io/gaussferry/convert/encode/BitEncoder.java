package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.Wire;

/**
 * BIT(n): its bits in the fewest whole bytes, most significant first, padded on the left; the target pads on the right.
 */
public final class BitEncoder implements ValueEncoder {

    private static final int LENGTH_BYTES = 4;

    private final String column;
    private final int bits;

    public BitEncoder(String column, int bits) {
        this.column = column;
        this.bits = bits;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        int size = (bits + 7) / 8;
        if (to - from != LENGTH_BYTES + size || Wire.bigEndian(bytes, from, LENGTH_BYTES) != bits) {
            throw ReverseConversionErrors.of(
                    column,
                    UnconvertibleValueException.showHex(bytes, from, to),
                    "does not have the " + bits + " bits of MySQL's column");
        }
        long value = Wire.bigEndian(bytes, from + LENGTH_BYTES, size) >>> (8 * size - bits);
        image.appendBigEndian(value, size);
    }
}
