package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redirects the application to the target after the switch, by the hooks. */
final class Redirection {

    private static final Logger LOG = LoggerFactory.getLogger(Redirection.class);

    private final CutoverMachine.Parts parts;
    private final RetryingJournal retrying;
    private final RetryPause pause;
    private final CutoverMachine.Listener listener;

    Redirection(
            CutoverMachine.Parts parts, RetryingJournal retrying, RetryPause pause, CutoverMachine.Listener listener) {
        this.parts = parts;
        this.retrying = retrying;
        this.pause = pause;
        this.listener = listener;
    }

    /** Makes one attempt; returns false if the machine was stopped, or an operator has to intervene. */
    boolean run(Switched at) throws InterruptedException {
        Hooks hooks = parts.hooks();
        try {
            parts.openTarget().run();
            hooks.run(CutoverStep.SWITCH, Moment.AFTER, at.cutover(), "");
            hooks.run(CutoverStep.WATCH, Moment.BEFORE, at.cutover(), "");
            parts.journal().watch(at, "the application was redirected to the target");
            removeFenceQuietly();
            return true;
        } catch (GaussferryException e) {
            listener.waiting(at, e);
            if (e.category() == ErrorCategory.RETRY) {
                pause.pause();
                return !pause.isStopped();
            }
            retrying.recordProblem(e);
            return false;
        }
    }

    /** Its failure is not one of the cutover: the remaining triggers have no effect. */
    private void removeFenceQuietly() throws InterruptedException {
        try {
            parts.removeFence().run();
        } catch (GaussferryException e) {
            LOG.info("The lowered fence remains on the target, without effect: {}", e.problem());
        }
    }
}
