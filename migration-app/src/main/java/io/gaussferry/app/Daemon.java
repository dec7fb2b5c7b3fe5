package io.gaussferry.app;

import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.app.http.DaemonView;
import io.gaussferry.app.http.RecentErrors;
import io.gaussferry.change.CommitListener;
import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the pipeline from start to stop, or until its writers have returned from the target. Prints the speed line every second and a
 * summary at the end.
 */
class Daemon implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** Time to commit the changes that the appliers hold when the daemon is stopped. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);

    /** Time to roll back a running cutover when the daemon is stopped. */
    private static final Duration ROLLBACK_AT_STOP = Duration.ofSeconds(3);

    /**
     * Time to roll back a running cutover after replication has failed. The daemon ends only after the source accepts writes again;
     * if the rollback takes longer, the next start completes it.
     */
    private static final Duration LONGEST_ROLLBACK = Duration.ofSeconds(30);

    private final PipelineSettings settings;
    private final DaemonProcess process;
    private final RecentErrors errors;
    private final ReplayStatistics statistics;
    private final SpeedLine speedLine;
    private final Pipeline pipeline;
    private final RuleReport ruleReport;
    private final ContinuousVerification verification;
    private final ContinuousVerification.Direction forward;
    private final VerifiedTables verified;
    private final CutoverService cutover;
    private volatile @Nullable CopyProgress copying;
    private volatile @Nullable CopyProgress copied;

    /** @param process outlives this object */
    Daemon(DaemonSettings daemon, DaemonProcess process) {
        this.process = process;
        this.errors = process.errors();
        this.statistics = process.statistics();
        this.speedLine = new SpeedLine(statistics, System.out);
        this.settings = daemon.pipeline();
        this.pipeline = new Pipeline(settings, statistics, this);
        this.ruleReport = new RuleReport(pipeline.ruleUsage(), LOG::info);
        VerifiedTables verified = new VerifiedTables();
        this.verified = verified;
        this.forward = new ForwardDirection(verified);
        this.verification = VerificationLog.of(settings, daemon.verifyShare());
        this.cutover = new CutoverService(
                settings, daemon.cutover(), new PipelineView(pipeline, statistics, verification), verified);
    }

    /**
     * Runs until stopped, or until the writers have returned to the source.
     *
     * @return whether a new daemon has to continue with the replication
     * @throws GaussferryException if replication cannot start or cannot continue
     */
    boolean run() {
        GaussferryException missing = missingServer();
        if (!process.enter(this)) {
            return false;
        }
        try {
            if (missing != null && !pipeline.awaitServers(missing, this::requireReady)) {
                return false;
            }
            boolean switched = cutover.isSwitched();
            cutover.resume();
            if (!switched) {
                replay();
            }
            if (cutover.isSwitched()) {
                System.out.println(
                        "switched over: replication has ended; watching the source for writes until gaussferry cutover finish");
                cutover.awaitEnd();
                if (cutover.state() instanceof CutoverState.RolledBack && !process.isStopped()) {
                    System.out.println("the source accepts writes again: replication continues from there");
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Stops all work of this object; the process may continue with another one. */
    void close() {
        verification.close();
        cutover.close();
    }

    /** Makes the first check. Returns the failure if the daemon has to wait for a server; a refusal ends it before the page starts. */
    private @Nullable GaussferryException missingServer() {
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
                        ErrorCategory.CONFIGURATION,
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

    /** Returns what the page shows and controls. */
    DaemonView view() {
        return new DaemonView(
                settings.name(),
                pipeline,
                statistics,
                errors,
                settings.target(),
                verification,
                () -> Optional.ofNullable(copying),
                () -> Optional.ofNullable(copied),
                cutover);
    }

    private void replay() {
        speedLine.start();
        ruleReport.start();
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
            if (e.category() == ErrorCategory.STUCK) {
                ProcessTerminator.endAfterwards(e);
            }
            throw e;
        } finally {
            if (!cutover.isSwitched()) {
                verification.close();
            }
            speedLine.close();
            ruleReport.close();
            System.out.println(Summary.line(statistics.snapshot(), speedLine.peak()));
            System.out.flush();
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

    /** Stops as the operator asked; any thread. */
    void stop() {
        giveUpCutover("the daemon is being stopped", ROLLBACK_AT_STOP);
        if (cutover.isSwitched()) {
            cutover.close();
        }
        try {
            if (!pipeline.stop(DRAIN_TIMEOUT)) {
                LOG.warn(
                        "Could not commit all pending changes within {}: the next start replicates the remainder",
                        DRAIN_TIMEOUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void copying(CopyProgress progress) {
        copying = progress;
        copied = progress;
        System.out.println(progress);
    }

    @Override
    public void incrementalSnapshot(String event) {
        System.out.println(event);
    }

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        System.out.println(
                "catching up from " + from.describe() + " to GTID set " + until + ": the target is not yet consistent");
    }

    @Override
    public void copied(long rows, Progress progress) {
        copying = null;
        System.out.println("copied " + rows + " rows; replication starts from " + progress.describe());
    }

    @Override
    public void replaying(Progress progress) {
        // a commit of an earlier run whose response was lost is not counted
        verified.forget();
        System.out.println("replaying from " + progress.describe());
        verification.start(forward);
    }

    @Override
    public CommitListener commits() {
        return verified.commits();
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        LOG.warn("{}", waitsFor.getMessage());
    }

    @Override
    public void waiting(GaussferryException failure) {
        errors.add(failure, false);
        LOG.error(
                "{}\n  replication waits: gaussferry retry retries the transaction, gaussferry skip skips it; the page offers both",
                failure.getMessage());
    }

    @Override
    public void retrying(GaussferryException failure, Duration delay) {
        errors.add(failure, true);
        LOG.warn("{}\n  restarting from the target's progress in {} s", failure.getMessage(), delay.toSeconds());
    }
}
