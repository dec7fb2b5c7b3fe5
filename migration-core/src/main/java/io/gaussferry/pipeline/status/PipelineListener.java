package io.gaussferry.pipeline.status;

import io.gaussferry.change.CommitListener;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;

/** Hears of a pipeline's course. Called on the pipeline's threads; must not block. */
public interface PipelineListener {

    /** The initial copy is at work; about once a second. */
    void copying(CopyProgress progress);

    /** All rows are copied, by this run or one before; replay begins here. */
    void copied(long rows, Progress progress);

    /** Replay brings rows that were copied at several positions to one, at which the target is a state of the source. */
    void catchingUp(Progress from, GtidSet until);

    /** What becomes of tables that are copied while the others are replayed, in words; about once a second. */
    default void incrementalSnapshot(String news) {}

    /** The source sends what is missing on the target; called before the status says so. */
    void replaying(Progress progress);

    /** Returns who is to hear of every change that replay commits; asked for once a run, before anything is committed. */
    default CommitListener commits() {
        return CommitListener.NONE;
    }

    /** Neither copy nor replay begins before another pipeline lets go of what they share on the target. */
    default void queued(GaussferryException waitsFor) {}

    /** Replay has stopped before a transaction that it cannot pass, and waits for a person. */
    void waiting(GaussferryException failure);

    /** Replay has stopped for a reason that may pass, and starts afresh after the delay. */
    void retrying(GaussferryException failure, Duration delay);
}
