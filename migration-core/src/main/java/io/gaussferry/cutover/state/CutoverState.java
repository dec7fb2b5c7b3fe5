package io.gaussferry.cutover.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a pipeline's cutover stands, as the target has it. */
public sealed interface CutoverState {

    /** None was ever begun. */
    record Idle() implements CutoverState {}

    /**
     * A step before the switch is at work, or was when its daemon ended.
     *
     * @param cutover which attempt
     * @param step one before {@link CutoverStep#SWITCH}
     * @param since when it was entered
     * @param deadline when it is given up
     */
    record Advancing(Cutover cutover, CutoverStep step, Instant since, Instant deadline) implements CutoverState {

        public Advancing {
            if (!step.isBeforeSwitch()) {
                throw new IllegalArgumentException(step + " does not come before the switch");
            }
        }
    }

    /**
     * The source is being given back to its writers.
     *
     * @param cutover which attempt
     * @param reason why
     * @param since when that was decided
     */
    record RollingBack(Cutover cutover, String reason, Instant since) implements CutoverState {}

    /**
     * The source has its writers again.
     *
     * @param cutover which attempt
     * @param reason why it was given up
     * @param since when the source was given back
     */
    record RolledBack(Cutover cutover, String reason, Instant since) implements CutoverState {}

    /**
     * The target is the side that may be written to; nothing is replayed any more.
     *
     * @param cutover which attempt
     * @param step {@link CutoverStep#SWITCH} until the application was told, then {@link CutoverStep#WATCH}
     * @param since when that was entered
     * @param switchedAt when it was decided
     */
    record Switched(Cutover cutover, CutoverStep step, Instant since, Instant switchedAt) implements CutoverState {}

    /**
     * All is done; nothing is replayed any more.
     *
     * @param cutover which attempt
     * @param since when
     * @param switchedAt when the target became the side that may be written to
     */
    record Finished(Cutover cutover, Instant since, Instant switchedAt) implements CutoverState {}

    /** Returns the attempt; null where there was none. */
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

    /** Returns whether the decision for the target has been made, after which no daemon replays this pipeline. */
    default boolean isSwitched() {
        return this instanceof Switched || this instanceof Finished;
    }

    /** Returns whether an attempt is at work, and no other may begin. */
    default boolean isAtWork() {
        return this instanceof Advancing || this instanceof RollingBack || this instanceof Switched;
    }
}
