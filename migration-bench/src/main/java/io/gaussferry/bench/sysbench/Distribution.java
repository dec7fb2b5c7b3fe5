package io.gaussferry.bench.sysbench;

import java.util.SplittableRandom;

/** The distribution of row ids and values of {@code k} from 1 to the table's size. */
public enum Distribution {
    /**
     * Sysbench's default ("special", with its default parameters): three in four draws are uniform over the middle hundredth
     * of the range; the fourth is the mean of twelve uniform draws. A few rows therefore change repeatedly.
     */
    SPECIAL {
        @Override
        int draw(SplittableRandom random, int size) {
            if (random.nextInt(100) < HOT_PERCENT) {
                int hot = Math.max(1, size / 100);
                return 1 + (size - hot) / 2 + random.nextInt(hot);
            }
            long sum = 0;
            for (int iteration = 0; iteration < MEAN_OF; iteration++) {
                sum += random.nextInt(size);
            }
            return 1 + (int) (sum / MEAN_OF);
        }
    },

    /** Every value is equally likely. */
    UNIFORM {
        @Override
        int draw(SplittableRandom random, int size) {
            return 1 + random.nextInt(size);
        }
    };

    /** Sysbench's {@code rand-spec-res}. */
    private static final int HOT_PERCENT = 75;

    /** Sysbench's {@code rand-spec-iter}. */
    private static final int MEAN_OF = 12;

    /** Returns a number from 1 to {@code size}, inclusive. */
    abstract int draw(SplittableRandom random, int size);
}
