package io.gaussferry.apply;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Lease;
import io.gaussferry.convert.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.Batch;
import io.gaussferry.schedule.CommitOrder;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.source.SourceTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies batches over one connection: each as one target transaction that also updates this lane's progress row.
 *
 * <p>A batch is first executed beside others. If that fails for whatever reason but a lost connection, or if it stands in the
 * way of an earlier batch, it is rolled back and executed again when all earlier ones are committed, change by change in
 * source order. What fails then is a real failure.
 */
public final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    /** How often a batch whose turn it is may lose to somebody else's locks before replay is started afresh. */
    private static final int MAXIMUM_CONTENDED_ATTEMPTS = 10;

    private final int number;
    private final Connection connection;
    private final Lease lease;
    private final CommitOrder order;
    private final ReplayStatistics statistics;
    private final RuleUsage ruleUsage;
    private final BatchWriter writer;

    /**
     * @param number from 0; the number of its progress row
     * @param connection for this lane alone, without autocommit; stays open
     * @param lease the right to write progress
     * @param order where batches come from and when they may be committed
     * @param tables what the target has for each source table
     * @param statistics told of every commit
     * @param ruleUsage told which conversions are committed
     */
    public Lane(
            int number,
            Connection connection,
            Lease lease,
            CommitOrder order,
            Map<TableId, TargetTable> tables,
            ReplayStatistics statistics,
            RuleUsage ruleUsage) {
        this.number = number;
        this.connection = connection;
        this.lease = lease;
        this.order = order;
        this.statistics = statistics;
        this.ruleUsage = ruleUsage;
        this.writer = new BatchWriter(connection, tables);
    }

    /**
     * Applies batches until there are no more.
     *
     * @throws GaussferryException if a batch cannot be applied; nothing of it is on the target then
     * @throws InterruptedException if replay was aborted; nothing uncommitted is left
     */
    public void run() throws InterruptedException {
        for (Batch batch = order.take(); batch != null; batch = order.take()) {
            try {
                apply(batch);
            } catch (SQLException e) {
                throw new GaussferryException(
                        SqlFailure.of(e).category(),
                        "The target fails: " + e.getMessage() + " (SQLSTATE " + e.getSQLState()
                                + ")\n  at: apply, lane " + number + ", " + batch,
                        "check the target's log; replay goes on by itself after a lost connection",
                        e);
            } catch (InterruptedException e) {
                rollbackQuietly(e);
                throw e;
            }
        }
    }

    private void apply(Batch batch) throws SQLException, InterruptedException {
        order.awaitDependencies(batch);
        boolean asSets = true;
        try {
            writer.writeAsSets(batch);
            updateProgress(batch);
            if (order.awaitTurn(batch)) {
                commit(batch);
                return;
            }
            rollback();
        } catch (SQLException | GaussferryException e) {
            asSets = recover(batch, e);
        }
        order.awaitPredecessors(batch);
        for (int attempt = 1; !applyInTurn(batch, asSets); attempt++) {
            if (attempt == MAXIMUM_CONTENDED_ATTEMPTS) {
                throw new GaussferryException(
                        ErrorCategory.RETRY,
                        "Something on the target holds locks that " + batch
                                + " needs, and does not let go.\n  at: apply, lane " + number,
                        "look for long transactions on the target's replicated tables and end them",
                        null);
            }
        }
    }

    /** Executes and commits a batch whose predecessors are committed; returns whether it could. */
    private boolean applyInTurn(Batch batch, boolean asSets) throws SQLException {
        try {
            if (asSets) {
                writer.writeAsSets(batch);
            } else {
                writer.writeInOrder(batch);
            }
            updateProgress(batch);
        } catch (SQLException | GaussferryException e) {
            if (!recover(batch, e)) {
                if (!asSets) {
                    commitBefore(batch, e);
                    throw e;
                }
                return applyInTurn(batch, false);
            }
            return false;
        }
        commit(batch);
        return true;
    }

    /** What stands before the change that failed is sound: it shall be on the target when replay stops. */
    private void commitBefore(Batch batch, Exception failure) {
        if (!(failure instanceof ChangeException change)) {
            return;
        }
        Batch sound = batch.before(change.transaction());
        if (sound.isEmpty()) {
            return;
        }
        try {
            writer.writeInOrder(sound);
            updateProgress(sound);
            connection.commit();
            ruleUsage.committed();
            count(sound);
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
            if (kind == SqlFailure.CONNECTION) {
                throw sql;
            }
            contended = kind == SqlFailure.CONTENTION;
        } else if (failure instanceof GaussferryException known && known.category() != ErrorCategory.DATA) {
            rollback();
            throw known;
        }
        LOG.debug("Lane {} rolls back {}: {}", number, batch, failure.getMessage());
        rollback();
        order.requestYield(batch);
        return contended;
    }

    private void updateProgress(Batch batch) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ProgressStore.UPDATE)) {
            ProgressStore.setUpdate(
                    statement,
                    lease,
                    number,
                    batch.progress(),
                    batch.transactions().size());
            ProgressStore.requireLease(statement.executeUpdate(), lease);
        }
    }

    private void commit(Batch batch) throws SQLException {
        connection.commit();
        ruleUsage.committed();
        order.committed(batch);
        count(batch);
    }

    private void count(Batch batch) {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        statistics.committed(
                batch.transactions().stream()
                        .mapToLong(SourceTransaction::commitMicros)
                        .toArray(),
                batch.changes().size(),
                now);
    }

    private void rollback() throws SQLException {
        ruleUsage.rolledBack();
        connection.rollback();
    }

    private void rollbackQuietly(InterruptedException reason) {
        try {
            rollback();
        } catch (SQLException e) {
            // the connection is closed next, which rolls back as well
            reason.addSuppressed(e);
        }
    }
}
