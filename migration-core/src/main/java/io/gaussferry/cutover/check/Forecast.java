package io.gaussferry.cutover.check;

import io.gaussferry.cutover.state.CutoverStep;
import java.util.List;

/**
 * How long writers would be refused, if the cutover began now.
 *
 * @param parts each step's, in their order
 */
public record Forecast(List<Part> parts) {

    /**
     * A step's share.
     *
     * @param step which
     * @param seconds how long
     * @param basis how that is known
     */
    public record Part(CutoverStep step, double seconds, String basis) {}

    public Forecast {
        parts = List.copyOf(parts);
    }

    /** Returns the sum. */
    public double seconds() {
        return parts.stream().mapToDouble(Part::seconds).sum();
    }
}
