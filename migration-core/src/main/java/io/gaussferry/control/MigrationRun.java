package io.gaussferry.control;

import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.PrimaryChangeStore;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.ClusterMonitor;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a migration: the pipeline with its verification and its cutover, from the start to the end of the cutover, to the return of the
 * writers to the source, or until it is stopped. The whole state is on the target, so that any later run, in this or another process,
 * continues. {@link #run} is called once; the other methods by any thread.
 */
public final class MigrationRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MigrationRun.class);

    /**
     * Time to roll back a running cutover after replication has failed. The run ends only after the source accepts writes again;
     * if the rollback takes longer, the next run completes it.
     */
    private static final Duration LONGEST_ROLLBACK = Duration.ofSeconds(30);

    private final PipelineSettings settings;
    private final Listener listener;
    private final RecentErrors errors;
    private final ReplayStatistics statistics;
    private final LoadThrottler load;
    private final Pipeline pipeline;
    private final ContinuousVerification verification;
    private final ContinuousVerification.Direction forward;
    private final VerifiedTables verified;
    private final CutoverService cutover;
    private volatile @Nullable CopyProgress copying;
    private volatile @Nullable CopyProgress copied;

    /** Receives the events of a run, in addition to those of its pipeline. */
    public interface Listener extends PipelineListener {

        /** Replication is about to start. */
        default void replicationStarts() {}

        /** Replication has ended. */
        default void replicationEnded() {}

        /** The target is the active side, and the run watches the source. */
        default void switchedOver() {}
    }

    /** The end of a run. */
    public enum End {
        /** It was stopped, or its cutover is finished. */
        ENDED,
        /** The writers have returned to the source: a new run continues the replication. */
        RETURNED
    }

    /**
     * Creates a run; it does nothing before it is run.
     *
     * @param errors receives the failures
     * @param statistics receives the committed work
     */
    public MigrationRun(
            MigrationSettings migration, RecentErrors errors, ReplayStatistics statistics, Listener listener) {
        this.settings = migration.pipeline();
        this.listener = listener;
        this.errors = errors;
        this.statistics = statistics;
        this.load = new LoadThrottler(settings.throttle(), settings.source(), settings.target());
        this.pipeline = new Pipeline(settings, statistics, new Events(), load);
        this.verified = new VerifiedTables();
        this.forward = new ForwardDirection(verified);
        this.verification = VerificationLog.of(settings, migration.verifyShare(), load);
        this.cutover = new CutoverService(
                settings, migration.cutover(), new PipelineView(pipeline, statistics, verification), verified);
    }

    /**
     * Makes the first check. Returns the failure if the run has to wait for a server.
     *
     * @throws GaussferryException if the pipeline cannot start
     */
    public @Nullable GaussferryException missingServer() {
        try {
            requireReady();
            return null;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                return e;
            }
            throw e;
        }
    }

    /**
     * Runs until stopped, until the cutover is finished, or until the writers have returned to the source.
     *
     * @param missing the result of {@link #missingServer}
     * @throws GaussferryException if replication cannot start or cannot continue, or another process has taken over the pipeline
     */
    public End run(@Nullable GaussferryException missing) throws InterruptedException {
        try (ClusterMonitor unused =
                ClusterMonitor.start(settings.target().cluster(), new PrimaryChangeStore(settings.name()))) {
            return runMonitored(missing);
        }
    }

    private End runMonitored(@Nullable GaussferryException missing) throws InterruptedException {
        if (missing != null && !pipeline.awaitServers(missing, this::requireReady)) {
            return End.ENDED;
        }
        load.start();
        boolean switched = cutover.isSwitched();
        cutover.resume();
        if (!switched) {
            replay();
        }
        if (!cutover.isSwitched()) {
            return End.ENDED;
        }
        listener.switchedOver();
        cutover.awaitEnd();
        return cutover.state() instanceof CutoverState.RolledBack ? End.RETURNED : End.ENDED;
    }

    /**
     * Reads the state of the cutover and checks whether replay can start, unless the target was switched to.
     *
     * @throws GaussferryException of category RETRY if only servers that do not answer are in the way
     */
    private void requireReady() {
        CutoverState found;
        try {
            found = findCutover();
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.CONFIGURATION) {
                throw e;
            }
            // its words about a target that does not answer are better
            StartCheck.run(settings);
            throw e;
        }
        if (!found.isSwitched()) {
            StartCheck.run(settings);
        }
    }

    /** Reads the state of the cutover. A pipeline whose cutover is finished must not write to the target, which has other writers. */
    private CutoverState findCutover() {
        try {
            CutoverState found = cutover.find();
            if (found instanceof CutoverState.Finished finished) {
                throw new GaussferryException(
                        ErrorCode.CUTOVER_FINISHED,
                        "Pipeline \"" + settings.name() + "\" was switched over at " + finished.switchedAt() + " by "
                                + finished.cutover().request()
                                + ", and its cutover is finished: it no longer replicates.",
                        "no action needed; for another migration, configure another gaussferry.pipeline",
                        null);
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CutoverState.Idle();
        }
    }

    private void replay() {
        listener.replicationStarts();
        try {
            pipeline.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            if (cutover.isSwitched()) {
                LOG.debug("Replication ended at the switch: {}", e.getMessage());
                return;
            }
            errors.add(e, false);
            giveUpCutover("replication has stopped: " + e.problem(), LONGEST_ROLLBACK);
            throw e;
        } finally {
            if (!cutover.isSwitched()) {
                verification.close();
            }
            listener.replicationEnded();
        }
    }

    private void giveUpCutover(String reason, Duration timeout) {
        try {
            if (!cutover.rollBackAndWait(reason, timeout)) {
                LOG.error(
                        "Could not make the source writable again within {}: the next start completes the rollback",
                        timeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Rolls back a cutover that has not switched, and commits the transactions in progress.
     *
     * @param reason the reason of a rollback
     * @param rollback time for the rollback; if it takes longer, the next run completes it
     * @param commits time for the commits; the next run replicates the others
     * @return whether everything was committed
     */
    public boolean stop(String reason, Duration rollback, Duration commits) {
        giveUpCutover(reason, rollback);
        if (cutover.isSwitched()) {
            cutover.close();
        }
        try {
            return pipeline.stop(commits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Stops all work; a later run continues. */
    @Override
    public void close() {
        verification.close();
        cutover.close();
        load.close();
    }

    /** Returns the parts that operators see and control. */
    public DaemonView view() {
        return new DaemonView(
                settings.name(),
                pipeline,
                statistics,
                errors,
                settings.target(),
                verification,
                load,
                () -> Optional.ofNullable(copying),
                () -> Optional.ofNullable(copied),
                cutover);
    }

    /** Returns the pipeline. */
    public Pipeline pipeline() {
        return pipeline;
    }

    /** Returns the cutover. */
    public CutoverService cutover() {
        return cutover;
    }

    /** Returns the use of the rules. */
    public RuleUsage ruleUsage() {
        return pipeline.ruleUsage();
    }

    /** Keeps the state of the run and passes the pipeline's events on. */
    private final class Events implements PipelineListener {

        @Override
        public void copying(CopyProgress progress) {
            copying = progress;
            copied = progress;
            listener.copying(progress);
        }

        @Override
        public void incrementalSnapshot(String event) {
            listener.incrementalSnapshot(event);
        }

        @Override
        public void catchingUp(Progress from, GtidSet until) {
            listener.catchingUp(from, until);
        }

        @Override
        public void copied(long rows, Progress progress) {
            copying = null;
            listener.copied(rows, progress);
        }

        @Override
        public void replaying(Progress progress) {
            // a commit of an earlier run whose response was lost is not counted
            verified.forget();
            listener.replaying(progress);
            verification.start(forward);
        }

        @Override
        public CommitListener commits() {
            return verified.commits();
        }

        @Override
        public void queued(GaussferryException waitsFor) {
            listener.queued(waitsFor);
        }

        @Override
        public void waiting(GaussferryException failure) {
            errors.add(failure, false);
            listener.waiting(failure);
        }

        @Override
        public void retrying(GaussferryException failure, Duration delay) {
            errors.add(failure, true);
            listener.retrying(failure, delay);
        }
    }
}
