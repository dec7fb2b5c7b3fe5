package io.gaussferry.cutover;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.GaussferryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the user's commands around a return: one pauses the application before the target refuses writes. If the return fails, the command that
 * redirected the application to the target runs again, so that no application remains paused. After a successful return, the rollback's
 * commands run. Confined to one thread.
 */
final class ReturnHooks {

    private static final Logger LOG = LoggerFactory.getLogger(ReturnHooks.class);

    private final Hooks hooks;
    private boolean isPaused;

    ReturnHooks(Hooks hooks) {
        this.hooks = hooks;
    }

    /**
     * Pauses the application.
     *
     * @throws GaussferryException if the command fails
     */
    void pause(Switched at, String reason) throws InterruptedException {
        // a command that fails may have paused a part of the application
        assumePaused();
        hooks.run(CutoverStep.WATCH, Moment.RETURN, at.cutover(), reason);
    }

    /** Makes {@link #resume} run its command if another daemon may have paused the application. */
    void assumePaused() {
        isPaused = hooks.has(CutoverStep.WATCH, Moment.RETURN);
    }

    /** Records that the application writes to the source. */
    void end() {
        isPaused = false;
    }

    /** Sends a paused application to the target. Returns a suffix for a message that describes a failure; empty without one. */
    String resume(Switched at) throws InterruptedException {
        if (!isPaused) {
            return "";
        }
        isPaused = false;
        try {
            LOG.info("The application writes to the target again; repeating after-switch");
            hooks.run(CutoverStep.SWITCH, Moment.AFTER, at.cutover(), "");
            return "";
        } catch (GaussferryException e) {
            LOG.error("The application may still be paused: {}", e.getMessage());
            return " The application may still be paused, resume it by hand: " + e.problem();
        }
    }
}
