package io.gaussferry.connect;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline on a thread of its own, from the start of a task to its end. Thread-safe. */
final class RunningPipeline implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(RunningPipeline.class);

    private static final String FENCED = "FENCED";
    private static final String FAILED = "FAILED";

    /** All that {@link #state} can return. */
    static final List<String> STATES = Stream.concat(
                    Stream.of(Phase.values()).map(Phase::name), Stream.of(FENCED, FAILED))
            .toList();

    private final PipelineSettings settings;
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final Pipeline pipeline;
    private final Thread thread;
    private volatile @Nullable CopyProgress copying;
    private volatile @Nullable GaussferryException problem;
    private volatile @Nullable GaussferryException failure;
    private volatile long fencedSinceNanos;
    private final AtomicLongArray failures = new AtomicLongArray(ErrorCategory.values().length);
    private final AtomicLong retries = new AtomicLong();

    RunningPipeline(PipelineSettings settings) {
        this.settings = settings;
        this.pipeline = new Pipeline(settings, statistics, this);
        this.thread = new Thread(this::run, "pipeline-" + settings.name());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            if (pipeline.awaitServers(null, () -> StartCheck.run(settings))) {
                pipeline.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (FencedException e) {
            LOG.warn("{}", e.getMessage());
            fencedSinceNanos = System.nanoTime();
            fail(e);
        } catch (GaussferryException e) {
            LOG.error("{}", e.getMessage());
            fail(e);
        } catch (RuntimeException | Error e) {
            LOG.error("Pipeline {} ended by a defect", settings.name(), e);
            fail(new GaussferryException(
                    ErrorCategory.FATAL,
                    "Pipeline \"" + settings.name() + "\" ended by a defect: " + RowValues.defect(e) + ".",
                    "restart the task; report it with the worker's log",
                    e));
        }
    }

    private void fail(GaussferryException end) {
        count(end);
        failure = end;
    }

    private void count(GaussferryException met) {
        failures.incrementAndGet(met.category().ordinal());
    }

    /**
     * Commits what was begun and ends; what cannot be committed in that time is rolled back, for the next owner to replay.
     *
     * @return whether its thread has ended
     */
    boolean stop(Duration patience) {
        try {
            boolean unused = pipeline.stop(patience);
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Returns why it has ended by itself; empty while it has not. */
    Optional<GaussferryException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether another owner has taken over, and for how long that has been known; empty if none has. */
    Optional<Duration> fencedFor() {
        return failure instanceof FencedException
                ? Optional.of(Duration.ofNanos(System.nanoTime() - fencedSinceNanos))
                : Optional.empty();
    }

    /** Returns what is wrong now, though it may pass, or why it has ended; null where nothing is. */
    @Nullable
    GaussferryException problem() {
        GaussferryException end = failure;
        return end == null ? problem : end;
    }

    PipelineSettings settings() {
        return settings;
    }

    ReplayStatistics statistics() {
        return statistics;
    }

    PipelineStatus status() {
        return pipeline.status();
    }

    /** Returns the fencing token that it writes by; 0 while it has none. */
    long epoch() {
        Ownership ownership = pipeline.ownership();
        return ownership == null ? 0 : ownership.epoch();
    }

    /** Returns the state in one word: that of the pipeline, or FENCED, or FAILED. */
    String state() {
        if (failure != null) {
            return failure instanceof FencedException ? FENCED : FAILED;
        }
        return status().phase().name();
    }

    /** Returns how many failures of a category it has met. */
    long failures(ErrorCategory category) {
        return failures.get(category.ordinal());
    }

    /** Returns how often it has started afresh after one. */
    long retries() {
        return retries.get();
    }

    /** Returns the rows a second that are its part of the target's limit; 0 for no limit. */
    double targetRowsPerSecond() {
        return pipeline.targetRowsPerSecond();
    }

    /** Returns for how long that has held replay back, in seconds. */
    double heldBackByTargetSeconds() {
        return pipeline.heldBackByTargetSeconds();
    }

    /** Returns how far the initial copy is; empty while none is at work. */
    Optional<CopyProgress> copying() {
        return Optional.ofNullable(copying);
    }

    /** Returns how far the initial copy is, in words; null while none is at work. */
    @Nullable
    String copyProgress() {
        CopyProgress progress = copying;
        return progress == null ? null : progress.toString();
    }

    @Override
    public void copying(CopyProgress progress) {
        copying = progress;
        problem = null;
    }

    @Override
    public void copied(long rows, Progress progress) {
        copying = null;
    }

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        LOG.info("{} catches up from {} to GTID set {}", settings.name(), from.describe(), until);
    }

    @Override
    public void replaying(Progress progress) {
        problem = null;
        LOG.info("{} replays from {} (epoch {})", settings.name(), progress.describe(), epoch());
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        problem = waitsFor;
        LOG.warn("{}", waitsFor.getMessage());
    }

    @Override
    public void waiting(GaussferryException waitsFor) {
        count(waitsFor);
        problem = waitsFor;
        LOG.error("{}", waitsFor.getMessage());
    }

    @Override
    public void retrying(GaussferryException lost, Duration delay) {
        count(lost);
        retries.incrementAndGet();
        problem = lost;
        LOG.warn("{}\n  {} starts afresh in {} s", lost.getMessage(), settings.name(), delay.toSeconds());
    }
}
