package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on to the replay's listener, in words, how far a copy beside the replay is. */
final class SnapshotNews implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotNews.class);

    private final String tables;
    private final PipelineListener listener;

    /**
     * @param tables the names of those that are copied
     * @param listener the replay's
     */
    SnapshotNews(String tables, PipelineListener listener) {
        this.tables = tables;
        this.listener = listener;
    }

    @Override
    public void copying(CopyProgress progress) {
        say(progress.toString());
    }

    @Override
    public void copied(long rows, Progress progress) {
        say("copied " + rows + " rows, to be replayed from " + progress.describe());
    }

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        say("catching up from " + from.describe());
    }

    @Override
    public void replaying(Progress progress) {
        say("catching up with the other tables from " + progress.describe());
    }

    @Override
    public void retrying(GaussferryException reason, Duration delay) {
        LOG.warn("The copy of {} starts afresh in {} s: {}", tables, delay.toSeconds(), reason.getMessage());
    }

    @Override
    public void waiting(GaussferryException reason) {
        throw new IllegalStateException("a copy beside the replay ends at what it cannot pass", reason);
    }

    private void say(String news) {
        listener.incrementalSnapshot("copy of " + tables + ": " + news);
    }
}
