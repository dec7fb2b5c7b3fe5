package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;

/** TINYINT to BIGINT: 1, 2, 3, 4 or 8 bytes, least significant first. */
public final class IntegerEncoder implements ValueEncoder {

    private final String column;
    private final int size;
    private final boolean unsigned;
    private final IntegerReader reader;

    public IntegerEncoder(String column, int size, boolean unsigned, TargetType type) {
        this.column = column;
        this.size = size;
        this.unsigned = unsigned;
        this.reader = new IntegerReader(column, type);
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        reader.read(bytes, from, to);
        int bits = Byte.SIZE * size;
        // the magnitude of the lowest signed number exceeds that of the highest by one
        long highest = unsigned ? -1L >>> (Long.SIZE - bits) : (1L << bits - 1) - (reader.isNegative() ? 0 : 1);
        if ((unsigned && reader.isNegative()) || Long.compareUnsigned(reader.magnitude(), highest) > 0) {
            throw ReverseConversionErrors.of(
                    column,
                    reader.toString(),
                    "is out of range for MySQL's " + (unsigned ? "unsigned " : "") + "integer of " + size + " bytes");
        }
        image.appendLittleEndian(reader.isNegative() ? -reader.magnitude() : reader.magnitude(), size);
    }
}
