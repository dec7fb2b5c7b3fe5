package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines whether the target has recorded the decision to return the writers to the source: only its acknowledgement may be lost. Until that
 * is known, neither side may accept writes.
 */
final class ReturnDecision {

    private static final Logger LOG = LoggerFactory.getLogger(ReturnDecision.class);

    private final Supplier<CutoverState> state;
    private final CutoverMachine.TargetOpening target;
    private final Duration retryDelay;

    /**
     * @param state reads the stored state
     * @param target opens the target to its writers
     */
    ReturnDecision(Supplier<CutoverState> state, CutoverMachine.TargetOpening target, Duration retryDelay) {
        this.state = state;
        this.target = target;
        this.retryDelay = retryDelay;
    }

    /**
     * Returns the decision; null if there is none, and the target accepts writes again. Waits for a target that does not respond.
     *
     * @throws FencedException if another process has taken over the pipeline, which continues
     */
    @Nullable
    RollingBack resolve() throws InterruptedException {
        String last = "";
        while (true) {
            try {
                if (state.get() instanceof RollingBack decided) {
                    return decided;
                }
                target.run();
                return null;
            } catch (FencedException e) {
                throw e;
            } catch (GaussferryException e) {
                if (!e.problem().equals(last)) {
                    LOG.warn("The outcome of the return is not known yet: {}", e.problem());
                    last = e.problem();
                }
                Thread.sleep(retryDelay.toMillis());
            }
        }
    }
}
