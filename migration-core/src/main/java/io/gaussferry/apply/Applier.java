package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.order.Assignment;
import io.gaussferry.schedule.order.Assignment.Pass;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitPermit;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies batches over one connection. Each batch is one target transaction that also updates this applier's progress
 * row.
 *
 * <p>The applier first executes a batch concurrently with others. If that attempt fails for any reason other than a
 * lost connection, or blocks an earlier batch, the applier rolls it back. It executes the batch again when all earlier
 * batches are committed, change by change in source order. A failure of this second attempt is final. Where batches are
 * not prefixes of the history there is no such moment: a change that fails on its own as well needs a run in commit
 * order, which the {@link Assignment} decides.
 */
public final class Applier {

    private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

    /**
     * Maximum number of attempts that a batch may lose to other sessions' locks, in its turn, before replication
     * restarts.
     */
    private static final int MAXIMUM_CONTENDED_ATTEMPTS = 10;

    private final int number;
    private final TargetSession session;
    private final BatchOrder order;
    private final FailurePolicy policy;
    private final Quarantine quarantine;
    private final ReplayStatistics statistics;
    private final CommitListener commits;

    /**
     * @param number from 0
     * @param session used by this applier alone
     * @param order supplies batches and decides when they may be committed
     * @param policy decides how a change that the target rejects is handled
     * @param quarantine shared by all appliers
     * @param statistics receives every commit
     * @param commits notified of every committed change
     */
    public Applier(
            int number,
            TargetSession session,
            BatchOrder order,
            FailurePolicy policy,
            Quarantine quarantine,
            ReplayStatistics statistics,
            CommitListener commits) {
        this.policy = policy;
        this.quarantine = quarantine;
        this.number = number;
        this.session = session;
        this.order = order;
        this.statistics = statistics;
        this.commits = commits;
    }

    /** The outcome of one attempt to execute and commit a batch. */
    private sealed interface Outcome {}

    /** The batch is committed on the target. */
    private record Committed() implements Outcome {}

    /**
     * Only locks prevented the commit, of other sessions or for them: the same statements may succeed once the locks
     * are released.
     */
    private record Contended(String reason) implements Outcome {}

    /** The target rejected the batch, for a reason other than locks. */
    private record Refused(Exception failure) implements Outcome {}

    /** Executes a batch without committing it. */
    private interface Writing {
        Pass write() throws SQLException, InterruptedException;
    }

    /**
     * Applies batches until there are no more.
     *
     * @throws GaussferryException if a batch cannot be applied; none of its changes is on the target then
     * @throws InterruptedException if replication was aborted; nothing uncommitted is left
     */
    public void run() throws InterruptedException {
        for (Assignment next = order.take(number); next != null; next = order.take(number)) {
            try {
                if (next.batch().isFragment()) {
                    applyLarge(next);
                } else {
                    apply(next, List.of());
                }
            } catch (SQLException e) {
                throw new GaussferryException(
                        ErrorCode.TARGET_FAILED,
                        SqlFailure.of(e).category(),
                        "The target failed: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState()
                                + ")\n  at: apply, applier " + number + ", " + next.batch(),
                        Attempt.remedy(e, "check the target's log, then start again"),
                        e);
            } catch (InterruptedException e) {
                rollbackQuietly(e);
                throw e;
            }
        }
    }

    /**
     * Executes a batch concurrently with others. Repeats it after all earlier batches until it is committed.
     *
     * @param earlier failed changes that are stored in the same target transaction
     */
    private void apply(Assignment assignment, List<ChangeException> earlier) throws SQLException, InterruptedException {
        Batch batch = assignment.batch();
        List<ChangeException> quarantined = new ArrayList<>(earlier);
        boolean inOrder = !earlier.isEmpty();
        int attempts = 1;
        Outcome outcome = attempt(
                assignment,
                () -> earlier.isEmpty() ? writeOptimistically(assignment) : writeAgain(batch, true, quarantined));
        while (!(outcome instanceof Committed)) {
            assignment.awaitRetry();
            if (outcome instanceof Refused refused) {
                if (inOrder && batch.transactions().size() > 1 && mayBeOfRowsWrittenBefore(refused.failure())) {
                    applyOneByOne(assignment, quarantined);
                    return;
                }
                if (inOrder) {
                    quarantined.add(decide(assignment, refused.failure()));
                    attempts = 0;
                }
                inOrder = true;
            } else if (attempts > MAXIMUM_CONTENDED_ATTEMPTS) {
                throw contended(assignment, outcome);
            }
            attempts++;
            boolean oneByOne = inOrder;
            outcome = attempt(assignment, () -> writeAgain(batch, oneByOne, quarantined));
        }
    }

    /**
     * Returns whether the target may accept the change in a target transaction of its own. When a row changes, openGauss and PostgreSQL
     * check a foreign key again whose columns are unchanged, if the row was written in the same target transaction. The parent may be
     * missing: the source wrote one of the two with {@code foreign_key_checks = 0}.
     */
    private static boolean mayBeOfRowsWrittenBefore(Exception failure) {
        return failure instanceof ChangeException
                && failure.getCause() instanceof SQLException cause
                && SqlFailure.isForeignKeyViolation(cause);
    }

    /** Applies each transaction of a batch, whose turn it is, in a target transaction of its own. */
    private void applyOneByOne(Assignment assignment, List<ChangeException> quarantined)
            throws SQLException, InterruptedException {
        List<ChangeException> earlier = quarantined;
        for (Assignment one : assignment.oneByOne()) {
            apply(one, earlier);
            earlier = List.of();
        }
    }

    private Outcome attempt(Assignment assignment, Writing writing) throws SQLException, InterruptedException {
        try {
            int version = quarantine.version();
            if (writing.write() == Pass.YIELD) {
                session.rollback();
                return new Contended("an earlier batch needs its locks");
            }
            updateProgress(assignment);
            // computed before the batch's turn, because later batches wait for that
            ChangeCounts changes = counted(assignment.batch());
            Optional<CommitPermit> permit = assignment.awaitCommitOrder();
            if (permit.isEmpty() || version != quarantine.version()) {
                session.rollback();
                return new Contended("an earlier batch needs its locks, or has quarantined a table");
            }
            long commit = commit(assignment, permit.get(), changes);
            commits.committed(commit, assignment.batch().changes());
            return new Committed();
        } catch (SQLException | GaussferryException e) {
            return recover(assignment, e);
        }
    }

    /** Executes a batch, and as little of it as possible after the batches that it depends on. */
    private Pass writeOptimistically(Assignment assignment) throws SQLException, InterruptedException {
        Batch batch = assignment.batch();
        if (assignment.isReady()) {
            session.writeAsSets(batch);
            return Pass.GRANTED;
        }
        SplitSteps split = session.inHalves(batch);
        session.write(split.independent());
        if (assignment.awaitDependencies() == Pass.YIELD) {
            return Pass.YIELD;
        }
        session.write(split.rest());
        return Pass.GRANTED;
    }

    private Pass writeAgain(Batch batch, boolean inOrder, List<ChangeException> quarantined) throws SQLException {
        for (ChangeException failure : quarantined) {
            session.saveFailure(failure, batch, true);
        }
        if (inOrder) {
            session.writeInOrder(batch);
        } else {
            session.writeAsSets(batch);
        }
        return Pass.GRANTED;
    }

    private GaussferryException contended(Assignment assignment, Outcome outcome) throws SQLException {
        GaussferryException failure = new GaussferryException(
                ErrorCode.TABLE_LOCKED,
                "Another session on the target holds locks that " + assignment.batch()
                        + " needs, and does not release them.\n  at: apply, applier " + number,
                "find long transactions on the target's replicated tables and end them",
                outcome instanceof Contended cause ? new SQLException(cause.reason()) : null);
        session.requireOwnership();
        return failure;
    }

    /** Handles a change that failed on its own: returns it if its table is now quarantined, throws otherwise. */
    private ChangeException decide(Assignment assignment, Exception failure) throws SQLException, InterruptedException {
        session.requireOwnership();
        if (failure instanceof ChangeException change && !mayQuarantine(change)) {
            commitBefore(assignment, change);
        } else if (failure instanceof ChangeException change && quarantine.isBound(change.table())) {
            session.commitFailure(change, assignment.batch(), true);
            throw readAgain("The transactions from " + change.transaction() + " on", quarantine(change));
        }
        return quarantine(failure);
    }

    private boolean mayQuarantine(ChangeException failure) {
        return policy == FailurePolicy.QUARANTINE && failure.category() == ErrorCategory.DATA;
    }

    /**
     * Quarantines the table of the failed change and returns the change. Throws the failure if it cannot be
     * quarantined.
     */
    private ChangeException quarantine(Exception failure) throws SQLException {
        if (failure instanceof SQLException sql) {
            throw sql;
        }
        if (!(failure instanceof ChangeException change) || !mayQuarantine(change)) {
            throw (GaussferryException) failure;
        }
        Set<TableId> followers = new TreeSet<>(quarantine.withFollowers(change.table()));
        followers.remove(change.table());
        LOG.error(
                "Table {} is quarantined{}, replication of the other tables continues: {}",
                change.table(),
                followers.isEmpty() ? "" : ", and the tables that follow it by foreign keys " + followers,
                change.getMessage());
        quarantine.add(change.table());
        return change;
    }

    /** Applies a transaction while it is still being read. No other applier runs meanwhile. */
    private void applyLarge(Assignment assignment) throws SQLException, InterruptedException {
        ChangeCounts changes = new ChangeCounts();
        Set<TableId> tables = new HashSet<>();
        Batch fragment = assignment.batch();
        try {
            while (fragment != null) {
                session.writeFragment(fragment);
                count(fragment, changes);
                fragment.changes()
                        .forEach(change ->
                                tables.add(change.format().table().definition().id()));
                fragment = assignment.nextFragment();
            }
            updateProgress(assignment);
            commits.committed(commit(assignment, assignment.awaitCommitOrder().orElseThrow(), changes), tables);
        } catch (GaussferryException e) {
            session.rollback();
            session.requireOwnership();
            // roll back the whole transaction, then store the failed change alone
            if (e instanceof ChangeException change && change.category() == ErrorCategory.DATA) {
                session.commitFailure(change, Objects.requireNonNull(fragment), mayQuarantine(change));
            }
            ChangeException kept = quarantine(e);
            throw readAgain("A large transaction", kept);
        }
    }

    /** Without the table's foreign keys, which the next run drops, its rows do not refuse changes of other tables. */
    private static GaussferryException readAgain(String what, ChangeException kept) {
        return new GaussferryException(
                ErrorCode.REPLICATION_RESTARTING,
                what + " must be read once more, without table " + kept.table() + ".",
                "no action needed",
                kept);
    }

    /** Commits the transactions before the failed change: the target has them when replay stops, with the record of the change. */
    private void commitBefore(Assignment assignment, ChangeException failure)
            throws SQLException, InterruptedException {
        Optional<Assignment> sound = assignment.before(failure.change().transaction());
        try {
            if (sound.isPresent()) {
                Batch batch = sound.get().batch();
                session.writeInOrder(batch);
                updateProgress(sound.get());
                CommitPermit permit = sound.get().awaitCommitOrder().orElseThrow();
                long commit = commits.committing();
                session.commit(permit);
                report(batch, counted(batch));
                commits.committed(commit, batch.changes());
            }
            session.commitFailure(failure, assignment.batch(), false);
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                // the next run meets the failed change again
                throw e;
            }
            failure.addSuppressed(e);
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY || e instanceof FencedException) {
                throw e;
            }
            // the next start replays it
            failure.addSuppressed(e);
        }
    }

    /** Rolls back a failed attempt. Throws a failure that no further attempt can resolve. */
    private Outcome recover(Assignment assignment, Exception failure) throws SQLException {
        boolean contended = false;
        if (failure instanceof SQLException sql) {
            SqlFailure kind = SqlFailure.of(sql);
            if (kind.isOfServer()) {
                throw sql;
            }
            contended = kind == SqlFailure.CONTENTION;
        } else if (failure instanceof GaussferryException known && known.category() != ErrorCategory.DATA) {
            session.rollback();
            throw known;
        }
        LOG.debug("Applier {} rolls back {}: {}", number, assignment.batch(), failure.getMessage());
        session.rollback();
        assignment.rolledBack();
        return contended ? new Contended(RowValueMarks.messageOf(failure)) : new Refused(failure);
    }

    private void updateProgress(Assignment assignment) throws SQLException {
        session.updateProgress(
                assignment.progress(), assignment.batch().transactions().size());
    }

    /** Commits a batch. Returns the number under which the listener is notified of the commit. */
    private long commit(Assignment assignment, CommitPermit permit, ChangeCounts changes)
            throws SQLException, InterruptedException {
        long commit = commits.committing();
        session.commit(permit);
        assignment.committed();
        report(assignment.batch(), changes);
        return commit;
    }

    private ChangeCounts counted(Batch batch) {
        ChangeCounts changes = new ChangeCounts();
        count(batch, changes);
        return changes;
    }

    /** Counts the changes of a batch. Skips changes of quarantined tables, which are not on the target. */
    private void count(Batch batch, ChangeCounts changes) {
        for (RowChange change : batch.changes()) {
            TableId table = change.format().table().definition().id();
            if (!quarantine.contains(table)) {
                changes.add(table, change.operation());
            }
        }
    }

    private void report(Batch batch, ChangeCounts changes) {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        statistics.committed(
                batch.transactions().stream()
                        .mapToLong(SourceTransaction::commitMicros)
                        .toArray(),
                changes,
                now);
    }

    private void rollbackQuietly(InterruptedException reason) {
        try {
            session.rollback();
        } catch (SQLException e) {
            // the connection is closed next, which rolls back as well
            reason.addSuppressed(e);
        }
    }
}
