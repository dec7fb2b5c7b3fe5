package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverStep;
import java.util.Map;

/** The user's commands before and after the steps. */
public interface Hooks {

    /** When a hook runs. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** Without any. */
    Hooks NONE = (step, moment, cutover, reason) -> {};

    /**
     * Runs the command for a moment of a step, if there is one.
     *
     * @param reason why the cutover is rolled back; empty while it is not
     * @throws io.gaussferry.error.GaussferryException not of category RETRY, if it fails or takes too long
     */
    void run(CutoverStep step, Moment moment, Cutover cutover, String reason) throws InterruptedException;

    /** Returns the variables that a command gets, beside those of every program; no secrets. */
    static Map<String, String> environment(
            String pipeline, CutoverStep step, String moment, Cutover cutover, String reason) {
        return Map.of(
                "GAUSSFERRY_PIPELINE",
                pipeline,
                "GAUSSFERRY_CUTOVER_ID",
                cutover.id(),
                "GAUSSFERRY_CUTOVER_STEP",
                step.name(),
                "GAUSSFERRY_CUTOVER_MOMENT",
                moment,
                "GAUSSFERRY_CUTOVER_OPERATOR",
                cutover.request().operator(),
                "GAUSSFERRY_CUTOVER_POSITION",
                cutover.standStill() == null ? "" : cutover.standStill().toString(),
                "GAUSSFERRY_CUTOVER_REASON",
                reason);
    }
}
