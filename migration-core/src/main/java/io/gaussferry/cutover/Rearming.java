package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseRearming;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Performs requests to arm reverse replication after the switch. A failure is reported, and the watch continues. Confined to one thread. */
final class Rearming {

    private static final Logger LOG = LoggerFactory.getLogger(Rearming.class);

    private final PendingRequests requests;
    private final SourceAdmission admission;
    private final Consumer<CutoverState> stateListener;
    private final WatchProblem problem;

    /** @param stateListener receives every new state of the cutover */
    Rearming(
            PendingRequests requests,
            SourceAdmission admission,
            Consumer<CutoverState> stateListener,
            WatchProblem problem) {
        this.requests = requests;
        this.admission = admission;
        this.stateListener = stateListener;
        this.problem = problem;
    }

    /** Arms reverse replication again, while none runs; the caller starts it. */
    void run(AttemptComponents components) throws InterruptedException {
        LOG.warn("Arming reverse replication again: {}", requests.rearmReason());
        try {
            LOG.info(
                    "Reverse replication is armed again: {}",
                    new ReverseRearming(components.reverse(), components.journal(), requests.isRearmingByOperator())
                            .run());
            problem.clear();
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            report(e);
        } catch (RuntimeException e) {
            // no defect may end the watch over the source
            LOG.error("A defect in Gaussferry interrupted the rearming", e);
            report(GaussferryException.ofDefect(e));
        } finally {
            requests.endRearming();
        }
    }

    /**
     * Makes the source accept the writes of a reverse replication that was declined at the switch. Returns the changed state, after which
     * it is armed; empty if it is not possible.
     */
    Optional<CutoverState> admit(Switched at, AttemptComponents components) throws InterruptedException {
        try {
            List<String> obstacles = components.arming().check();
            if (!obstacles.isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.REVERSE_REPLICATION_IMPOSSIBLE,
                        "Reverse replication is not possible: " + String.join(" ", obstacles),
                        "solve each problem, and repeat gaussferry cutover rearm",
                        null);
            }
            admission.prepare(at, components);
            Switched admitted = components.journal().admitReverseReplication(at);
            stateListener.accept(admitted);
            return Optional.of(admitted);
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            report(e);
        } catch (RuntimeException e) {
            LOG.error("A defect in Gaussferry interrupted the arming", e);
            report(GaussferryException.ofDefect(e));
        }
        requests.endRearming();
        return Optional.empty();
    }

    /** Makes the source follow a server of the target that was replaced, because the operator requires it. */
    void acceptReplaced(AttemptComponents components) throws InterruptedException {
        try {
            new ReverseRearming(components.reverse(), components.journal(), true).accept();
            LOG.warn("Reverse replication follows a server that was replaced before: {}", requests.rearmReason());
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            report(e);
            requests.endRearming();
        }
    }

    private void report(GaussferryException failure) {
        problem.failed(FailedRequest.message(
                "Reverse replication could not be armed again",
                "gaussferry cutover rearm --config FILE --reason TEXT",
                failure));
    }
}
