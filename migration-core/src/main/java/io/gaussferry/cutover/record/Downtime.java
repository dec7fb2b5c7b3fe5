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

/** For how long writers were refused, part by part. */
public final class Downtime {

    /** Writers are refused from the first to the last; the hook that sends the application to the target is a part of the last. */
    private static final Set<CutoverStep> STEPS = EnumSet.range(CutoverStep.FENCE, CutoverStep.SWITCH);

    /** The names of the facts that are read, as a pattern for LIKE. */
    static final String FACTS = "milliseconds%";

    private static final String COUNTING = "millisecondsCounting";
    private static final String COMPARING = "millisecondsComparing";

    private Downtime() {}

    /**
     * A part.
     *
     * @param name a step's or, of {@link CutoverStep#VERIFY}, what it did
     * @param seconds how long it took
     */
    public record Part(String name, double seconds) {}

    /** Adds to what is kept as evidence how long the comparison took. */
    public static void note(Map<String, List<String>> facts, Duration counting, Duration comparing) {
        facts.put(COUNTING, List.of(Long.toString(counting.toMillis())));
        facts.put(COMPARING, List.of(Long.toString(comparing.toMillis())));
    }

    /**
     * Returns the parts that are over, in their order.
     *
     * @param steps of one attempt; one that was done again after a crash counts as often as it was done
     * @param facts what its comparison has left
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
        return ended == null ? 0 : Duration.between(step.begun(), ended).toMillis() / 1e3;
    }

    private static double seconds(Map<String, List<String>> facts, String name) {
        return facts.getOrDefault(name, List.of()).stream()
                        .mapToLong(Long::parseLong)
                        .sum()
                / 1e3;
    }
}
