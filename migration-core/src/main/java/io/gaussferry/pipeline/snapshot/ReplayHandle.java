package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;

/** The operations of the replay that incremental snapshots use. Thread-safe. */
public interface ReplayHandle {

    /** Returns whether the source's changes are being replayed; only then tables can be handed over. */
    boolean isReplaying();

    /**
     * Ends the current run after the appliers have committed their batches, and starts another from the target's
     * progress.
     */
    void restartRun();

    /**
     * Ends the pipeline with the failure of an incremental snapshot, after the appliers have committed their batches.
     */
    void failWith(GaussferryException failure);
}
