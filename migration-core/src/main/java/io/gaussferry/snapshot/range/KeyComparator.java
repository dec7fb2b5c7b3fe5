package io.gaussferry.snapshot.range;

import io.gaussferry.schema.MySqlType;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;

/**
 * Compares bounds of ranges, and keys of rows, as the source orders them: whole numbers by value, bytes by their upper-case
 * hexadecimal digits. A key has as many texts as its {@link KeyOrder#ofValues order} has columns; no bound at all is compared by
 * nobody here.
 */
public final class KeyComparator implements Comparator<List<String>> {

    private final boolean[] isNumber;

    /** @param order one of {@link KeyOrder#ofValues} */
    public KeyComparator(KeyOrder order) {
        isNumber = new boolean[order.columns().size()];
        for (int i = 0; i < isNumber.length; i++) {
            isNumber[i] =
                    isNumber(order.table().columns().get(order.columns().get(i)).type());
        }
    }

    /** Returns whether values of the type can be compared here. */
    static boolean knows(MySqlType type) {
        return isNumber(type) || type == MySqlType.BINARY || type == MySqlType.VARBINARY;
    }

    private static boolean isNumber(MySqlType type) {
        return switch (type) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> true;
            default -> false;
        };
    }

    @Override
    public int compare(List<String> one, List<String> other) {
        for (int i = 0; i < isNumber.length; i++) {
            int order = isNumber[i]
                    ? new BigInteger(one.get(i)).compareTo(new BigInteger(other.get(i)))
                    : one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
