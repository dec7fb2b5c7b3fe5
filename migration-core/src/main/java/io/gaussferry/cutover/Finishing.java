package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.Optional;

/**
 * Performs the request to finish the cutover. If it fails for good, the request is withdrawn, the problem is reported, and the watch continues:
 * the operator repeats it. Confined to one thread.
 */
final class Finishing {

    private final PendingRequests requests;
    private final WatchProblem problem;
    private final Duration retryInterval;

    /** The final actions of a cutover. Each method may be repeated. */
    interface Work {

        /** Ends the retention of the target's log for reverse replication. */
        void disarm() throws InterruptedException;

        /** Removes the guards, which nothing needs any longer. */
        void removeGuards() throws InterruptedException;

        /** Records the end of the cutover. */
        Finished record();

        /** Deletes the pipeline's rows on the target. */
        void removeRows() throws InterruptedException;
    }

    /** @param retryInterval between attempts while the target does not respond */
    Finishing(PendingRequests requests, WatchProblem problem, Duration retryInterval) {
        this.requests = requests;
        this.problem = problem;
        this.retryInterval = retryInterval;
    }

    /** Returns the final state; empty if it failed, or the requests were closed first. */
    Optional<Finished> run(Work work) throws InterruptedException {
        try {
            work.disarm();
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            // the target still retains its log
            withdraw(e);
            return Optional.empty();
        }
        // reverse replication is removed: the end is recorded as soon as the target responds
        while (true) {
            try {
                work.removeGuards();
                Finished end = work.record();
                problem.clear();
                removeRows(work);
                return Optional.of(end);
            } catch (FencedException e) {
                throw e;
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY) {
                    withdraw(e);
                    return Optional.empty();
                }
                problem.obstacle("The cutover is not finished yet: " + e.getMessage());
            }
            if (!requests.pause(retryInterval)) {
                return Optional.empty();
            }
        }
    }

    private void withdraw(GaussferryException failure) {
        problem.failed(FailedRequest.message(
                "The cutover could not be finished", "gaussferry cutover finish --config FILE", failure));
        requests.withdrawFinish();
    }

    /** Removes the pipeline's rows, if that was requested. The cutover is finished, even if they remain. */
    private void removeRows(Work work) throws InterruptedException {
        if (!requests.isRowRemovalRequested()) {
            return;
        }
        try {
            work.removeRows();
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY || e instanceof FencedException) {
                throw e;
            }
            problem.failed("The cutover is finished, and the pipeline's rows remain on the target: " + e.getMessage());
        }
    }
}
