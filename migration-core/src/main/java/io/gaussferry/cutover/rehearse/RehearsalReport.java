package io.gaussferry.cutover.rehearse;

import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.check.Forecast;
import io.gaussferry.cutover.state.CutoverStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress or the result of a rehearsal.
 *
 * @param state of the rehearsal
 * @param findings of PRECHECK
 * @param steps the completed steps, in order
 * @param forecast of a cutover that starts now; null before the end
 * @param problem why the rehearsal could not be completed; empty if it was or is running
 */
public record RehearsalReport(
        State state,
        List<CutoverFinding> findings,
        List<Step> steps,
        @Nullable Forecast forecast,
        String problem) {

    /** No rehearsal was started by this process. */
    public static final RehearsalReport NONE = new RehearsalReport(State.NONE, List.of(), List.of(), null, "");

    /** The state of a rehearsal. */
    public enum State {
        NONE,
        RUNNING,
        /** Every step was rehearsed, and would succeed. */
        PASSED,
        /** A step would fail, or the rehearsal could not be completed. */
        FAILED
    }

    /**
     * A rehearsed step.
     *
     * @param step the step
     * @param executed whether its work was done, and its time measured
     * @param seconds its time; 0 if it was not executed
     * @param detail a description
     * @param problem the expected failure; empty if there is none
     */
    public record Step(CutoverStep step, boolean executed, double seconds, String detail, String problem) {}

    public RehearsalReport {
        findings = List.copyOf(findings);
        steps = List.copyOf(steps);
    }
}
