package io.gaussferry.convert.image;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;

/** One column's values on their way back: from the target's binary form to what stands in a row image. Used by one thread. */
interface ValueEncoder {

    /**
     * Appends one value that is not NULL.
     *
     * @param bytes hold the value in the target's binary form
     * @param from where it begins
     * @param to the offset after it
     * @throws UnconvertibleValueException if MySQL's column cannot hold exactly this value
     */
    void encode(byte[] bytes, int from, int to, BinaryOutput image);
}
