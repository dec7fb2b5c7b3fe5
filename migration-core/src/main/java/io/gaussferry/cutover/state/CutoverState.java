package io.gaussferry.cutover.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of a pipeline's cutover, as stored on the target. */
public sealed interface CutoverState {

    /** No cutover was ever started. */
    record Idle() implements CutoverState {}

    /**
     * A step before the switch is running, or was running when its daemon ended.
     *
     * @param cutover the attempt
     * @param step one before {@link CutoverStep#SWITCH}
     * @param since when the step started
     * @param deadline when the step is aborted
     */
    record Advancing(Cutover cutover, CutoverStep step, Instant since, Instant deadline) implements CutoverState {

        public Advancing {
            if (!step.isBeforeSwitch()) {
                throw new IllegalArgumentException(step + " is not a step before the switch");
            }
        }
    }

    /**
     * The cutover is being rolled back: the source is being opened to its writers.
     *
     * @param cutover the attempt
     * @param reason for the rollback
     * @param since when the rollback was decided
     */
    record RollingBack(Cutover cutover, String reason, Instant since) implements CutoverState {}

    /**
     * The cutover was rolled back: the source accepts writes again.
     *
     * @param cutover the attempt
     * @param reason for the rollback
     * @param since when the source was opened
     */
    record RolledBack(Cutover cutover, String reason, Instant since) implements CutoverState {}

    /**
     * The target is the active side; replication from the source has ended.
     *
     * @param cutover the attempt
     * @param step {@link CutoverStep#SWITCH} until the hooks of the application have run, then {@link CutoverStep#WATCH}
     * @param since when the step started
     * @param switchedAt when the switch was decided
     */
    record Switched(Cutover cutover, CutoverStep step, Instant since, Instant switchedAt) implements CutoverState {}

    /**
     * The cutover is finished; replication from the source has ended.
     *
     * @param cutover the attempt
     * @param since when it was finished
     * @param switchedAt when the target became the active side
     */
    record Finished(Cutover cutover, Instant since, Instant switchedAt) implements CutoverState {}

    /** Returns the attempt; null if there was none. */
    default @Nullable Cutover attempt() {
        // Java 17 has no patterns in switch
        if (this instanceof Advancing at) {
            return at.cutover();
        }
        if (this instanceof RollingBack back) {
            return back.cutover();
        }
        if (this instanceof RolledBack back) {
            return back.cutover();
        }
        if (this instanceof Switched switched) {
            return switched.cutover();
        }
        return this instanceof Finished finished ? finished.cutover() : null;
    }

    /** Returns a description for the log. */
    default String description() {
        if (this instanceof Advancing at) {
            return at.step() + ", deadline " + at.deadline();
        }
        if (this instanceof RollingBack back) {
            return "returning the source to its writers: " + back.reason();
        }
        if (this instanceof RolledBack back) {
            return "the source accepts writes again: " + back.reason();
        }
        if (this instanceof Switched switched) {
            return switched.step() + ", switched at " + switched.switchedAt();
        }
        return this instanceof Finished ? "finished" : "none";
    }

    /** Returns whether the switch has been decided, after which no daemon replicates this pipeline from the source. */
    default boolean isSwitched() {
        return this instanceof Switched || this instanceof Finished;
    }

    /** Returns whether an attempt is running, so that no other may start. */
    default boolean isInProgress() {
        return this instanceof Advancing || this instanceof RollingBack || this instanceof Switched;
    }
}
