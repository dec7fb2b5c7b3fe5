package io.gaussferry.bench.tpcc;

import java.math.BigDecimal;
import java.util.SplittableRandom;

/** TPC-C's random values (clauses 2.1.6 and 4.3.2). For one thread. */
final class TpccRandom {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };

    /** Constants of the non-uniform distribution; TPC-C permits any. */
    private static final int LAST_NAME_CONSTANT = 123;

    private static final int CUSTOMER_CONSTANT = 259;
    private static final int ITEM_CONSTANT = 7911;

    private final SplittableRandom random;
    private final TpccScale scale;

    TpccRandom(SplittableRandom random, TpccScale scale) {
        this.random = random;
        this.scale = scale;
    }

    /** Returns a uniform number, both ends inclusive. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    private int nonUniform(int spread, int constant, int least, int most) {
        return ((between(0, spread) | between(least, most)) + constant) % (most - least + 1) + least;
    }

    int customer() {
        return nonUniform(1_023, CUSTOMER_CONSTANT, 1, scale.customersPerDistrict());
    }

    int item() {
        return nonUniform(8_191, ITEM_CONSTANT, 1, scale.items());
    }

    String lastName() {
        return lastName(nonUniform(255, LAST_NAME_CONSTANT, 0, scale.lastNames() - 1));
    }

    static String lastName(int number) {
        return SYLLABLES[number / 100 % 10] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }

    String text(int least, int most) {
        char[] text = new char[between(least, most)];
        for (int index = 0; index < text.length; index++) {
            text[index] = LETTERS.charAt(random.nextInt(LETTERS.length()));
        }
        return new String(text);
    }

    String digits(int length) {
        char[] text = new char[length];
        for (int index = 0; index < length; index++) {
            text[index] = (char) ('0' + random.nextInt(10));
        }
        return new String(text);
    }

    /** Returns a string; one in ten contains the word ORIGINAL. */
    String data(int least, int most) {
        String text = text(least, most);
        return percent(10) ? text.substring(0, text.length() - 8) + "ORIGINAL" : text;
    }

    /** Returns an amount from {@code least} to {@code most} units of the last decimal. */
    BigDecimal amount(int least, int most, int decimals) {
        return BigDecimal.valueOf(between(least, most), decimals);
    }
}
