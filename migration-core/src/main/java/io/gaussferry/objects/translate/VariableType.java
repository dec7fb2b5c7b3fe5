package io.gaussferry.objects.translate;

import java.math.BigInteger;
import java.util.List;

/**
 * The type of a variable or parameter.
 *
 * @param target its type on the target
 * @param collation MySQL's collation of a string; empty for other types
 * @param members the members of an ENUM; otherwise empty
 * @param bits the length of a BIT that is a number on the target; otherwise 0
 */
record VariableType(String target, String collation, List<String> members, int bits) {

    VariableType {
        members = List.copyOf(members);
    }

    static VariableType of(String target) {
        return new VariableType(target, "", List.of(), 0);
    }

    /** Returns the type of a BIT on dolphin, whose variables of type {@code bit} accept no value but one of 64 bits. */
    static VariableType ofBits(int length) {
        return new VariableType("uint8", "", List.of(), length);
    }

    boolean isEnum() {
        return !members.isEmpty();
    }

    /** Returns the largest value of a BIT that is a number. */
    BigInteger largest() {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }
}
