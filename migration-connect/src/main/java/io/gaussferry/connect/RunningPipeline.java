package io.gaussferry.connect;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
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

/** Runs a pipeline on its own thread while its task is assigned to this worker. Thread-safe. */
final class RunningPipeline implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(RunningPipeline.class);

    private static final String FENCED = "FENCED";
    private static final String FAILED = "FAILED";

    /** All values of {@link #state}. */
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
            LOG.error("Pipeline {} failed because of a defect", settings.name(), e);
            fail(new GaussferryException(
                    ErrorCategory.FATAL,
                    "Pipeline \"" + settings.name() + "\" failed because of a defect: " + RowValueMarks.defect(e) + ".",
                    "restart the task; report it with the worker's log",
                    e));
        }
    }

    private void fail(GaussferryException cause) {
        count(cause);
        failure = cause;
    }

    private void count(GaussferryException occurred) {
        failures.incrementAndGet(occurred.category().ordinal());
    }

    /**
     * Commits transactions in progress and ends. Transactions that cannot be committed in time are rolled back for the next owner.
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

    /** Returns the failure that ended the pipeline; empty while it runs. */
    Optional<GaussferryException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns the time since another owner has taken over; empty if none has. */
    Optional<Duration> fencedFor() {
        return failure instanceof FencedException
                ? Optional.of(Duration.ofNanos(System.nanoTime() - fencedSinceNanos))
                : Optional.empty();
    }

    /** Returns the current, possibly temporary problem, or the failure that ended the pipeline; null if there is neither. */
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

    /** Returns the pipeline's fencing token; 0 while it has none. */
    long epoch() {
        Ownership ownership = pipeline.ownership();
        return ownership == null ? 0 : ownership.epoch();
    }

    /** Returns the state: that of the pipeline, FENCED or FAILED. */
    String state() {
        if (failure != null) {
            return failure instanceof FencedException ? FENCED : FAILED;
        }
        return status().phase().name();
    }

    /** Returns the number of failures of a category. */
    long failures(ErrorCategory category) {
        return failures.get(category.ordinal());
    }

    /** Returns the number of restarts after a failure. */
    long retries() {
        return retries.get();
    }

    /** Returns this pipeline's share of the target's limit in rows per second; 0 for no limit. */
    double targetRowsPerSecond() {
        return pipeline.targetRowsPerSecond();
    }

    /** Returns the time that replication waited because of that limit, in seconds. */
    double heldBackByTargetSeconds() {
        return pipeline.heldBackByTargetSeconds();
    }

    /** Returns the progress of the initial copy; empty while none runs. */
    Optional<CopyProgress> copying() {
        return Optional.ofNullable(copying);
    }

    /** Returns the progress of the initial copy as a sentence; null while none runs. */
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
        LOG.info("Pipeline {} is catching up from {} to GTID set {}", settings.name(), from.describe(), until);
    }

    @Override
    public void replaying(Progress progress) {
        problem = null;
        LOG.info("Pipeline {} replicates from {} (epoch {})", settings.name(), progress.describe(), epoch());
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
        LOG.warn("{}\n  pipeline {} restarts in {} s", lost.getMessage(), settings.name(), delay.toSeconds());
    }
}
