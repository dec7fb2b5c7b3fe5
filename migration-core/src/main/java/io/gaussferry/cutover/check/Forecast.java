package io.gaussferry.cutover.check;

import io.gaussferry.cutover.state.CutoverStep;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    /**
     * Returns why the cutover must not refuse writers for so long; empty if the forecast is within the limit.
     *
     * @param maximum {@code gaussferry.cutover.maximum-refused}
     */
    public Optional<CutoverFinding> excess(Duration maximum) {
        if (seconds() <= maximum.toMillis() / 1e3) {
            return Optional.empty();
        }
        Part longest = parts.stream().max(Comparator.comparing(Part::seconds)).orElseThrow();
        return Optional.of(CutoverFinding.blocker(
                String.format(
                        Locale.ROOT,
                        "Writers would be refused for about %.1f s, which exceeds gaussferry.cutover.maximum-refused (%.0f s);"
                                + " %.1f s of it in %s: %s.",
                        seconds(),
                        maximum.toMillis() / 1e3,
                        longest.seconds(),
                        longest.step(),
                        longest.basis()),
                remedy(longest.step()) + "; or raise gaussferry.cutover.maximum-refused"));
    }

    private static String remedy(CutoverStep step) {
        return switch (step) {
            case DRAIN -> "wait until replication has caught up, see gaussferry status";
            case VERIFY ->
                "complete a round of the comparison shortly before (gaussferry.verify.share), after which only changed rows are"
                        + " compared; or choose --verify counts";
            case OBJECTS -> "run gaussferry cutover prepare, or create the listed objects before";
            case ARM -> "end long transactions on the target; or start with --no-reverse-replication";
            default -> "reduce the load of both servers";
        };
    }
}
