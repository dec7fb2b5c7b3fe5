package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.CutoverStep;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * The time limits of the steps before the switch; a step that exceeds its limit is rolled back.
 *
 * @param steps the limits that differ from the default
 */
public record StepDeadlines(Map<CutoverStep, Duration> steps) {

    /** From FENCE on, writers are refused; before, both sides are compared. The defaults keep that short and are long enough for tables of some ten million rows. */
    private static final Map<CutoverStep, Duration> DEFAULTS = new EnumMap<>(Map.of(
            CutoverStep.PRECHECK, Duration.ofMinutes(5),
            // writers write, and the lag has a limit of its own
            CutoverStep.PREPARE, Duration.ofHours(6),
            CutoverStep.FENCE, Duration.ofSeconds(30),
            CutoverStep.DRAIN, Duration.ofSeconds(60),
            CutoverStep.VERIFY, Duration.ofMinutes(5),
            CutoverStep.OBJECTS, Duration.ofMinutes(5),
            CutoverStep.ARM, Duration.ofSeconds(60)));

    public StepDeadlines {
        steps = Map.copyOf(steps);
    }

    /** Returns the limit of a step. */
    public Duration of(CutoverStep step) {
        Duration configured = steps.get(step);
        return configured != null ? configured : DEFAULTS.getOrDefault(step, Duration.ofMinutes(5));
    }
}
