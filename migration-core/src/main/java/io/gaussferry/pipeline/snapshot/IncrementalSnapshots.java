package io.gaussferry.pipeline.snapshot;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies tables while the others are replayed. Reads the requests on the target at intervals, runs each copy as a
 * pipeline of its own, and starts another run of the replay for each handover of tables, see {@link TableHandover}. A
 * handover of a snapshot's tables supersedes the snapshot: it is stopped, and its failure does not affect the tables
 * that are copied next.
 */
public final class IncrementalSnapshots {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshots.class);

    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(2);

    /** A small table is copied within a second; the longer a copy takes, the longer the interval between two checks. */
    private static final Duration SHORTEST_BETWEEN_CHECKS = Duration.ofMillis(100);

    private static final int CHECKS_PER_AGE = 10;

    /** The longest time for which replay is stopped until the snapshot has reached its position. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final Duration WAIT_STEP = Duration.ofMillis(50);

    /** The time until the next attempt after an unsuccessful handover, which has stopped the replay. */
    private static final Duration AFTER_ATTEMPT = Duration.ofSeconds(30);

    /** A copy is not urgent, so it takes few connections from the replay. */
    private static final int MAXIMUM_APPLIERS = 2;

    /**
     * Distinguishes the snapshot's binlog connection from the replay's: the source closes the older of two connections
     * with the same server id.
     */
    private static final long SERVER_ID_BIT = 1L << 30;

    private final PipelineSettings settings;
    private final ReplayHandle replay;
    private final SnapshotPipeline.Factory pipelines;
    private final PipelineListener listener;
    private final TableCopyStore store;
    private final TableHandover handover;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Semaphore checkSoon = new Semaphore(0);
    private final Thread thread = new Thread(this::check, "table-copies");
    private volatile @Nullable IncrementalSnapshot copy;
    private volatile @Nullable Ownership ownership;
    private volatile boolean handoverRequested;
    private long notBefore = System.nanoTime();
    private GtidSet replayHad = new GtidSet();
    private volatile long pendingSince = System.nanoTime();
    private volatile boolean pending;

    /**
     * @param settings of the replay
     * @param replay the replay that hands the tables over
     * @param pipelines creates the pipeline of a snapshot
     * @param listener receives the snapshot's progress
     */
    public IncrementalSnapshots(
            PipelineSettings settings,
            ReplayHandle replay,
            SnapshotPipeline.Factory pipelines,
            PipelineListener listener) {
        this.settings = settings;
        this.replay = replay;
        this.pipelines = pipelines;
        this.listener = listener;
        this.store = new TableCopyStore(settings.name());
        this.handover = new TableHandover(settings.name(), settings.source());
        thread.setDaemon(true);
    }

    /** Starts to check for requested copies. Called once. */
    public void start() {
        thread.start();
    }

    /** Requests the end of a running snapshot; returns immediately. */
    public void requestStop() {
        stopped.countDown();
        checkSoon.release();
        IncrementalSnapshot current = copy;
        if (current != null) {
            current.requestStop();
        }
    }

    /** Stops all snapshots. Committed rows remain. */
    public void stop(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        requestStop();
        TimeLimit.join(thread, patience);
        IncrementalSnapshot current = copy;
        if (current != null) {
            current.stop(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
        }
    }

    /**
     * Hands tables over before a run replays anything. Waits up to 10 s for a snapshot that the last check found almost
     * ready.
     *
     * @return the tables that the run skips
     */
    public ResnapshottedTables beforeReplay(TargetSessions sessions, OwnedProgress owned)
            throws SQLException, InterruptedException {
        try (Connection target = sessions.openBounded()) {
            ownership = owned.ownership();
            if (handoverRequested) {
                handoverRequested = false;
                awaitReady(target, owned.progress().executedSet());
            }
            return handOver(target, owned);
        }
    }

    /**
     * Hands tables over. Synchronized with the check, so that a snapshot is superseded before its failure can be
     * attributed to the next one.
     */
    private synchronized ResnapshottedTables handOver(Connection target, OwnedProgress owned) throws SQLException {
        TableHandover.Outcome outcome = handover.betweenRuns(target, owned);
        IncrementalSnapshot current = copy;
        if (outcome.supersedesCopy() && current != null) {
            current.supersede();
        }
        target.commit();
        if (!outcome.resnapshotted().whole().isEmpty()) {
            pendingSince = System.nanoTime();
            pending = true;
            checkSoon.release();
        }
        return outcome.resnapshotted();
    }

    private void awaitReady(Connection target, GtidSet executed) throws SQLException, InterruptedException {
        IncrementalSnapshot current = copy;
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (current != null && current.isRunning() && System.nanoTime() < end) {
            boolean ready = handover.isReady(target, executed);
            target.rollback();
            if (ready) {
                // stop the snapshot first: otherwise it would notice the handover by a failed commit
                current.stop(LONGEST_WAIT);
                return;
            }
            if (stopped.await(WAIT_STEP.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /**
     * Quarantines tables whose definitions have changed, so that replay continues without them.
     *
     * @param held the progress ownership of a run that has ended
     */
    public void quarantine(DefinitionException change, Ownership held) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.openBounded()) {
            handover.quarantine(target, held, change);
            target.commit();
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                // the next run reads the statement again, and quarantines the tables then
                throw Attempt.failure("quarantine tables " + change.tables(), "see what the message names", e);
            }
            change.addSuppressed(e);
            throw change; // the next start reads the statement again
        }
        LOG.error("Tables {} are quarantined, replay continues without them: {}", change.tables(), change.getMessage());
    }

    private void check() {
        TargetSessions sessions = null;
        CheckFailures failures = new CheckFailures();
        try {
            while (awaitNextCheck()) {
                if (!replay.isReplaying()) {
                    continue;
                }
                try {
                    sessions = sessions == null ? new TargetSessions(settings.target(), 1) : sessions;
                    Set<TableId> due;
                    try (Connection target = sessions.openBounded()) {
                        due = check(target);
                    }
                    Ownership held = ownership;
                    if (held != null) {
                        new DueCopies(settings, held).request(due);
                    }
                    failures.succeeded();
                } catch (SQLException | GaussferryException e) {
                    failures.failed(e)
                            .ifPresent(message ->
                                    LOG.warn("Cannot check for requested copies of tables, retrying: {}", message));
                    if (sessions != null) {
                        // the next ones may be of another server, after a failover
                        sessions.close();
                        sessions = null;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // without this thread no requested copy would start, and no quarantine end
            replay.failWith(GaussferryException.ofDefect(e));
        } finally {
            if (sessions != null) {
                sessions.close();
            }
        }
    }

    /** Returns false if the snapshots are stopped. */
    private boolean awaitNextCheck() throws InterruptedException {
        long pause = BETWEEN_CHECKS.toNanos();
        if (pending) {
            long byAge = (System.nanoTime() - pendingSince) / CHECKS_PER_AGE;
            pause = Math.min(pause, Math.max(byAge, SHORTEST_BETWEEN_CHECKS.toNanos()));
        }
        if (checkSoon.tryAcquire(pause, TimeUnit.NANOSECONDS)) {
            int unused = checkSoon.drainPermits();
        }
        return stopped.getCount() > 0;
    }

    /** Returns the tables whose copies are due. */
    private synchronized Set<TableId> check(Connection target) throws SQLException {
        Map<TableId, Entry> entries = store.read(target);
        pending = entries.values().stream().anyMatch(entry -> entry.state().isPending());
        Set<TableId> due = TableHandover.in(State.DUE, entries);
        if (!pending && copy == null) {
            target.rollback();
            return due;
        }
        Optional<GtidSet> executed = new ProgressStore(settings.name())
                .find(target)
                .map(Found::progress)
                .map(found -> found.executedSet());
        Ownership held = ownership;
        if (executed.isEmpty() || held == null) {
            target.rollback();
            return Set.of();
        }
        held.holdSingleRow(target);
        store.finish(target, executed.get());
        boolean failed = noteFailure(target);
        target.commit();
        if (!failed) { // the next check reads the new state of its tables
            switch (CopyStep.of(entries, work())) {
                case NONE -> {}
                case ASSIGN -> replay.restartRun();
                case START -> begin(TableHandover.in(State.COPYING, entries));
                case HAND_OVER -> requestHandover(target, executed.get());
                case STOP -> stopCopy();
            }
        }
        return due;
    }

    /** Returns the state of the running snapshot; discards a snapshot that has ended. */
    private CopyStep.Work work() {
        IncrementalSnapshot current = copy;
        if (current == null || !current.isRunning()) {
            copy = null;
            return CopyStep.Work.NONE;
        }
        return current.isSuperseded() ? CopyStep.Work.SUPERSEDED : CopyStep.Work.CURRENT;
    }

    private void stopCopy() {
        IncrementalSnapshot current = copy;
        if (current != null) {
            current.requestStop();
        }
    }

    /** Stores the failure of the snapshot on the target. Returns whether it has failed. */
    private boolean noteFailure(Connection target) throws SQLException {
        IncrementalSnapshot current = copy;
        if (current == null || current.isSuperseded() || current.failure().isEmpty()) {
            return false;
        }
        current.failure()
                .filter(failure -> failure.category() == ErrorCategory.STUCK)
                .ifPresent(replay::failWith);
        String reason = current.failure().map(GaussferryException::problem).orElse("");
        for (TableId table : current.tables()) {
            if (current.isRetried()) {
                store.requestAgain(target, table);
            } else {
                store.failed(target, table, reason);
            }
        }
        copy = null;
        return true;
    }

    private void begin(Set<TableId> tables) {
        LOG.info("Copying tables {} while the others are replayed", tables);
        IncrementalSnapshot started = new IncrementalSnapshot(settingsOf(tables), tables, pipelines, listener);
        copy = started;
        notBefore = System.nanoTime();
        replayHad = new GtidSet();
        started.start();
        if (stopped.getCount() == 0) {
            started.requestStop();
        }
    }

    /**
     * Requests a handover if the snapshot had reached the replay's position of the last check: a handover stops the
     * replay.
     */
    private void requestHandover(Connection target, GtidSet executed) throws SQLException {
        boolean near = !replayHad.isEmpty() && handover.isReady(target, replayHad);
        target.rollback();
        replayHad = executed;
        if (near && System.nanoTime() - notBefore >= 0) {
            notBefore = System.nanoTime() + AFTER_ATTEMPT.toNanos();
            handoverRequested = true;
            replay.restartRun();
        }
    }

    private PipelineSettings settingsOf(Set<TableId> tables) {
        TargetSettings target = settings.target();
        long serverId = settings.source().serverId() ^ SERVER_ID_BIT;
        return new PipelineSettings(
                TableHandover.copyPipelineOf(settings.name()),
                // 0 is not a valid server id
                settings.source().only(tables, serverId == 0 ? SERVER_ID_BIT + 1 : serverId),
                new TargetSettings(
                        target.url(),
                        target.user(),
                        target.password(),
                        ForeignKeyPolicy.DEFER,
                        target.partitions(),
                        target.readTimeout(),
                        0,
                        target.rowsPerSecond(),
                        target.untested(),
                        target.cluster()),
                settings.copy().replacing(),
                Math.min(MAXIMUM_APPLIERS, settings.appliers()),
                DependencyTracking.WRITE_SET,
                FailurePolicy.STOP,
                settings.batchLimits(),
                settings.queueBytes(),
                settings.stalledAfter(),
                settings.rules(),
                settings.definitions(),
                settings.throttle());
    }
}
