package io.gaussferry.bench.measure;

import java.util.Arrays;

/** What a reader wants to know of many numbers. */
final class Statistics {
    private Statistics() {}

    /** The smallest number that at least {@code percent} in a hundred do not exceed; NaN of none. */
    static double percentile(double[] numbers, double percent) {
        if (numbers.length == 0) {
            return Double.NaN;
        }
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
    }
}
