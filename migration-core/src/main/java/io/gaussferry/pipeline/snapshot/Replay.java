package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;

/** The replay, as far as it matters to copies of tables beside it. Thread-safe. */
public interface Replay {

    /** Returns whether the source's changes are being replayed: tables can change hands then. */
    boolean isReplaying();

    /** Ends the present run after what is in the appliers is committed, and begins another from what the target has. */
    void beginAnotherRun();

    /** Ends the pipeline with a failure of what works beside it, after what is in the appliers is committed. */
    void endBecauseOf(GaussferryException failure);
}
