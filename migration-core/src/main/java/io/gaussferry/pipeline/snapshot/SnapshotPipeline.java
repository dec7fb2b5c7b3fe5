package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import java.time.Duration;

/** A pipeline that copies a few tables while the others are replayed: the operations that its owner uses. */
public interface SnapshotPipeline {

    /** Creates pipelines. */
    interface Factory {

        /**
         * @param settings of the pipeline
         * @param listener receives its events
         */
        SnapshotPipeline create(PipelineSettings settings, PipelineListener listener);
    }

    /**
     * Runs until the pipeline is stopped.
     *
     * @throws GaussferryException if the pipeline cannot continue
     */
    void run() throws InterruptedException;

    /**
     * Commits the started batches, and makes {@link #run} return; any thread.
     *
     * @param patience the longest time to wait; uncommitted work is then rolled back
     * @return whether all started batches were committed
     */
    boolean stop(Duration patience) throws InterruptedException;
}
