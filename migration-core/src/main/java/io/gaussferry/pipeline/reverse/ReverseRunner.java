package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReverseDecisionStore.Decisions;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.checkpoint.ReversePositionStore;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseRunStore.Run;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.ArmedTables;
import io.gaussferry.opengauss.decoding.ChangesWithOrigin;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.opengauss.decoding.RefusedChanges;
import io.gaussferry.opengauss.decoding.SlotGuard;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reverse replication on a thread of its own: run after run, until it is stopped or a permanent failure occurs.
 * Thread-safe.
 */
public final class ReverseRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseRunner.class);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private static final String REMEDY = "solve the problem that the message names";

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final Changes changes;
    private final ReverseReplicationState state;
    private final TargetHead head;
    private final ReverseDecisions decisions;
    private final ReverseRuns runs;
    private final AdditiveDefinitions definitions;
    private final ReverseLoop loop;
    private boolean hasStarted;
    private @Nullable ReverseReplay run;
    private @Nullable Thread thread;
    /** Why the slot was dropped; null while it is read. */
    private volatile @Nullable GaussferryException givenUp;

    /** Receives the rows that are changed in MySQL. Called on the threads of reverse replication. */
    public interface Changes {

        /** Ignores all changes. */
        Changes NONE = new Changes() {};

        /**
         * Called before the first commit: MySQL has no changes of the target yet, and both sides are as at the switch.
         */
        default void begins(List<TableDefinition> tables) {}

        /**
         * Called after MySQL got a definition of the target, before rows of it are written. May be called again for the
         * same definition.
         *
         * @param table as defined in MySQL now
         */
        default void defined(TableDefinition table) throws InterruptedException {}

        /** Returns the listener for the rows of every commit. */
        default CommitListener commits() {
            return CommitListener.NONE;
        }
    }

    /**
     * @param proof proves that the caller owns the pipeline on the target; used before each run takes over MySQL's
     *     progress
     * @param changes receives the changed rows
     * @param statistics receives every commit in MySQL
     */
    public ReverseRunner(ReverseSettings settings, OwnershipProof proof, Changes changes, ReplayStatistics statistics) {
        this.settings = settings;
        this.proof = proof;
        this.changes = changes;
        this.state = new ReverseReplicationState(statistics);
        this.decisions = new ReverseDecisions(settings, proof);
        this.runs = new ReverseRuns(settings.name());
        this.definitions = new AdditiveDefinitions(settings, proof, changes);
        this.head = new TargetHead(settings, state::measure, this::endRun, this::giveUp, proof);
        this.loop = new ReverseLoop(
                this::runOnce,
                decisions::await,
                definitions::completed,
                state,
                settings.target().cluster()::hasRecoveredFrom);
    }

    /** Starts the thread. Called once. */
    public synchronized void start() {
        Thread created = new Thread(loop::run, "reverse-replication");
        created.setDaemon(true);
        thread = created;
        state.enter(Phase.RUNNING, "");
        created.start();
        head.start();
    }

    /** Returns the current status; any thread. */
    public ReverseStatus status() {
        return state.status(head.state(), head.retainedLimit());
    }

    /** Returns whether changes are being replayed, so that no earlier run can still commit. Any thread. */
    public boolean follows() {
        return state.follows();
    }

    private void runOnce() throws InterruptedException {
        GaussferryException reason = givenUp;
        if (reason != null) {
            throw reason;
        }
        try (TargetSessions sessions = new TargetSessions(settings.target(), 2);
                Connection target = sessions.open();
                Connection current = sessions.open();
                Connection mysql = settings.openMySql()) {
            TargetDialect dialect = sessions.dialect();
            runs.require(target, mysql);
            Run started = runs.start(target, mysql, dialect, proof, loop::isStopped);
            mysql.commit();
            if (loop.isStopped()) {
                return;
            }
            definitions.bring(target, mysql, dialect);
            ReverseReplicationStore.Armed armed = new ReverseReplicationStore(settings.name())
                    .find(target)
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.REVERSE_REPLICATION_NOT_ARMED,
                            "Reverse replication of pipeline \"" + settings.name() + "\" is not armed.",
                            "a cutover arms it before its switch; afterwards: gaussferry cutover rearm --config FILE --reason TEXT",
                            null));
            Optional<ReversePositionStore.Position> confirmed = new ReversePositionStore(settings.name()).find(target);
            Decisions decided = new ReverseDecisionStore(settings.name()).read(target);
            target.commit();
            ChangesWithOrigin.requireNone(target, dialect.decoding(), armed.lsn());
            // until it is committed no other daemon can take over
            Ownership unused = proof.hold(target);
            new TargetTables(settings).excludeRenamed(target);
            target.commit();
            Set<TableId> excluded = new TargetTables(settings).notReplicated(target);
            target.commit();
            List<TableDefinition> tables = ReverseTables.read(settings);
            mysql.commit();
            ArmedTables known = TargetTables.armed(target, settings.name());
            target.commit();
            DurablePosition durable = new DurablePosition(settings.name(), mysql, armed.lsn(), state::reached);
            StateTables states = new StateTables(
                    current, dialect.profile(), settings, decided.settling().isEmpty() ? List.of() : tables);
            current.commit();
            Set<TableId> incomplete = ConcurrentHashMap.newKeySet();
            incomplete.addAll(decided.incomplete());
            RefusedChanges refused = new RefusedChanges(
                    decided.skipped(),
                    decided.quarantined(),
                    states.keyed(),
                    decided.settling().map(Settling::readUntil).orElse(0L),
                    new RefusedKeys(settings, states),
                    (transaction, table) -> {
                        // before a later transaction of the table is applied
                        incomplete.add(table);
                        decisions.omitted(transaction, table);
                    });
            ReverseReplay next = new ReverseReplay(
                    settings,
                    connection -> takeOver(target, connection, started),
                    tables,
                    LogicalDecodingSource.startingAt(armed.lsn()),
                    owned -> {
                        LogicalDecodingSource source = new LogicalDecodingSource(
                                settings.decoding(),
                                dialect,
                                tables,
                                armed.fingerprints(),
                                excluded,
                                durable,
                                refused,
                                known,
                                new SlotGuard(confirmed, this::storeConfirmed));
                        state.follow(source::readUpTo);
                        return source;
                    },
                    state,
                    changes.commits(),
                    decided.settling().isEmpty() ? settings.appliers() : 1,
                    incomplete,
                    decided.settling().isEmpty()
                            ? (logged, writers, connection) -> logged
                            : (logged, writers, connection) -> new SettlingSession(
                                    logged,
                                    writers,
                                    states,
                                    new RowStates(states, new CurrentRows(current, states), connection, writers),
                                    new SettlingWindow(
                                            proof,
                                            current,
                                            settings,
                                            dialect,
                                            decided.settling().get()),
                                    this::settled));
            if (!hasStarted && isAtStart(mysql)) {
                changes.begins(tables);
            }
            // a commit of an ended run whose answer was lost may still succeed
            hasStarted = true;
            if (begin(next)) {
                state.enter(Phase.RUNNING, "");
                next.run();
            }
        } catch (SQLException e) {
            throw Attempt.failure("replay changes to MySQL", REMEDY, e);
        }
    }

    /** Stores the position up to which the slot is going to be confirmed. Called by the thread that reads the log. */
    private void storeConfirmed(ReversePositionStore.Position position) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            proof.hold(target);
            new ReversePositionStore(settings.name()).save(target, position);
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure("store the position of the replication slot", REMEDY, e);
        }
    }

    /** Ends the run that applies changes by state: the next one applies them as logged, with all appliers. */
    private void settled() {
        LOG.info("MySQL has the target's history again; reverse replication continues with all appliers");
        ReverseReplay current;
        synchronized (this) {
            current = run;
        }
        if (current != null) {
            current.stop();
        }
    }

    /** Ends the current run: the next one gives MySQL the definitions that were added on the target. Any thread. */
    public void renewDefinitions() {
        endRun();
    }

    /** Returns why MySQL did not get the definition of a table, by its name on the target. Any thread. */
    public Map<TableId, String> refusedDefinitions() {
        return definitions.refusals();
    }

    /** Returns the transaction at which reverse replication waits for the operator; null if it does not wait. */
    public @Nullable Waiting waiting() {
        return decisions.waiting();
    }

    /**
     * Retries the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean retry(String transaction) throws InterruptedException {
        return decisions.retry(transaction);
    }

    /**
     * Skips the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean skip(String transaction, String reason) throws InterruptedException {
        return decisions.skip(transaction, reason);
    }

    /**
     * Takes over MySQL's progress while the pipeline's row on the target is locked. No daemon can take over the
     * pipeline in between, and a daemon that has lost it cannot take anything back.
     */
    private Optional<OwnedProgress> takeOver(Connection target, Connection mysql, Run started) throws SQLException {
        Ownership owner = proof.hold(target);
        Optional<OwnedProgress> taken =
                new MySqlProgress(settings.name()).takeOwnership(mysql, owner, settings.appliers());
        runs.record(mysql, started);
        mysql.commit();
        target.commit();
        return taken;
    }

    /** Returns whether no change has been replayed to MySQL since arming. */
    private boolean isAtStart(Connection mysql) throws SQLException {
        boolean isAtStart = new MySqlProgress(settings.name())
                .find(mysql)
                .map(mark -> mark.position().file().isEmpty())
                .orElse(false);
        mysql.commit();
        return isAtStart;
    }

    private synchronized boolean begin(ReverseReplay next) {
        run = next;
        return !loop.isStopped();
    }

    /**
     * Returns how many transactions of its own reverse replication has committed in MySQL, read by a connection with
     * autocommit.
     */
    public long commits(Connection mysql) throws SQLException {
        return new MySqlProgress(settings.name()).commits(mysql);
    }

    /** Ends reverse replication, whose slot is about to be dropped. */
    private void giveUp(GaussferryException reason) {
        if (givenUp == null) {
            LOG.error("Reverse replication ends: {}", reason.getMessage());
        }
        givenUp = reason;
        state.enter(Phase.FAILED, String.valueOf(reason.getMessage()));
        endRun();
    }

    /** Ends the current run, if there is one: the next one starts with the checks of the armed state. */
    private void endRun() {
        ReverseReplay current;
        synchronized (this) {
            current = run;
        }
        if (current != null) {
            current.stop();
        }
    }

    /** Stops reverse replication. The appliers have several seconds to commit their batches. */
    @Override
    public void close() {
        head.stop();
        decisions.stop();
        loop.stop();
        Thread running;
        ReverseReplay current;
        synchronized (this) {
            running = thread;
            current = run;
        }
        if (running == null) {
            return;
        }
        if (current != null) {
            current.stop();
        }
        try {
            TimeLimit.join(running, LONGEST_END);
            if (running.isAlive() && current != null) {
                current.abort();
                TimeLimit.join(running, LONGEST_END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
