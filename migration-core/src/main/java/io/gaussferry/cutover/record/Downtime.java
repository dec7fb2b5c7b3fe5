package io.gaussferry.cutover.record;

import io.gaussferry.cutover.record.CutoverStatus.Step;
import io.gaussferry.cutover.state.CutoverStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The time for which writers were refused, by part. */
public final class Downtime {

    /** The steps in which writers are refused. The last includes the hook that redirects the application to the target. */
    private static final Set<CutoverStep> STEPS = EnumSet.range(CutoverStep.FENCE, CutoverStep.SWITCH);

    /** A LIKE pattern for the names of the facts. */
    static final String FACTS = "milliseconds%";

    private static final String COUNTING = "millisecondsCounting";
    private static final String COMPARING = "millisecondsComparing";

    private Downtime() {}

    /**
     * A part of the downtime.
     *
     * @param name of a step or, for {@link CutoverStep#VERIFY}, of one of its phases
     * @param seconds its duration
     */
    public record Part(String name, double seconds) {}

    /** Adds the durations of the comparison to the evidence. */
    public static void note(Map<String, List<String>> facts, Duration counting, Duration comparing) {
        facts.put(COUNTING, List.of(Long.toString(counting.toMillis())));
        facts.put(COMPARING, List.of(Long.toString(comparing.toMillis())));
    }

    /**
     * Returns the completed parts, in order.
     *
     * @param steps of one attempt; a step that was repeated after a crash counts with the sum of its runs
     * @param facts recorded by its comparison
     */
    public static List<Part> parts(List<Step> steps, Map<String, List<String>> facts) {
        List<Part> parts = new ArrayList<>();
        for (CutoverStep step : STEPS) {
            double seconds = steps.stream()
                    .filter(one -> one.step().equals(step.name()))
                    .mapToDouble(Downtime::seconds)
                    .sum();
            if (seconds == 0) {
                continue;
            }
            if (step == CutoverStep.VERIFY) {
                double counting = Math.min(seconds, seconds(facts, COUNTING));
                double comparing = Math.min(seconds - counting, seconds(facts, COMPARING));
                parts.add(new Part("VERIFY counts", counting));
                parts.add(new Part("VERIFY contents", comparing));
                parts.add(new Part("VERIFY other", seconds - counting - comparing));
            } else {
                parts.add(new Part(step.name(), seconds));
            }
        }
        return List.copyOf(parts);
    }

    private static double seconds(Step step) {
        @Nullable Instant ended = step.ended();
        return ended == null ? 0 : Duration.between(step.started(), ended).toMillis() / 1e3;
    }

    private static double seconds(Map<String, List<String>> facts, String name) {
        return facts.getOrDefault(name, List.of()).stream()
                        .mapToLong(Long::parseLong)
                        .sum()
                / 1e3;
    }
}
