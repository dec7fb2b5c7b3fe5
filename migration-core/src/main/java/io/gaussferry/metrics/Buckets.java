package io.gaussferry.metrics;

import java.util.Arrays;
import java.util.List;

/** A histogram with few fixed buckets, for whoever reads it from outside. Not thread-safe. */
public final class Buckets {

    private final List<Double> bounds;
    private final long[] counts;
    private double sum;

    /** @param bounds the highest value of each bucket but the last, which has none; ascending */
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
     * A histogram at one moment.
     *
     * @param bounds the highest value of each bucket but the last
     * @param counts how many values each bucket has, one more than there are bounds
     * @param sum of all values
     */
    public record Histogram(List<Double> bounds, List<Long> counts, double sum) {}
}
