package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The next action of a cutover. Pure: uses no server and no clock. */
sealed interface Decision {

    /** The step starts or restarts. */
    record Proceed() implements Decision {}

    /** The cutover is rolled back. */
    record RollBack(String reason) implements Decision {}

    /** Decides before a step starts, including a step that another run left unfinished. */
    static Decision before(Advancing at, Instant now) {
        if (!now.isBefore(at.deadline())) {
            return new RollBack(at.step() + " missed its deadline, " + at.deadline());
        }
        return new Proceed();
    }

    /**
     * Decides after a step has failed.
     *
     * @param aborted why the step was aborted; null if it was not
     */
    static Decision after(Advancing at, GaussferryException failure, @Nullable String aborted, Instant now) {
        boolean isLate = !now.isBefore(at.deadline());
        if (aborted != null) {
            // the cause of a step that exceeds its deadline
            boolean isCause = isLate && failure.code() != ErrorCode.CUTOVER_STEP_ABORTED;
            return new RollBack(at.step() + ": " + aborted + (isCause ? "; last failure: " + failure.problem() : ""));
        }
        if (failure.category() != ErrorCategory.RETRY) {
            return new RollBack(at.step() + ": " + failure.problem());
        }
        if (isLate) {
            return new RollBack(at.step() + " missed its deadline; last failure: " + failure.problem());
        }
        return new Proceed();
    }
}
