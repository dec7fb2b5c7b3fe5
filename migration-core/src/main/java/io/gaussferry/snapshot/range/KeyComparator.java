package io.gaussferry.snapshot.range;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;

/**
 * Compares bounds of ranges and keys of rows in the source's order: integers by value, bytes by their upper-case hexadecimal digits. A key
 * has one string for each column of its {@link KeyOrder#ofValues order}. Missing bounds are not supported.
 */
public final class KeyComparator implements Comparator<List<String>> {

    private final boolean[] isNumber;

    /** @param order an order from {@link KeyOrder#ofValues} */
    public KeyComparator(KeyOrder order) {
        isNumber = new boolean[order.columns().size()];
        for (int i = 0; i < isNumber.length; i++) {
            isNumber[i] =
                    order.table().columns().get(order.columns().get(i)).type().isInteger();
        }
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
