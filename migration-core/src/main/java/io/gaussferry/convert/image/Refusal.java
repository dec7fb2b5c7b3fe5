package io.gaussferry.convert.image;

import io.gaussferry.convert.rule.UnconvertibleValueException;

/** A value that cannot go back. */
final class Refusal {

    private Refusal() {}

    /**
     * @param value the value as the reader of the message would write it
     * @param problem why it cannot, as the end of a sentence that the value begins
     */
    static UnconvertibleValueException of(String column, String value, String problem) {
        return new UnconvertibleValueException(
                column,
                value,
                problem,
                "change the value on the target and verify its table before the way back is armed again, or give the way back up");
    }

    /** A value whose bytes are not what its type sends. */
    static UnconvertibleValueException malformed(String column, byte[] bytes, int from, int to, String type) {
        return of(
                column,
                UnconvertibleValueException.showHex(bytes, from, to),
                "is not what the target sends for " + type);
    }
}
