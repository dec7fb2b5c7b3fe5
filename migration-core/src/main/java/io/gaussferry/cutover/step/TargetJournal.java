package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore;
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
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Implements the journal as rows on the target. Every change is made under the same epoch as the appliers' progress. */
public final class TargetJournal implements Journal, OwnershipProof {

    private static final String WITHOUT =
            "The writers returned to the source without this table (cutover back --without): its rows on the target differ."
                    + " Copy it: gaussferry copy --replace.";

    /**
     * A definition, a copied table or a lost connection ends a run of the pipeline. The next one owns it after a second,
     * usually; on a busy machine after more than 10 s. Shorter than a command waits for the daemon's answer.
     */
    private static final Duration LONGEST_RESTART = Duration.ofSeconds(20);

    private static final Duration RESTART_POLL = Duration.ofMillis(100);

    /** Longer than the server needs to notice that a standby is gone. */
    private static final Duration LONGEST_CONFIRMATION = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(TargetJournal.class);

    private final String pipeline;
    private final TargetLink target;
    private final CutoverStore store;
    private final JournalOwnership ownership;
    private final SwitchConditions switchConditions;
    private final Clock clock;
    private final ConfirmedServer server = new ConfirmedServer();

    /** @param ownership the current ownership of the daemon; null while it has none */
    public TargetJournal(String pipeline, TargetLink target, Supplier<@Nullable Ownership> ownership, Clock clock) {
        this.pipeline = pipeline;
        this.target = target;
        this.store = new CutoverStore(pipeline);
        this.ownership = new JournalOwnership(pipeline, store, ownership);
        this.switchConditions = new SwitchConditions(pipeline);
        this.clock = clock;
    }

    /** A change of the state. */
    private interface Change {
        void run(Connection connection, Instant now) throws SQLException, InterruptedException;
    }

    /** Makes a change as the owner, which no other daemon can take over meanwhile; returns the state after it. Waits for a restart of the pipeline. */
    private <S extends CutoverState> S change(String what, Class<S> result, Change change) {
        long end = System.nanoTime() + LONGEST_RESTART.toNanos();
        try {
            while (true) {
                try {
                    return result.cast(target.write(what, ownership::holdExclusively, connection -> {
                        target.requireCommits(what, connection);
                        change.run(connection, clock.instant());
                        return store.read(connection);
                    }));
                } catch (JournalOwnership.RestartingException e) {
                    if (System.nanoTime() - end > 0) {
                        throw e;
                    }
                    Thread.sleep(RESTART_POLL.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(what, e);
        }
    }

    private static GaussferryException interrupted(String what, InterruptedException cause) {
        return new GaussferryException(
                ErrorCode.OPERATION_INTERRUPTED,
                "Could not " + what + ": the operation was interrupted.",
                "no action needed, retrying",
                cause);
    }

    @Override
    public Ownership hold(Connection connection) throws SQLException {
        return ownership.hold(connection);
    }

    @Override
    public Ownership share(Connection connection) throws SQLException {
        return ownership.share(connection);
    }

    @Override
    public CutoverState read() {
        try {
            return target.read("read the state of the cutover", store::read);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted("read the state of the cutover", e);
        }
    }

    @Override
    public Advancing begin(CutoverRequest request, Instant deadline) {
        return change("start the cutover", Advancing.class, (connection, now) -> {
            RequiredState.requireIdle(store.read(connection));
            store.begin(
                    connection, new Cutover(UUID.randomUUID().toString(), request, now, null, null, null), deadline);
        });
    }

    @Override
    public Advancing remember(Advancing at, String fenceMemory) {
        return change("record the source's state before the fence", Advancing.class, (connection, now) -> {
            RequiredState.requireStep(store.read(connection), at);
            store.set(connection, at.cutover(), "fence_memory = ?, fenced_at = ?", fenceMemory, now);
        });
    }

    @Override
    public Advancing recordPosition(Advancing at, FencedPosition where) {
        return change("record the source's final position", Advancing.class, (connection, now) -> {
            RequiredState.requireStep(store.read(connection), at);
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
        return change("start step " + next, Advancing.class, (connection, now) -> {
            server.require(connection);
            RequiredState.requireStep(store.read(connection), at);
            store.set(connection, at.cutover(), "step = ?, step_since = ?, deadline = ?", next.name(), now, deadline);
            store.advance(connection, at.cutover(), "DONE", detail, next.name(), now);
        });
    }

    @Override
    public RollingBack rollBack(Advancing at, String reason) {
        return change("start the rollback", RollingBack.class, (connection, now) -> {
            RequiredState.requireStep(store.read(connection), at);
            String step = CutoverStep.ROLLBACK.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?, reason = ?", step, now, reason);
            store.advance(connection, at.cutover(), "FAILED", reason, step, now);
        });
    }

    @Override
    public RolledBack rolledBack(RollingBack at, String detail) {
        return change("record the rollback", RolledBack.class, (connection, now) -> {
            server.require(connection);
            store.set(connection, at.cutover(), "step = ?, step_since = ?", "ROLLED_BACK", now);
            store.advance(connection, at.cutover(), "DONE", detail, "", now);
        });
    }

    @Override
    public Switched switchOver(Advancing at, Guard guard, String detail) {
        return change("switch", Switched.class, (connection, now) -> {
            server.require(connection);
            RequiredState.requireStep(store.read(connection), at);
            // appliers can no longer commit anything, and have nothing left to commit
            ownership.raise(connection);
            switchConditions.require(connection, at);
            guard.check(at);
            Instant decided = clock.instant();
            String step = CutoverStep.SWITCH.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?, switched_at = ?", step, decided, decided);
            store.advance(connection, at.cutover(), "DONE", detail, step, decided);
        });
    }

    @Override
    public Switched watch(Switched at, String detail) {
        return change("record that the application was redirected", Switched.class, (connection, now) -> {
            server.require(connection);
            String step = CutoverStep.WATCH.name();
            store.set(connection, at.cutover(), "step = ?, step_since = ?", step, now);
            store.advance(connection, at.cutover(), "DONE", detail, step, now);
        });
    }

    /**
     * Records the decision to return the writers to the source. Replication resumes from this position.
     *
     * @param quarantined tables, by their names at the source, whose rows on the target differ: replication excludes them until they are
     *     copied
     */
    public RollingBack decideReturn(Switched at, FencedPosition where, String reason, Collection<TableId> quarantined) {
        return change("record the return to the source", RollingBack.class, (connection, now) -> {
            server.require(connection);
            RequiredState.requireSwitched(store.read(connection), at);
            new ProgressStore(pipeline).resumeFrom(connection, where.gtidSet(), where.position());
            quarantine(connection, quarantined);
            String step = CutoverStep.ROLLBACK.name();
            store.set(
                    connection,
                    at.cutover(),
                    "switched_at = NULL, step = ?, step_since = ?, reason = ?",
                    step,
                    now,
                    reason);
            store.advance(connection, at.cutover(), "DONE", reason, step, now);
        });
    }

    private void quarantine(Connection connection, Collection<TableId> tables) throws SQLException {
        if (tables.isEmpty()) {
            return;
        }
        TableCopyStore copies = new TableCopyStore(pipeline);
        FailureStore failures = new FailureStore(pipeline);
        for (TableId table : tables) {
            copies.quarantine(connection, table, WITHOUT);
        }
        Set<TableId> added = new TreeSet<>(tables);
        added.removeAll(failures.quarantined(connection));
        failures.quarantine(connection, added, "", WITHOUT);
    }

    /** Records that the source follows the target from now on, although the operator declined it at the switch. */
    public Switched admitReverseReplication(Switched at) {
        return change(
                "record that reverse replication is armed",
                Switched.class,
                (connection, now) -> store.set(connection, at.cutover(), "no_reverse_replication = 0"));
    }

    @Override
    public Finished finish(Switched at, String detail) {
        return change("record the end of the cutover", Finished.class, (connection, now) -> {
            store.set(connection, at.cutover(), "step = ?, step_since = ?", CutoverStep.FINISH.name(), now);
            store.advance(connection, at.cutover(), "DONE", detail, "", now);
        });
    }

    @Override
    public void confirm(CutoverState expected) {
        try {
            if (!target.awaitStandbys(LONGEST_CONFIRMATION)) {
                LOG.warn(
                        "No standby of the target has confirmed the state of the cutover within {} s: a failover would forget it",
                        LONGEST_CONFIRMATION.toSeconds());
            }
            // the link may have found another primary meanwhile, which lacks the last commits
            CutoverState stored = target.read("read the state of the cutover", connection -> {
                server.confirm(connection);
                return store.read(connection);
            });
            if (!stored.equals(expected)) {
                throw changed();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted("confirm the state of the cutover", e);
        }
    }

    private static GaussferryException changed() {
        return new GaussferryException(
                ErrorCode.CUTOVER_STATE_CHANGED,
                "The target's primary no longer has the last state of the cutover.",
                "no action needed after a failover: the cutover continues from the stored state",
                null);
    }

    @Override
    public void problem(String problem) {
        change("record a problem", CutoverState.class, (connection, now) -> {
            Cutover cutover = store.read(connection).attempt();
            if (cutover != null) {
                store.problem(connection, cutover, problem);
            }
        });
    }

    @Override
    public void requireOwnership() {
        change("verify the ownership of the pipeline", CutoverState.class, (connection, now) -> {});
    }
}
