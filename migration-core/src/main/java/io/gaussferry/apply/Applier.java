package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.Halves;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.BatchOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies batches over one connection: each as one target transaction that also updates this applier's progress row.
 *
 * <p>A batch is first executed beside others. If that fails for whatever reason but a lost connection, or if it stands in the
 * way of an earlier batch, it is rolled back and executed again when all earlier ones are committed, change by change in
 * source order. What fails then is a real failure. Where batches are no prefixes of the history there is no such moment: what fails
 * there change by change as well needs a run in commit order.
 */
public final class Applier {

    private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

    /** How often a batch whose turn it is may lose to somebody else's locks before replay is started afresh. */
    private static final int MAXIMUM_CONTENDED_ATTEMPTS = 10;

    private final int number;
    private final TargetSession session;
    private final BatchOrder order;
    private final FailurePolicy policy;
    private final Quarantine quarantine;
    private final ReplayStatistics statistics;

    /**
     * @param number from 0
     * @param session for this applier alone
     * @param order where batches come from and when they may be committed
     * @param policy what becomes of a change that the target does not take
     * @param quarantine shared by all appliers
     * @param statistics told of every commit
     */
    public Applier(
            int number,
            TargetSession session,
            BatchOrder order,
            FailurePolicy policy,
            Quarantine quarantine,
            ReplayStatistics statistics) {
        this.policy = policy;
        this.quarantine = quarantine;
        this.number = number;
        this.session = session;
        this.order = order;
        this.statistics = statistics;
    }

    /**
     * Applies batches until there are no more.
     *
     * @throws GaussferryException if a batch cannot be applied; nothing of it is on the target then
     * @throws InterruptedException if replay was aborted; nothing uncommitted is left
     */
    public void run() throws InterruptedException {
        for (Batch batch = order.take(number); batch != null; batch = order.take(number)) {
            try {
                apply(batch);
            } catch (SQLException e) {
                throw new GaussferryException(
                        SqlFailure.of(e).category(),
                        "The target fails: " + e.getMessage() + " (SQLSTATE " + e.getSQLState()
                                + ")\n  at: apply, applier " + number + ", " + batch,
                        Attempt.remedy(e, "look at the target's log; then start again"),
                        e);
            } catch (InterruptedException e) {
                rollbackQuietly(e);
                throw e;
            }
        }
    }

    private void apply(Batch batch) throws SQLException, InterruptedException {
        if (batch.isFragment()) {
            applyLarge(batch);
        } else if (order.isPrefixOrder()) {
            applyInCommitOrder(batch, applyOptimistically(batch));
        } else {
            order.awaitDependencies(batch);
            applyFreely(batch);
        }
    }

    /** How a batch came out that was executed beside others. */
    private enum Outcome {
        COMMITTED,
        /** It may succeed as sets when others are out of the way. */
        AGAIN,
        /** It must be executed change by change. */
        IN_ORDER
    }

    private Outcome applyOptimistically(Batch batch) throws SQLException, InterruptedException {
        try {
            int version = quarantine.version();
            if (!writeOptimistically(batch)) {
                session.rollback();
                return Outcome.AGAIN;
            }
            updateProgress(batch);
            // before its turn, for which the others wait
            ChangeCounts changes = counted(batch);
            if (order.awaitCommitOrder(batch) && version == quarantine.version()) {
                commit(batch, changes);
                return Outcome.COMMITTED;
            }
            session.rollback();
            return Outcome.AGAIN;
        } catch (SQLException | GaussferryException e) {
            return recover(batch, e) ? Outcome.AGAIN : Outcome.IN_ORDER;
        }
    }

    /**
     * Executes a batch, and as little of it as can be after what it depends on.
     *
     * @return false if an earlier batch needs its locks
     */
    private boolean writeOptimistically(Batch batch) throws SQLException, InterruptedException {
        if (order.isReady(batch)) {
            session.writeAsSets(batch);
            return true;
        }
        Halves halves = session.inHalves(batch);
        session.write(halves.independent());
        if (!order.awaitDependencies(batch)) {
            return false;
        }
        session.write(halves.rest());
        return true;
    }

    /** Executes and commits a batch when its predecessors are committed. */
    private void applyInCommitOrder(Batch batch, Outcome before) throws SQLException, InterruptedException {
        Outcome outcome = before;
        List<ChangeException> quarantined = new ArrayList<>();
        for (int attempt = 1; outcome != Outcome.COMMITTED; attempt++) {
            order.awaitPredecessors(batch);
            if (attempt > MAXIMUM_CONTENDED_ATTEMPTS) {
                throw new GaussferryException(
                        ErrorCategory.RETRY,
                        "Something on the target holds locks that " + batch
                                + " needs, and does not let go.\n  at: apply, applier " + number,
                        "look for long transactions on the target's replicated tables and end them",
                        null);
            }
            boolean inOrder = outcome == Outcome.IN_ORDER;
            try {
                for (ChangeException failure : quarantined) {
                    session.saveFailure(failure, batch, true);
                }
                write(batch, inOrder);
                updateProgress(batch);
                commit(batch, counted(batch));
                return;
            } catch (SQLException | GaussferryException e) {
                if (!recover(batch, e)) {
                    if (inOrder) {
                        session.requireOwnership();
                        if (e instanceof ChangeException change && !mayQuarantine(change)) {
                            commitBefore(batch, change);
                        }
                        quarantined.add(quarantine(e));
                        attempt = 0;
                    }
                    outcome = Outcome.IN_ORDER;
                }
            }
        }
    }

    private boolean mayQuarantine(ChangeException failure) {
        return policy == FailurePolicy.QUARANTINE && failure.category() == ErrorCategory.DATA;
    }

    /** Returns the failed change whose table is now quarantined, or throws what cannot be helped in that way. */
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
                "Table {} is set aside, replay goes on without it{}: {}",
                change.table(),
                followers.isEmpty() ? "" : ", nor those that follow it by foreign keys " + followers,
                change.getMessage());
        quarantine.add(change.table());
        return change;
    }

    /** Executes and commits a batch that nobody waits for and that waits for nobody. */
    private void applyFreely(Batch batch) throws SQLException {
        boolean inOrder = false;
        for (int attempt = 1; ; attempt++) {
            try {
                write(batch, inOrder);
                updateProgress(batch);
                commit(batch, counted(batch));
                return;
            } catch (SQLException | GaussferryException e) {
                boolean contended = recover(batch, e);
                if ((inOrder && !contended) || attempt == MAXIMUM_CONTENDED_ATTEMPTS) {
                    session.requireOwnership();
                    throw new UnknownDependencyException(batch, e);
                }
                inOrder |= !contended;
            }
        }
    }

    /** Applies a transaction while it is still being read; nothing else is at work meanwhile. */
    private void applyLarge(Batch first) throws SQLException, InterruptedException {
        ChangeCounts changes = new ChangeCounts();
        Batch fragment = first;
        try {
            while (fragment != null) {
                session.writeFragment(fragment);
                count(fragment, changes);
                fragment = order.nextFragment(first);
            }
            updateProgress(first);
            commit(first, changes);
        } catch (GaussferryException e) {
            session.rollback();
            session.requireOwnership();
            // nothing of it may stay: what is kept is the change alone
            if (e instanceof ChangeException change) {
                session.saveFailure(change, Objects.requireNonNull(fragment), mayQuarantine(change));
                session.commit();
            }
            ChangeException kept = quarantine(e);
            throw new GaussferryException(
                    ErrorCategory.RETRY,
                    "A large transaction must be read once more, without table " + kept.table() + ".",
                    "nothing to do",
                    kept);
        }
    }

    private void write(Batch batch, boolean inOrder) throws SQLException {
        if (inOrder) {
            session.writeInOrder(batch);
        } else {
            session.writeAsSets(batch);
        }
    }

    /** What stands before the change that failed is sound: it shall be on the target when replay stops, with the change itself. */
    private void commitBefore(Batch batch, ChangeException failure) {
        Batch sound = batch.before(failure.change().transaction());
        try {
            if (!sound.isEmpty()) {
                session.writeInOrder(sound);
                updateProgress(sound);
                session.commit();
                report(sound, counted(sound));
            }
            session.saveFailure(failure, batch, false);
            session.commit();
        } catch (SQLException | GaussferryException e) {
            // the next start replays it
            failure.addSuppressed(e);
        }
    }

    /**
     * Rolls a failed batch back and asks later ones to give up their locks.
     *
     * @return whether locks alone were in the way, so that the same statements may succeed later
     */
    private boolean recover(Batch batch, Exception failure) throws SQLException {
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
        LOG.debug("Applier {} rolls back {}: {}", number, batch, failure.getMessage());
        session.rollback();
        order.requestYield(batch);
        return contended;
    }

    private void updateProgress(Batch batch) throws SQLException {
        session.updateProgress(order.progress(batch), batch.transactions().size());
    }

    private void commit(Batch batch, ChangeCounts changes) throws SQLException {
        session.commit();
        order.committed(batch);
        report(batch, changes);
    }

    private ChangeCounts counted(Batch batch) {
        ChangeCounts changes = new ChangeCounts();
        count(batch, changes);
        return changes;
    }

    /** What is passed over because its table is quarantined is not counted: it is not on the target. */
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
