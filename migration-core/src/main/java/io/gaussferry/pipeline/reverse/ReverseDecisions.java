package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at a transaction that MySQL refuses until the operator has decided, and stores the decision on the target.
 * Thread-safe.
 */
final class ReverseDecisions {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseDecisions.class);

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

    private static final String REMEDY = "solve the problem that the message names, and repeat the command";

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final ReverseDecisionStore store;
    private @Nullable RefusedTransaction refused;
    private boolean stopped;

    ReverseDecisions(ReverseSettings settings, OwnershipProof proof) {
        this.settings = settings;
        this.proof = proof;
        this.store = new ReverseDecisionStore(settings.name());
    }

    /** Writes to the target. */
    private interface Work {
        void with(Connection target) throws SQLException, InterruptedException;
    }

    private void write(String what, Work work) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            proof.hold(target);
            work.with(target);
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure(what, REMEDY, e);
        }
    }

    /**
     * Quarantines the table if the configuration says so; otherwise waits until the operator has decided.
     *
     * @return false if this object was stopped first
     */
    boolean await(TransactionException failure) throws InterruptedException {
        RefusedTransaction transaction = new RefusedTransaction(failure, Instant.now());
        boolean isOfRow =
                failure.category() == ErrorCategory.DATA && transaction.table().isPresent();
        if (settings.onFailure() == FailurePolicy.QUARANTINE && isOfRow) {
            TableId table = transaction.table().get();
            write("quarantine a table", target -> store.quarantine(target, table, "on-failure: quarantine"));
            LOG.error(
                    "Table {} is quarantined, reverse replication of the other tables continues: {}",
                    table,
                    failure.getMessage());
            return true;
        }
        synchronized (this) {
            refused = transaction;
            while (refused != null && !stopped) {
                wait();
            }
            refused = null;
            return !stopped;
        }
    }

    /** Returns the transaction that waits for a decision; null if there is none. */
    synchronized @Nullable Waiting waiting() {
        RefusedTransaction current = refused;
        return current == null ? null : current.waiting();
    }

    private synchronized @Nullable RefusedTransaction refused(String transaction) {
        RefusedTransaction current = refused;
        return current != null && current.name().equals(transaction) ? current : null;
    }

    /**
     * Retries a transaction: the rows that it and the transactions up to now have changed are applied as they are on the
     * target now.
     *
     * @return whether reverse replication waits at this transaction
     */
    boolean retry(String transaction) throws InterruptedException {
        if (refused(transaction) == null) {
            return false;
        }
        String slot = settings.decoding().slot();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            TargetDialect dialect = sessions.dialect();
            long end = new LogicalSlot(slot, dialect.decoding()).settledEnd(target, LONGEST_TRANSACTION);
            proof.hold(target);
            store.settle(target, new Settling(end, null));
            target.commit();
            long unused = TargetHeartbeat.set(target, slot, dialect);
        } catch (SQLException e) {
            throw Attempt.failure("retry a transaction", REMEDY, e);
        }
        decided();
        return true;
    }

    /**
     * Skips a transaction.
     *
     * @return whether reverse replication waits at this transaction
     * @throws GaussferryException if the table of the refused change is unknown
     */
    boolean skip(String transaction, String reason) throws InterruptedException {
        RefusedTransaction current = refused(transaction);
        if (current == null) {
            return false;
        }
        TableId table = current.table()
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.DECISION_REFUSED,
                        "Transaction " + transaction + " is not refused because of one row, and cannot be skipped.",
                        "solve the problem that gaussferry status shows, or run gaussferry cutover rearm",
                        null));
        write("skip a transaction", target -> store.skip(target, current.number(), table, reason));
        LOG.warn("Transaction {} is skipped in reverse replication: {}", transaction, reason);
        decided();
        return true;
    }

    /** Records a further table that lacks changes of a skipped transaction. */
    void omitted(long transaction, TableId table) {
        try {
            write(
                    "record a table of a skipped transaction",
                    target -> store.skip(target, transaction, table, "part of a skipped transaction"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void decided() {
        refused = null;
        notifyAll();
    }

    /** Ends the waiting without a decision. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
