package io.gaussferry.pipeline;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import java.time.Duration;

/** Hears of a pipeline's course. Called on the pipeline's threads; must not block. */
public interface PipelineListener {

    /** The initial copy is committed. */
    void copied(long rows, Progress progress);

    /** The source sends what is missing on the target. */
    void replaying(Progress progress);

    /** Replay has stopped for a reason that may pass, and starts afresh after the delay. */
    void retrying(GaussferryException failure, Duration delay);
}
