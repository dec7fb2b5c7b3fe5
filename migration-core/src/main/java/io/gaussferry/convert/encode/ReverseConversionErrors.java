package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;

/** Creates exceptions for values that cannot be converted to MySQL. */
public final class ReverseConversionErrors {

    private ReverseConversionErrors() {}

    /**
     * @param value the value as shown in the message
     * @param problem the reason, as a predicate whose subject is the value
     */
    public static UnconvertibleValueException of(String column, String value, String problem) {
        return new UnconvertibleValueException(
                column,
                value,
                problem,
                "change the value on the target and verify its table before arming reverse replication again, or do without reverse replication");
    }

    /** Creates the exception for a value whose bytes are not in the binary form of its type. */
    static UnconvertibleValueException malformed(String column, byte[] bytes, int from, int to, String type) {
        return of(
                column,
                UnconvertibleValueException.showHex(bytes, from, to),
                "is not a valid binary value of type " + type);
    }
}
