package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;

/** YEAR: one byte, 0 for the year 0000, otherwise the years since 1900. */
public final class YearEncoder implements ValueEncoder {

    private static final int FIRST = 1901;
    private static final int LAST = 2155;

    private final String column;
    private final IntegerReader reader;

    public YearEncoder(String column, TargetType type) {
        this.column = column;
        this.reader = new IntegerReader(column, type);
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        reader.read(bytes, from, to);
        long year = reader.isNegative() ? -1 : reader.magnitude();
        if (year != 0 && (year < FIRST || year > LAST)) {
            throw ReverseConversionErrors.of(column, reader.toString(), "is not a MySQL YEAR");
        }
        image.appendLittleEndian(year == 0 ? 0 : year - FIRST + 1, 1);
    }
}
