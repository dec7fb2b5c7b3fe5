package io.gaussferry.pipeline;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline of few tables beside the one that replays all others, from their copy on until it is stopped. */
final class IncrementalSnapshot implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshot.class);

    private final Set<TableId> tables;
    private final PipelineListener listener;
    private final Pipeline pipeline;
    private final Thread thread = new Thread(this::run, "table-copy");
    private volatile @Nullable GaussferryException failure;

    /** @param listener hears how far it is */
    IncrementalSnapshot(PipelineSettings settings, Set<TableId> tables, PipelineListener listener) {
        this.tables = Set.copyOf(tables);
        this.listener = listener;
        this.pipeline = new Pipeline(settings, new ReplayStatistics(), this);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            pipeline.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            failed(e);
        } catch (RuntimeException e) {
            failed(new GaussferryException(
                    ErrorCategory.FATAL, "A defect in Gaussferry: " + e, "report it, with the log", e));
        }
    }

    private void failed(GaussferryException reason) {
        failure = reason;
        LOG.error(
                "The copy of {} beside the replay has failed; the replay goes on without these tables, whose rows on the"
                        + " target are not complete: {}\n  then: gaussferry copy --config FILE --table NAME --replace, to begin"
                        + " again",
                names(),
                reason.getMessage());
    }

    Set<TableId> tables() {
        return tables;
    }

    /** Returns why it has ended by itself; empty while it has not. */
    Optional<GaussferryException> failure() {
        return Optional.ofNullable(failure);
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    /** Makes it end when what it has begun is committed; returns at once. */
    void requestStop() {
        Thread stopping = new Thread(
                () -> {
                    try {
                        stop(Duration.ofSeconds(5));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "table-copy-stop");
        stopping.setDaemon(true);
        stopping.start();
    }

    /** Ends it, and waits for that; what cannot be committed in the given time is rolled back. */
    void stop(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        boolean unused = pipeline.stop(patience);
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
    }

    private String names() {
        return String.join(", ", tables.stream().map(TableId::toString).sorted().toList());
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
        LOG.warn("The copy of {} starts afresh in {} s: {}", names(), delay.toSeconds(), reason.getMessage());
    }

    @Override
    public void waiting(GaussferryException reason) {
        throw new IllegalStateException("a copy beside the replay ends at what it cannot pass", reason);
    }

    private void say(String news) {
        listener.incrementalSnapshot("copy of " + names() + ": " + news);
    }
}
