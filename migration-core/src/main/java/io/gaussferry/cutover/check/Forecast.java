package io.gaussferry.cutover.check;

import io.gaussferry.cutover.state.CutoverStep;
import java.util.List;

/**
 * The expected downtime of a cutover that starts now.
 *
 * @param parts the steps in which writers are refused, in order
 */
public record Forecast(List<Part> parts) {

    /**
     * The expected duration of a step.
     *
     * @param step the step
     * @param seconds its duration
     * @param basis of the estimate
     */
    public record Part(CutoverStep step, double seconds, String basis) {}

    public Forecast {
        parts = List.copyOf(parts);
    }

    /** Returns the total, in seconds. */
    public double seconds() {
        return parts.stream().mapToDouble(Part::seconds).sum();
    }
}
