package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.StepControl;
import java.util.Map;

/** Runs the user's commands before and after the steps. */
public interface Hooks {

    /** The moment of a hook relative to its step. */
    enum Moment {
        BEFORE,
        AFTER,
        /** Within {@link CutoverStep#WATCH}, before the target refuses writes because the writers return to the source. */
        RETURN
    }

    /** No hooks. */
    Hooks NONE = (step, moment, cutover, reason) -> {};

    /**
     * Runs the command for a moment of a step, if one is configured.
     *
     * @param reason of the rollback or return; empty if there is none
     * @throws io.gaussferry.error.GaussferryException of a category other than RETRY, if the command fails or times out
     */
    void run(CutoverStep step, Moment moment, Cutover cutover, String reason) throws InterruptedException;

    /**
     * Runs the command of a step before the switch, if one is configured. A request to roll back and the deadline of the step end it: writers
     * may be refused meanwhile.
     *
     * @param control of the step
     * @throws io.gaussferry.error.GaussferryException of a category other than RETRY, if the command fails, times out or is ended
     */
    default void run(CutoverStep step, Moment moment, Cutover cutover, StepControl control)
            throws InterruptedException {
        run(step, moment, cutover, "");
    }

    /** Returns whether a command is configured for a moment of a step. */
    default boolean has(CutoverStep step, Moment moment) {
        return false;
    }

    /** Returns the variables of a command, in addition to those of every program; no secrets. */
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
                cutover.fencedPosition() == null ? "" : cutover.fencedPosition().toString(),
                "GAUSSFERRY_CUTOVER_REASON",
                reason);
    }
}
