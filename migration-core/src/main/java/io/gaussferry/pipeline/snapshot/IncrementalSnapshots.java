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
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
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
 * Copies tables while the others are replayed. Reads the requests on the target at intervals, runs the copy as a pipeline of its own, and
 * starts another run of the replay when tables change hands: {@link TableHandover}. A copy is superseded when its tables are handed over:
 * it is stopped, and its failure says nothing about the tables that are copied next.
 */
public final class IncrementalSnapshots {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshots.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    /** A small table is copied within a second; the longer a copy takes, the rarer are the looks at it. */
    private static final Duration SHORTEST_BETWEEN_LOOKS = Duration.ofMillis(100);

    private static final int LOOKS_PER_AGE = 10;

    /** The replay stands still for this long at most until the copy has what it has. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final Duration WAIT_STEP = Duration.ofMillis(50);

    /** After an attempt in vain the replay is left alone for this long. */
    private static final Duration AFTER_ATTEMPT = Duration.ofSeconds(30);

    /** A copy, which nobody waits for, takes few connections from the replay. */
    private static final int MAXIMUM_APPLIERS = 2;

    /** Tells the copy's binlog connection from the replay's: the source ends the older one of two that have one id. */
    private static final long SERVER_ID_BIT = 1L << 30;

    private final PipelineSettings settings;
    private final Replay replay;
    private final SnapshotPipeline.Factory pipelines;
    private final PipelineListener listener;
    private final TableCopyStore store;
    private final TableHandover handover;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Semaphore lookSoon = new Semaphore(0);
    private final Thread thread = new Thread(this::look, "table-copies");
    private volatile @Nullable IncrementalSnapshot copy;
    private volatile @Nullable Ownership ownership;
    private volatile boolean handBackWanted;
    private long notBefore = System.nanoTime();
    private GtidSet replayHad = new GtidSet();
    private volatile long pendingSince = System.nanoTime();
    private volatile boolean pending;

    /**
     * @param settings those of the replay
     * @param replay what the tables are taken from
     * @param pipelines makes the pipeline of a copy
     * @param listener hears how far the copy is
     */
    public IncrementalSnapshots(
            PipelineSettings settings, Replay replay, SnapshotPipeline.Factory pipelines, PipelineListener listener) {
        this.settings = settings;
        this.replay = replay;
        this.pipelines = pipelines;
        this.listener = listener;
        this.store = new TableCopyStore(settings.name());
        this.handover = new TableHandover(settings.name(), settings.source());
        thread.setDaemon(true);
    }

    /** Begins to look after what is to be copied. To be called once. */
    public void start() {
        thread.start();
    }

    /** Makes a copy end soon; returns at once. */
    public void requestStop() {
        stopped.countDown();
        lookSoon.release();
        IncrementalSnapshot current = copy;
        if (current != null) {
            current.requestStop();
        }
    }

    /** Ends everything; what was copied and committed stays. */
    public void stop(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        requestStop();
        thread.join(patience.toMillis());
        IncrementalSnapshot current = copy;
        if (current != null) {
            current.stop(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
        }
    }

    /**
     * Lets tables change hands before a run replays anything. Waits a little for a copy that is almost there, if a look has found
     * it so.
     *
     * @return what the run passes over
     */
    public ResnapshottedTables beforeReplay(TargetSessions sessions, OwnedProgress owned)
            throws SQLException, InterruptedException {
        try (Connection target = sessions.openBounded()) {
            ownership = owned.ownership();
            if (handBackWanted) {
                handBackWanted = false;
                awaitReady(target, owned.progress().executedSet());
            }
            return handOver(target, owned);
        }
    }

    /** Excludes a look: a copy is superseded before its failure can be taken for one of the next copy. */
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
            lookSoon.release();
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
                // it is not to find out by a failed commit
                current.stop(LONGEST_WAIT);
                return;
            }
            if (stopped.await(WAIT_STEP.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /**
     * Lets the replay go on without tables whose definitions have changed.
     *
     * @param held the right to write progress, of a run that has ended
     */
    public void quarantine(DefinitionException change, Ownership held) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.openBounded()) {
            handover.quarantine(target, held, change);
            target.commit();
        } catch (SQLException e) {
            change.addSuppressed(e);
            throw change; // the next start meets it again
        }
        LOG.error("Tables {} are quarantined, replay goes on without them: {}", change.tables(), change.getMessage());
    }

    private void look() {
        TargetSessions sessions = null;
        try {
            while (awaitNextLook()) {
                if (!replay.isReplaying()) {
                    continue;
                }
                try {
                    sessions = sessions == null ? new TargetSessions(settings.target(), 1) : sessions;
                    Set<TableId> due;
                    try (Connection target = sessions.openBounded()) {
                        due = look(target);
                    }
                    Ownership held = ownership;
                    if (held != null) {
                        new DueCopies(settings, held).request(due);
                    }
                } catch (SQLException | GaussferryException e) {
                    LOG.debug("The state of copies beside the replay is looked at again soon: {}", e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (sessions != null) {
                sessions.close();
            }
        }
    }

    /** Returns false if it is stopped. */
    private boolean awaitNextLook() throws InterruptedException {
        long pause = BETWEEN_LOOKS.toNanos();
        if (pending) {
            long byAge = (System.nanoTime() - pendingSince) / LOOKS_PER_AGE;
            pause = Math.min(pause, Math.max(byAge, SHORTEST_BETWEEN_LOOKS.toNanos()));
        }
        if (lookSoon.tryAcquire(pause, TimeUnit.NANOSECONDS)) {
            int unused = lookSoon.drainPermits();
        }
        return stopped.getCount() > 0;
    }

    /** Returns the tables whose copies are to be requested. */
    private synchronized Set<TableId> look(Connection target) throws SQLException {
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
        held.holdLightly(target);
        store.finish(target, executed.get());
        boolean failed = noteFailure(target);
        target.commit();
        if (!failed) { // the next look finds what has become of its tables
            switch (CopyStep.of(entries, work())) {
                case NONE -> {}
                case ASSIGN -> replay.beginAnotherRun();
                case START -> begin(TableHandover.in(State.COPYING, entries));
                case HAND_OVER -> handBackSoon(target, executed.get());
                case STOP -> stopCopy();
            }
        }
        return due;
    }

    /** Returns what is at work, and forgets a copy that has ended. */
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

    /** Returns whether the copy has failed. */
    private boolean noteFailure(Connection target) throws SQLException {
        IncrementalSnapshot current = copy;
        if (current == null || current.isSuperseded() || current.failure().isEmpty()) {
            return false;
        }
        current.failure()
                .filter(failure -> failure.category() == ErrorCategory.STUCK)
                .ifPresent(replay::endBecauseOf);
        String reason = current.failure().map(GaussferryException::problem).orElse("");
        for (TableId table : current.tables()) {
            if (current.beginsAgain()) {
                store.beginAgain(target, table);
            } else {
                store.failed(target, table, reason);
            }
        }
        copy = null;
        return true;
    }

    private void begin(Set<TableId> tables) {
        LOG.info("Copying tables {} beside the replay", tables);
        IncrementalSnapshot begun = new IncrementalSnapshot(settingsOf(tables), tables, pipelines, listener);
        copy = begun;
        notBefore = System.nanoTime();
        replayHad = new GtidSet();
        begun.start();
        if (stopped.getCount() == 0) {
            begun.requestStop();
        }
    }

    /** The replay is stopped for it only when the copy was seen to have what the replay had at the last look. */
    private void handBackSoon(Connection target, GtidSet executed) throws SQLException {
        boolean near = !replayHad.isEmpty() && handover.isReady(target, replayHad);
        target.rollback();
        replayHad = executed;
        if (near && System.nanoTime() - notBefore >= 0) {
            notBefore = System.nanoTime() + AFTER_ATTEMPT.toNanos();
            handBackWanted = true;
            replay.beginAnotherRun();
        }
    }

    private PipelineSettings settingsOf(Set<TableId> tables) {
        TargetSettings target = settings.target();
        long serverId = settings.source().serverId() ^ SERVER_ID_BIT;
        return new PipelineSettings(
                TableHandover.sideOf(settings.name()),
                // 0 is no id
                settings.source().only(tables, serverId == 0 ? SERVER_ID_BIT + 1 : serverId),
                new TargetSettings(
                        target.url(),
                        target.user(),
                        target.password(),
                        ForeignKeyPolicy.DEFER,
                        target.readTimeout(),
                        0,
                        target.rowsPerSecond()),
                settings.copy().replacing(),
                Math.min(MAXIMUM_APPLIERS, settings.appliers()),
                DependencyTracking.WRITE_SET,
                FailurePolicy.STOP,
                settings.batchLimits(),
                settings.queueBytes(),
                settings.stalledAfter(),
                settings.rules(),
                settings.definitions());
    }
}
