package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the progress of an incremental snapshot to the replay's listener. */
final class SnapshotProgressListener implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotProgressListener.class);

    private final String tables;
    private final PipelineListener listener;

    /**
     * @param tables the names of the copied tables
     * @param listener the replay's listener
     */
    SnapshotProgressListener(String tables, PipelineListener listener) {
        this.tables = tables;
        this.listener = listener;
    }

    @Override
    public void copying(CopyProgress progress) {
        report(progress.toString());
    }

    @Override
    public void copied(long rows, Progress progress) {
        report("copied " + rows + " rows, replaying from " + progress.describe());
    }

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        report("catching up from " + from.describe());
    }

    @Override
    public void replaying(Progress progress) {
        report("catching up with the other tables from " + progress.describe());
    }

    @Override
    public void retrying(GaussferryException reason, Duration delay) {
        LOG.warn(
                "Restarting the incremental snapshot of {} in {} s: {}",
                tables,
                delay.toSeconds(),
                reason.getMessage());
    }

    @Override
    public void waiting(GaussferryException reason) {
        throw new IllegalStateException("an incremental snapshot fails instead of waiting for the operator", reason);
    }

    private void report(String message) {
        listener.incrementalSnapshot("copy of " + tables + ": " + message);
    }
}
