package io.gaussferry.connect;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.control.CutoverDocument;
import io.gaussferry.control.MigrationRun;
import io.gaussferry.control.MigrationSettings;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.MigrationStatus;
import io.gaussferry.status.RecentErrors;
import io.gaussferry.status.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a pipeline, its verification and its cutover on its own thread while its task is assigned to this worker. When the writers have returned
 * to the source, replication continues. Thread-safe.
 */
final class RunningPipeline implements MigrationRun.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(RunningPipeline.class);

    private static final String FENCED = "FENCED";
    private static final String FAILED = "FAILED";
    private static final String SWITCHED = "SWITCHED";
    private static final String FINISHED = "FINISHED";

    /** All values of {@link #state}. */
    static final List<String> STATES = Stream.concat(
                    Stream.of(Phase.values()).map(Phase::name), Stream.of(FENCED, FAILED, SWITCHED, FINISHED))
            .toList();

    private final MigrationSettings migration;
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final RecentErrors errors = new RecentErrors();
    private final DaemonView view;
    private final Sampler sampler;
    private final Thread thread;
    private volatile MigrationRun current;
    private boolean isStopped;
    private volatile @Nullable GaussferryException problem;
    private volatile @Nullable GaussferryException failure;
    private volatile long fencedSinceNanos;

    RunningPipeline(MigrationSettings migration) {
        this.migration = migration;
        this.current = new MigrationRun(migration, errors, statistics, this);
        this.view = current.view();
        this.sampler = new Sampler(view);
        this.thread = new Thread(this::run, "pipeline-" + migration.pipeline().name());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            boolean continues = true;
            while (continues) {
                GaussferryException missing = current.missingServer();
                // a task that was stopped during its first check must not take the pipeline from its next owner
                continues = !isStopped() && current.run(missing) == MigrationRun.End.RETURNED && startNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (FencedException e) {
            LOG.warn("{}", e.getMessage());
            fencedSinceNanos = System.nanoTime();
            fail(e);
        } catch (GaussferryException e) {
            if (isFinished()) {
                LOG.info("{}", e.getMessage());
                return;
            }
            LOG.error("{}", e.getMessage());
            fail(e);
        } catch (RuntimeException | Error e) {
            LOG.error("Pipeline {} failed because of a defect", settings().name(), e);
            fail(new GaussferryException(
                    ErrorCode.DEFECT,
                    "Pipeline \"" + settings().name() + "\" failed because of a defect: " + RowValueMarks.defect(e)
                            + ".",
                    "restart the task; report it with the worker's log",
                    e));
        }
    }

    /** Continues the replication after the writers have returned to the source; returns false if the task is being stopped. */
    private boolean startNext() {
        MigrationRun ended = current;
        synchronized (this) {
            if (isStopped) {
                return false;
            }
            current = new MigrationRun(migration, errors, statistics, this);
            view.replaceBy(current.view());
        }
        ended.close();
        LOG.info(
                "Pipeline {}: the source accepts writes again, replication continues",
                settings().name());
        return true;
    }

    private synchronized boolean isStopped() {
        return isStopped;
    }

    /** Returns whether it has read the state of the cutover from the target. */
    boolean isCutoverKnown() {
        return current.cutover().isFound();
    }

    private boolean isFinished() {
        return current.cutover().state() instanceof CutoverState.Finished;
    }

    private void fail(GaussferryException cause) {
        errors.add(cause, false);
        failure = cause;
    }

    /**
     * Rolls back a cutover that has not switched, commits transactions in progress and ends. The next owner completes a rollback, replays
     * transactions that cannot be committed in time, and continues a cutover that has switched.
     *
     * @return whether its thread has ended
     */
    boolean stop(Duration patience) {
        MigrationRun running;
        synchronized (this) {
            isStopped = true;
            running = current;
        }
        boolean unused = running.stop("its task is being stopped", patience, patience);
        try {
            TimeLimit.join(thread, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean hasEnded = !thread.isAlive();
        running.close();
        return hasEnded;
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
        return migration.pipeline();
    }

    /** Returns what commands see and control. */
    DaemonView view() {
        return view;
    }

    /** Returns the samples of its speed. */
    Sampler sampler() {
        return sampler;
    }

    /** Samples its speed. */
    void sample() {
        sampler.sample();
    }

    /** Returns the step of the cutover; null if there is none. */
    @Nullable
    String cutoverStep() {
        CutoverStep step = CutoverDocument.step(current.cutover().state());
        return step == null ? null : step.name();
    }

    /** Returns the problem of the cutover or of reverse replication; empty if there is none. */
    String cutoverProblem() {
        String own = current.cutover().problem();
        ReverseStatus reverse = current.cutover().reverseReplication();
        return own.isEmpty() && reverse != null && reverse.phase() == ReverseStatus.Phase.FAILED
                ? reverse.problem()
                : own;
    }

    PipelineStatus status() {
        return current.pipeline().status();
    }

    /** Returns the pipeline's fencing token; 0 while it has none. */
    long epoch() {
        Ownership ownership = current.cutover().ownership();
        return ownership == null ? 0 : ownership.epoch();
    }

    /** Returns the state: that of the pipeline, or one of those that follow it in {@link #STATES}. */
    String state() {
        if (failure != null) {
            return failure instanceof FencedException ? FENCED : FAILED;
        }
        if (isFinished()) {
            return FINISHED;
        }
        return current.cutover().isSwitched() ? SWITCHED : status().phase().name();
    }

    /** Returns what its figures are read from. */
    MigrationStatus migrationStatus() {
        return MigrationStatus.of(view, sampler, state(), STATES);
    }

    /** Returns the progress of the initial copy; empty while none runs. */
    Optional<CopyProgress> copying() {
        return view.copying().get();
    }

    @Override
    public void copying(CopyProgress progress) {
        problem = null;
    }

    @Override
    public void copied(long rows, Progress progress) {}

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        LOG.info("Pipeline {} is catching up from {} to GTID set {}", settings().name(), from.describe(), until);
    }

    @Override
    public void replaying(Progress progress) {
        problem = null;
        LOG.info("Pipeline {} replicates from {} (epoch {})", settings().name(), progress.describe(), epoch());
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        problem = waitsFor;
        LOG.warn("{}", waitsFor.getMessage());
    }

    @Override
    public void waiting(GaussferryException waitsFor) {
        problem = waitsFor;
        LOG.error("{}", waitsFor.getMessage());
    }

    @Override
    public void retrying(GaussferryException lost, Duration delay) {
        problem = lost;
        LOG.warn(
                "{}\n  pipeline {} restarts in {} s",
                lost.getMessage(),
                settings().name(),
                delay.toSeconds());
    }
}
