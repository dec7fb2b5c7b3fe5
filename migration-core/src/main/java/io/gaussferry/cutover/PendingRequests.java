package io.gaussferry.cutover;

import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The requests of operators after the switch, until the thread that watches the source performs them. Thread-safe. */
final class PendingRequests {

    private @Nullable ReturnRequest returnRequest;
    private boolean finishRequested;
    private boolean rowRemovalRequested;
    private String rearmReason = "";
    private boolean rearmByOperator;
    private boolean closed;

    /** Requests the return of the writers to the source. */
    synchronized void returnToSource(ReturnRequest request) {
        returnRequest = request;
        notifyAll();
    }

    /** Requests that reverse replication is armed again, even from a server of the target that was replaced before. */
    synchronized void rearm(String reason) {
        rearmReason = reason;
        rearmByOperator = true;
        notifyAll();
    }

    /** Requests that reverse replication is armed again without an operator, unless that is requested already. */
    synchronized void rearmAfterFailover(String reason) {
        if (rearmReason.isEmpty()) {
            rearmReason = reason;
            rearmByOperator = false;
            notifyAll();
        }
    }

    /**
     * Requests the end of the cutover.
     *
     * @param removeRows whether to delete the pipeline's rows on the target, except for the record of the cutover
     */
    synchronized void finish(boolean removeRows) {
        finishRequested = true;
        rowRemovalRequested = removeRows;
        notifyAll();
    }

    /** Ends all waiting. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Waits for a request, but not longer than a time; returns whether one is pending or this object is closed. */
    synchronized boolean awaitNext(boolean canReturn, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis();
                left > 0 && !isPending(canReturn);
                left = (end - System.nanoTime()) / 1_000_000) {
            TimeLimit.await(this, Duration.ofMillis(left));
        }
        return isPending(canReturn);
    }

    private boolean isPending(boolean canReturn) {
        return closed || finishRequested || !rearmReason.isEmpty() || (canReturn && returnRequest != null);
    }

    /** Waits for a time; returns false as soon as this object is closed. */
    synchronized boolean pause(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
            TimeLimit.await(this, Duration.ofMillis(left));
        }
        return !closed;
    }

    /**
     * Removes and returns the requested return; null if there is none. A requested rearming is performed first, and the return remains requested.
     * The end of the cutover cancels all other requests.
     */
    synchronized @Nullable ReturnRequest takeReturn() {
        if (finishRequested) {
            rearmReason = "";
            returnRequest = null;
        }
        if (!rearmReason.isEmpty()) {
            return null;
        }
        ReturnRequest taken = returnRequest;
        returnRequest = null;
        return taken;
    }

    /** Withdraws the request to finish, which failed. */
    synchronized void withdrawFinish() {
        finishRequested = false;
    }

    synchronized boolean isRowRemovalRequested() {
        return rowRemovalRequested;
    }

    /** Returns the reason of a requested or running rearming; empty if there is none. */
    synchronized String rearmReason() {
        return rearmReason;
    }

    /** Returns whether the operator has requested the rearming. */
    synchronized boolean isRearmingByOperator() {
        return rearmByOperator && !rearmReason.isEmpty();
    }

    /** Records that the rearming has ended. */
    synchronized void endRearming() {
        rearmReason = "";
        rearmByOperator = false;
    }
}
