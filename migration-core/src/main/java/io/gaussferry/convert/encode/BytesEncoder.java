package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;

/** BINARY, VARBINARY, BLOB and VECTOR: a length of 1 to 4 bytes, then the bytes. */
public final class BytesEncoder implements ValueEncoder {

    private final String column;
    private final int prefix;
    private final long longest;
    private final boolean padded;

    private BytesEncoder(String column, int prefix, long longest, boolean padded) {
        this.column = column;
        this.prefix = prefix;
        this.longest = longest;
        this.padded = padded;
    }

    /** @param longest maximum length of a value, in bytes */
    public static BytesEncoder variable(String column, int prefix, long longest) {
        return new BytesEncoder(column, prefix, longest, false);
    }

    /** BINARY(n): the binlog omits trailing zero bytes, with which MySQL also pads a shorter value. */
    public static BytesEncoder padded(String column, int prefix, long length) {
        return new BytesEncoder(column, prefix, length, true);
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        if (to - from > longest) {
            throw ReverseConversionErrors.of(
                    column,
                    UnconvertibleValueException.showHex(bytes, from, to),
                    "has " + (to - from) + " bytes, MySQL's column has at most " + longest);
        }
        int end = to;
        while (padded && end > from && bytes[end - 1] == 0) {
            end--;
        }
        image.appendLittleEndian(end - from, prefix);
        image.append(bytes, from, end);
    }
}
