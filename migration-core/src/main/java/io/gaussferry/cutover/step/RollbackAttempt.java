package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.GaussferryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Returns the source to its writers, with the hooks of the rollback. */
final class RollbackAttempt {

    private static final Logger LOG = LoggerFactory.getLogger(RollbackAttempt.class);

    private final CutoverMachine.Parts parts;
    private final RetryingJournal retrying;
    private final RetryPause pause;
    private final CutoverMachine.Listener listener;

    RollbackAttempt(
            CutoverMachine.Parts parts, RetryingJournal retrying, RetryPause pause, CutoverMachine.Listener listener) {
        this.parts = parts;
        this.retrying = retrying;
        this.pause = pause;
        this.listener = listener;
    }

    /**
     * Makes one attempt; returns the state after it. The caller makes another one while that is the rollback, without limit, because both sides
     * refuse writes meanwhile.
     */
    CutoverState run(RollingBack at) throws InterruptedException {
        try {
            parts.journal().confirm(at);
            runQuietly(Moment.BEFORE, at);
            String detail = parts.rollback().run(at);
            // before the end is recorded: a daemon that is killed meanwhile would never run it
            runQuietly(Moment.AFTER, at);
            return parts.journal().rolledBack(at, detail);
        } catch (GaussferryException e) {
            return afterFailure(at, e);
        } catch (RuntimeException | Error e) {
            LOG.error("A defect in Gaussferry interrupted the rollback", e);
            return afterFailure(at, GaussferryException.ofDefect(e));
        }
    }

    private CutoverState afterFailure(RollingBack at, GaussferryException failure) throws InterruptedException {
        listener.waiting(at, failure);
        retrying.recordProblem(failure);
        pause.pause();
        retrying.requireOwnership();
        return retrying.read();
    }

    /** Runs a hook of the rollback, which its failure must not stop. */
    private void runQuietly(Moment moment, RollingBack at) throws InterruptedException {
        try {
            parts.hooks().run(CutoverStep.ROLLBACK, moment, at.cutover(), at.reason());
        } catch (GaussferryException e) {
            listener.waiting(at, e);
            retrying.recordProblem(e);
        }
    }
}
