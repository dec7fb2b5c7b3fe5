package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** Calls a journal, and waits for a target that does not respond. Every other failure reaches the caller. */
final class RetryingJournal {

    private final Journal journal;
    private final RetryPause pause;
    private final CutoverMachine.Listener listener;

    /** @param listener receives every failure that delays the cutover */
    RetryingJournal(Journal journal, RetryPause pause, CutoverMachine.Listener listener) {
        this.journal = journal;
        this.pause = pause;
        this.listener = listener;
    }

    /** Returns the stored state. Throws the last failure once the pause is stopped. */
    CutoverState read() throws InterruptedException {
        while (true) {
            try {
                return journal.read();
            } catch (GaussferryException e) {
                requireTransient(e);
                listener.waiting(new CutoverState.Idle(), e);
                if (pause.isStopped()) {
                    throw e;
                }
                pause.pause();
            }
        }
    }

    /**
     * Stores the decision to roll back; returns the stored state. The source must not accept writes before it is stored, because another daemon
     * could be about to switch.
     */
    CutoverState rollBack(Advancing at, String reason) throws InterruptedException {
        while (true) {
            try {
                return journal.rollBack(at, reason);
            } catch (GaussferryException e) {
                requireTransient(e);
                listener.waiting(at, e);
                pause.pause();
                CutoverState now = read();
                if (!(now instanceof Advancing) || pause.isStopped()) {
                    return now;
                }
            }
        }
    }

    /** Returns whether a failover cannot forget a decision; otherwise the stored state is to be read again. */
    boolean isConfirmed(Switched at) throws InterruptedException {
        try {
            journal.confirm(at);
            return true;
        } catch (GaussferryException e) {
            requireTransient(e);
            listener.waiting(at, e);
            pause.pause();
            return false;
        }
    }

    /** Checks the ownership: a daemon that has lost it must not retry. If the target does not respond, the next attempt checks again. */
    void requireOwnership() {
        try {
            journal.requireOwnership();
        } catch (GaussferryException e) {
            requireTransient(e);
            listener.waiting(new CutoverState.Idle(), e);
        }
    }

    /** Records the problem of a failure, if the target responds. */
    void recordProblem(GaussferryException failure) {
        try {
            journal.problem(failure.problem());
        } catch (GaussferryException notRecorded) {
            // the listener has received the failure
            notRecorded.addSuppressed(failure);
        }
    }

    /** Throws a failure that a retry cannot resolve. */
    static void requireTransient(GaussferryException failure) {
        if (failure.category() != ErrorCategory.RETRY) {
            throw failure;
        }
    }
}
