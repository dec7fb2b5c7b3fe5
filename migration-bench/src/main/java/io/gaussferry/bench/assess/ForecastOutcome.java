package io.gaussferry.bench.assess;

/**
 * A forecast and its outcome.
 *
 * @param low the lower bound of the forecast, seconds
 * @param likely the forecast
 * @param high the upper bound
 * @param actual the outcome
 */
record ForecastOutcome(double low, double likely, double high, double actual) {

    /** The deviation that counts as a good forecast. */
    static final double TOLERANCE = 0.25;

    /** Returns the relative deviation of the forecast: positive if it was too long. */
    double deviation() {
        return likely / actual - 1;
    }

    boolean isWithinTolerance() {
        return Math.abs(deviation()) <= TOLERANCE;
    }

    boolean isWithinInterval() {
        return low <= actual && actual <= high;
    }
}
