package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;

/** Converts one column's values from the target's binary format to the format of a row image. Not thread-safe. */
public interface ValueEncoder {

    /**
     * Appends one non-NULL value.
     *
     * @param bytes contains the value in the target's binary format
     * @param from offset of the value
     * @param to offset after the value
     * @throws UnconvertibleValueException if MySQL's column cannot store exactly this value
     */
    void encode(byte[] bytes, int from, int to, BinaryOutput image);
}
