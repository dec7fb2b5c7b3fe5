package io.gaussferry.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/** What a reader wants to know of many numbers. */
final class Statistics {
    private Statistics() {}

    /** The middle one, or the mean of the two in the middle; NaN of none. */
    static double median(Collection<Double> numbers) {
        double[] sorted =
                numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

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
