package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.RepairLock;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The journal as it is: rows on the target, each change under the epoch by which appliers write progress. */
public final class TargetJournal implements Journal, OwnershipProof {

    private final String pipeline;
    private final TargetLink target;
    private final CutoverStore store;
    private final Supplier<@Nullable Ownership> ownership;
    private final Clock clock;
    private volatile @Nullable Ownership raised;
    /** Whether that was committed, as the target has shown once. */
    private volatile boolean isRaised;

    /** @param ownership the right that the daemon has at the moment; null while it has none */
    public TargetJournal(String pipeline, TargetLink target, Supplier<@Nullable Ownership> ownership, Clock clock) {
        this.pipeline = pipeline;
        this.target = target;
        this.store = new CutoverStore(pipeline);
        this.ownership = ownership;
        this.clock = clock;
    }

    /** What one change does. */
    private interface Change {
        void in(Connection connection, Instant now) throws SQLException, InterruptedException;
    }

    /** Makes a change by the right to write progress, which nobody can take meanwhile; returns what the target has then. */
    private <S extends CutoverState> S change(String what, Class<S> result, Change change) {
        try {
            return result.cast(target.write(what, this::holdAlone, connection -> {
                change.in(connection, clock.instant());
                return store.read(connection);
            }));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(what, e);
        }
    }

    private static GaussferryException interrupted(String what, InterruptedException cause) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "Could not " + what + ": it was interrupted.",
                "nothing: it is tried again",
                cause);
    }

    /** Repairs end before the state changes, and see it afterwards. */
    private Ownership holdAlone(Connection connection) throws SQLException {
        RepairLock.exclude(connection, pipeline);
        return hold(connection);
    }

    /** A run of the pipeline that begins afresh renews the ownership: then that counts. */
    @Override
    public Ownership hold(Connection connection) throws SQLException {
        Ownership held = ownership.get();
        Ownership decided = raised;
        if (held == null) {
            throw notYet(null);
        }
        try {
            held.holdLightly(connection);
            return held;
        } catch (GaussferryException e) {
            if (!held.equals(ownership.get())) {
                throw notYet(e);
            }
            if (decided == null || !(isRaised || store.read(connection).isSwitched())) {
                throw e;
            }
            isRaised = true;
            // it was raised by the decision, whether its answer has come or not; without one, that epoch may be another
            // daemon's
            decided.holdLightly(connection);
            return decided;
        }
    }

    private static GaussferryException notYet(@Nullable GaussferryException cause) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "The replay is beginning afresh.",
                "nothing: it is tried again when it has",
                cause);
    }

    @Override
    public CutoverState read() {
        try {
            return target.read("read how the cutover stands", store::read);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted("read how the cutover stands", e);
        }
    }

    @Override
    public Advancing begin(CutoverRequest request, Instant deadline) {
        return change("begin the cutover", Advancing.class, (connection, now) -> {
            store.createIfMissing(connection);
            CutoverState before = store.read(connection);
            refuseWhereOneIsAtWork(before);
            store.begin(
                    connection, new Cutover(UUID.randomUUID().toString(), request, now, null, null, null), deadline);
        });
    }

    private static void refuseWhereOneIsAtWork(CutoverState before) {
        Cutover other = before.attempt();
        if (other == null || !(before.isAtWork() || before.isSwitched())) {
            return;
        }
        throw new GaussferryException(
                ErrorCategory.CONFIGURATION,
                before.isSwitched()
                        ? "The target was switched to already, by " + other.request() + "."
                        : "A cutover is at work, which " + other.request() + " began at " + other.started() + ".",
                "see how it stands: gaussferry cutover status",
                null);
    }

    @Override
    public Advancing remember(Advancing at, String fenceMemory) {
        return change("note what the source was like", Advancing.class, (connection, now) -> {
            requireStep(connection, at);
            store.set(connection, at.cutover(), "fence_memory = ?, fenced_at = ?", fenceMemory, now);
        });
    }

    @Override
    public Advancing standsStill(Advancing at, StandStill where) {
        return change("note where the source stands", Advancing.class, (connection, now) -> {
            requireStep(connection, at);
            store.set(
                    connection,
                    at.cutover(),
                    "gtid_set = ?, binlog_file = ?, binlog_offset = ?",
                    where.gtidSet() + " ",
                    where.position().file() + " ",
                    where.position().offset());
        });
    }

    @Override
    public Advancing enter(Advancing at, CutoverStep next, Instant deadline, String detail) {
        return change("enter step " + next, Advancing.class, (connection, now) -> {
            requireStep(connection, at);
            store.set(connection, at.cutover(), "step = ?, step_since = ?, deadline = ?", next.name(), now, deadline);
            store.pass(connection, at.cutover(), "DONE", detail, next.name(), now);
        });
    }

    @Override
    public RollingBack rollBack(Advancing at, String reason) {
        return change("begin the rollback", RollingBack.class, (connection, now) -> {
            requireStep(connection, at);
            String step = CutoverStep.ROLLBACK.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?, reason = ?", step, now, reason);
            store.pass(connection, at.cutover(), "FAILED", reason, step, now);
        });
    }

    @Override
    public RolledBack rolledBack(RollingBack at, String detail) {
        return change("note the rollback", RolledBack.class, (connection, now) -> {
            store.set(connection, at.cutover(), "step = ?, step_since = ?", "ROLLED_BACK", now);
            store.pass(connection, at.cutover(), "DONE", detail, "", now);
        });
    }

    @Override
    public Switched switchOver(Advancing at, Guard guard, String detail) {
        return change("switch", Switched.class, (connection, now) -> {
            requireStep(connection, at);
            // appliers can commit nothing any more, whatever becomes of them; they have nothing to commit
            raised = new ProgressStore(pipeline).takeRight(connection).orElseThrow();
            requireSamePlace(connection, at);
            requireAllTables(connection);
            guard.check(at);
            Instant decided = clock.instant();
            String step = CutoverStep.SWITCH.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?, switched_at = ?", step, decided, decided);
            store.pass(connection, at.cutover(), "DONE", detail, step, decided);
        });
    }

    /** Appliers wait for the locks that this transaction has: what is read here stays true until the decision. */
    private void requireSamePlace(Connection connection, Advancing at) throws SQLException {
        Progress progress =
                new ProgressStore(pipeline).find(connection).orElseThrow().progress();
        StandStill stood = Objects.requireNonNull(at.cutover().standStill());
        if (!stood.isReachedBy(progress)) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The target does not stand where the source does any more: the source at " + stood
                            + ", the target at " + progress.describe() + ".",
                    "begin again; if the target has restarted meanwhile, replay brings back what it has lost",
                    null);
        }
    }

    /** A table that somebody has asked a copy of, or that was quarantined since PRECHECK, does not stand where the others do. */
    private void requireAllTables(Connection connection) throws SQLException {
        Set<TableId> leftOut = new TreeSet<>(new FailureStore(pipeline).quarantined(connection));
        new TableCopyStore(pipeline).read(connection).forEach((table, entry) -> {
            if (entry.state().isResnapshotted()) {
                leftOut.add(table);
            }
        });
        if (!leftOut.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "Replay has left out tables since PRECHECK: " + leftOut + " (quarantined, or to be copied).",
                    "wait until they are copied (gaussferry copy), and begin again",
                    null);
        }
    }

    @Override
    public Switched watch(Switched at, String detail) {
        return change("note that the application was told", Switched.class, (connection, now) -> {
            String step = CutoverStep.WATCH.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?", step, now);
            store.pass(connection, at.cutover(), "DONE", detail, step, now);
        });
    }

    @Override
    public RollingBack takeBack(Switched at, StandStill where, String reason) {
        return change("decide for the source", RollingBack.class, (connection, now) -> {
            CutoverState present = store.read(connection);
            if (!(present instanceof Switched switched)
                    || !switched.cutover().id().equals(at.cutover().id())) {
                throw new IllegalStateException("a cutover that was not switched cannot be taken back: " + present);
            }
            new ProgressStore(pipeline).goOnFrom(connection, where.gtidSet(), where.position());
            String step = CutoverStep.ROLLBACK.name();
            store.set(
                    connection,
                    at.cutover(),
                    "switched_at = NULL, step = ?, step_since = ?, reason = ?",
                    step,
                    now,
                    reason);
            store.pass(connection, at.cutover(), "DONE", reason, step, now);
        });
    }

    @Override
    public Finished finish(Switched at, String detail) {
        return change("finish", Finished.class, (connection, now) -> {
            store.set(connection, at.cutover(), "step = ?, step_since = ?", CutoverStep.FINISH.name(), now);
            store.pass(connection, at.cutover(), "DONE", detail, "", now);
        });
    }

    @Override
    public void problem(String problem) {
        change("keep a problem", CutoverState.class, (connection, now) -> {
            Cutover cutover = store.read(connection).attempt();
            if (cutover != null) {
                store.problem(connection, cutover, problem);
            }
        });
    }

    @Override
    public void requireRight() {
        change("make sure of the right to go on", CutoverState.class, (connection, now) -> {});
    }

    /** Nobody else can have changed it, by the lock; this guards against calls in a wrong order. */
    private void requireStep(Connection connection, Advancing at) throws SQLException {
        CutoverState now = store.read(connection);
        if (!(now instanceof Advancing present)
                || present.step() != at.step()
                || !present.cutover().id().equals(at.cutover().id())) {
            throw new GaussferryException(
                    ErrorCategory.RETRY,
                    "The cutover is not in step " + at.step() + " any more.",
                    "see how it stands: gaussferry cutover status",
                    null);
        }
    }
}
