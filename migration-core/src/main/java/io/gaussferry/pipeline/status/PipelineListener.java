package io.gaussferry.pipeline.status;

import io.gaussferry.change.CommitListener;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;

/** Receives a pipeline's events. Called on the pipeline's threads; must not block. */
public interface PipelineListener {

    /** Called about once a second during the initial copy. */
    void copying(CopyProgress progress);

    /** Called when all rows are copied, by this run or an earlier one; replay starts at the given progress. */
    void copied(long rows, Progress progress);

    /**
     * Called when the replay of rows that were copied at several positions starts; at the given position the target is
     * consistent.
     */
    void catchingUp(Progress from, GtidSet until);

    /** Called about once a second with the progress of an incremental snapshot, as a message. */
    default void incrementalSnapshot(String message) {}

    /** Called when the source sends the target's missing changes, before the status reports it. */
    void replaying(Progress progress);

    /** Returns the listener for every change that replay commits; called once per run, before the first commit. */
    default CommitListener commits() {
        return CommitListener.NONE;
    }

    /** Called when copy and replay wait until another pipeline releases a shared resource on the target. */
    default void queued(GaussferryException waitsFor) {}

    /** Called when replay has stopped before a transaction that it cannot apply, and waits for the operator. */
    void waiting(GaussferryException failure);

    /** Called when replay has stopped for a temporary reason; it restarts after the delay. */
    void retrying(GaussferryException failure, Duration delay);
}
