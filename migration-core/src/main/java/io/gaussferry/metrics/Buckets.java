package io.gaussferry.metrics;

import java.util.Arrays;
import java.util.List;

/** A histogram with few fixed buckets, for export to monitoring systems. Not thread-safe. */
public final class Buckets {

    private final List<Double> bounds;
    private final long[] counts;
    private double sum;

    /** @param bounds the inclusive upper bounds of all buckets except the last, which is unbounded; ascending */
    Buckets(List<Double> bounds) {
        this.bounds = List.copyOf(bounds);
        this.counts = new long[bounds.size() + 1];
    }

    void add(double value) {
        int bucket = 0;
        while (bucket < bounds.size() && value > bounds.get(bucket)) {
            bucket++;
        }
        counts[bucket]++;
        sum += value;
    }

    Histogram view() {
        return new Histogram(bounds, Arrays.stream(counts).boxed().toList(), sum);
    }

    /**
     * A snapshot of a histogram.
     *
     * @param bounds the inclusive upper bounds of all buckets except the last
     * @param counts the number of values in each bucket, one more than there are bounds
     * @param sum of all values
     */
    public record Histogram(List<Double> bounds, List<Long> counts, double sum) {}
}
