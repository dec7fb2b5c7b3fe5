package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What becomes of a cutover next. Pure: asks no server, and no clock. */
sealed interface Decision {

    /** The step is begun, or begun again from its start. */
    record Go() implements Decision {}

    /** The source is given back to its writers. */
    record RollBack(String reason) implements Decision {}

    /** Decides before a step is begun: also by a daemon that finds it unfinished. */
    static Decision before(Advancing at, Instant now) {
        if (!now.isBefore(at.deadline())) {
            return new RollBack(at.step() + " was not done by its deadline, " + at.deadline());
        }
        return new Go();
    }

    /**
     * Decides after a step has failed.
     *
     * @param ended why the step was ended before its time; null if it was not
     */
    static Decision after(Advancing at, GaussferryException failure, @Nullable String ended, Instant now) {
        if (ended != null) {
            return new RollBack(at.step() + ": " + ended);
        }
        if (failure.category() != ErrorCategory.RETRY) {
            return new RollBack(at.step() + ": " + failure.problem());
        }
        if (!now.isBefore(at.deadline())) {
            return new RollBack(at.step() + " was not done by its deadline; last failure: " + failure.problem());
        }
        return new Go();
    }
}
