package io.gaussferry.bench.measure;

import java.util.Arrays;

/** Statistics of many numbers. */
final class Statistics {
    private Statistics() {}

    /** Returns the smallest number that at least {@code percent} in a hundred do not exceed; NaN of an empty array. */
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
