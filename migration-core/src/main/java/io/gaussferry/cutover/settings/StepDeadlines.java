package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.CutoverStep;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How long each step before the switch may take before the source is given back to its writers.
 *
 * @param steps those that are not to have their default
 */
public record StepDeadlines(Map<CutoverStep, Duration> steps) {

    /** From FENCE on, writers are refused: short for what should be, long enough for tables of some ten million rows. */
    private static final Map<CutoverStep, Duration> DEFAULTS = new EnumMap<>(Map.of(
            CutoverStep.PRECHECK, Duration.ofMinutes(5),
            CutoverStep.FENCE, Duration.ofSeconds(30),
            CutoverStep.DRAIN, Duration.ofSeconds(60),
            CutoverStep.VERIFY, Duration.ofMinutes(5),
            CutoverStep.OBJECTS, Duration.ofMinutes(5),
            CutoverStep.ARM, Duration.ofSeconds(60)));

    public StepDeadlines {
        steps = Map.copyOf(steps);
    }

    /** Returns a step's. */
    public Duration of(CutoverStep step) {
        Duration given = steps.get(step);
        return given != null ? given : DEFAULTS.getOrDefault(step, Duration.ofMinutes(5));
    }
}
