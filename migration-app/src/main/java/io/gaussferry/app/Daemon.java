package io.gaussferry.app;

import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.control.MigrationRun;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.DaemonView;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the migration from start to stop, or until its writers have returned from the target. Prints the speed line every second and a
 * summary at the end.
 */
class Daemon implements MigrationRun.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** Time to commit the changes that the appliers hold when the daemon is stopped. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);

    /** Time to roll back a running cutover when the daemon is stopped. */
    private static final Duration ROLLBACK_AT_STOP = Duration.ofSeconds(3);

    private final DaemonProcess process;
    private final ReplayStatistics statistics;
    private final SpeedLine speedLine;
    private final MigrationRun migration;
    private final RuleReport ruleReport;

    /** @param process outlives this object */
    Daemon(DaemonSettings daemon, DaemonProcess process) {
        this.process = process;
        this.statistics = process.statistics();
        this.speedLine = new SpeedLine(statistics, System.out);
        this.migration = new MigrationRun(daemon.migration(), process.errors(), statistics, this);
        this.ruleReport = new RuleReport(migration.ruleUsage(), LOG::info);
    }

    /**
     * Runs until stopped, or until the writers have returned to the source.
     *
     * @return whether a new daemon has to continue with the replication
     * @throws GaussferryException if replication cannot start or cannot continue
     */
    boolean run() {
        // a refusal ends it before the page starts
        GaussferryException missing = migration.missingServer();
        if (!process.enter(this)) {
            return false;
        }
        try {
            if (migration.run(missing) == MigrationRun.End.RETURNED && !process.isStopped()) {
                System.out.println("the source accepts writes again: replication continues from there");
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.STUCK) {
                ProcessTerminator.endAfterwards(e);
            }
            throw e;
        }
        return false;
    }

    /** Stops all work of this object; the process may continue with another one. */
    void close() {
        migration.close();
    }

    /** Returns what the page shows and controls. */
    DaemonView view() {
        return migration.view();
    }

    /** Stops as the operator asked; any thread. */
    void stop() {
        if (!migration.stop("the daemon is being stopped", ROLLBACK_AT_STOP, DRAIN_TIMEOUT)) {
            LOG.warn(
                    "Could not commit all pending changes within {}: the next start replicates the remainder",
                    DRAIN_TIMEOUT);
        }
    }

    @Override
    public void replicationStarts() {
        speedLine.start();
        ruleReport.start();
    }

    @Override
    public void replicationEnded() {
        speedLine.close();
        ruleReport.close();
        System.out.println(Summary.line(statistics.snapshot(), speedLine.peak()));
        System.out.flush();
    }

    @Override
    public void switchedOver() {
        System.out.println(
                "switched over: replication has ended; watching the source for writes until gaussferry cutover finish");
    }

    @Override
    public void copying(CopyProgress progress) {
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
        System.out.println("copied " + rows + " rows; replication starts from " + progress.describe());
    }

    @Override
    public void replaying(Progress progress) {
        System.out.println("replaying from " + progress.describe());
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        LOG.warn("{}", waitsFor.getMessage());
    }

    @Override
    public void waiting(GaussferryException failure) {
        LOG.error(
                "{}\n  replication waits: gaussferry retry retries the transaction, gaussferry skip skips it; the page offers both",
                failure.getMessage());
    }

    @Override
    public void retrying(GaussferryException failure, Duration delay) {
        LOG.warn("{}\n  restarting from the target's progress in {} s", failure.getMessage(), delay.toSeconds());
    }
}
