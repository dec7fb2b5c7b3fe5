package io.gaussferry.assess.forecast;

import java.util.List;

/**
 * An estimated quantity, zero or more, with an interval.
 *
 * @param low the lower bound
 * @param likely the expected value
 * @param high the upper bound; infinite if there is none
 */
public record Estimate(double low, double likely, double high) {

    /** No time. */
    public static final Estimate ZERO = new Estimate(0, 0, 0);

    public Estimate {
        if (!(0 <= low && low <= likely && likely <= high)) {
            throw new IllegalArgumentException("not an interval: " + low + ", " + likely + ", " + high);
        }
    }

    /** Returns a known quantity. */
    public static Estimate exactly(double value) {
        return new Estimate(value, value, value);
    }

    /**
     * Returns an interval around a value.
     *
     * @param error the relative error, zero or more: 0.5 means two thirds to one and a half
     */
    public static Estimate around(double likely, double error) {
        return new Estimate(likely / (1 + error), likely, likely * (1 + error));
    }

    /** Returns the sum if both quantities may be at the same end of their intervals. */
    public Estimate plus(Estimate other) {
        return new Estimate(low + other.low, likely + other.likely, high + other.high);
    }

    /** Returns the multiple. */
    public Estimate times(double factor) {
        return new Estimate(factor * low, factor * likely, factor * high);
    }

    /** Returns the larger of this and another quantity. */
    public Estimate orMore(double least) {
        return new Estimate(Math.max(low, least), Math.max(likely, least), Math.max(high, least));
    }

    /**
     * Returns the sum of independent quantities: the deviations partly cancel out, so that the interval is narrower than the sum of the
     * intervals.
     */
    public static Estimate sumOfIndependent(List<Estimate> quantities) {
        double likely = 0;
        double below = 0;
        double above = 0;
        for (Estimate one : quantities) {
            likely += one.likely;
            below += (one.likely - one.low) * (one.likely - one.low);
            above += (one.high - one.likely) * (one.high - one.likely);
        }
        return new Estimate(Math.max(0, likely - Math.sqrt(below)), likely, likely + Math.sqrt(above));
    }
}
