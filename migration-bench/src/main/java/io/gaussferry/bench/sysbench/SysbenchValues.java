package io.gaussferry.bench.sysbench;

import java.util.SplittableRandom;

/**
 * Values in the formats of sysbench's oltp tests. Stateless; the caller owns the random source, so one thread with one seed
 * always generates the same values.
 */
public final class SysbenchValues {
    /** Groups of eleven digits in column {@code c}: 119 characters with the dashes. */
    static final int GROUPS_IN_C = 10;

    /** Groups of eleven digits in column {@code pad}: 59 characters with the dashes. */
    static final int GROUPS_IN_PAD = 5;

    private static final int DIGITS_IN_GROUP = 11;

    private SysbenchValues() {}

    /** Returns a value for column {@code c}: ten groups of eleven digits, joined by dashes. */
    public static String c(SplittableRandom random) {
        return groups(random, GROUPS_IN_C);
    }

    /** Returns a value for column {@code pad}: five groups of eleven digits, joined by dashes. */
    public static String pad(SplittableRandom random) {
        return groups(random, GROUPS_IN_PAD);
    }

    private static String groups(SplittableRandom random, int count) {
        char[] text = new char[count * (DIGITS_IN_GROUP + 1) - 1];
        for (int index = 0; index < text.length; index++) {
            boolean dash = index % (DIGITS_IN_GROUP + 1) == DIGITS_IN_GROUP;
            text[index] = dash ? '-' : (char) ('0' + random.nextInt(10));
        }
        return new String(text);
    }
}
