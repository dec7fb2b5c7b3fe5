package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.OwnerSessions;
import io.gaussferry.schema.Identifiers;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Changes the AUTO_INCREMENT attribute of one table after another, while writers write. Replication is held meanwhile: every transaction
 * that has passed is committed first, so that no applier waits for the table's lock, and none holds a lock for which this session waits.
 * The lock is requested without waiting, so that sessions that read the table are not queued behind it. Not thread-safe.
 */
final class CounterRewrite {

    /** Time for which replication is held to get a lock, before it continues for {@link #BETWEEN_HOLDS}. */
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(3);

    private static final Duration BETWEEN_HOLDS = Duration.ofSeconds(2);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Number of holds after which a session that uses the table is reported. */
    private static final int MAXIMUM_HOLDS = 60;

    private static final String SIZE = "SELECT pg_catalog.pg_total_relation_size(c.oid) FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?";

    private final String pipeline;
    private final Connection target;
    private final OwnershipProof proof;
    private final ReplayGate replay;
    private final StepControl control;

    /** @param target used by this object alone, without autocommit */
    CounterRewrite(String pipeline, Connection target, OwnershipProof proof, ReplayGate replay, StepControl control) {
        this.pipeline = pipeline;
        this.target = target;
        this.proof = proof;
        this.replay = replay;
        this.control = control;
    }

    /** Work on a locked table. */
    interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** Returns the bytes of a table and its indexes. */
    long size(TableId table) throws SQLException {
        try (PreparedStatement select = target.prepareStatement(SIZE)) {
            select.setString(1, table.schema());
            select.setString(2, table.name());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        } finally {
            target.rollback();
        }
    }

    /**
     * Adds the attribute to a column.
     *
     * @param limit the longest time for the rewrite
     */
    void add(MissingCounter counter, Duration limit) throws SQLException {
        ExplicitZeros zeros = new ExplicitZeros(target, counter.table(), counter.definition());
        BigInteger moved = BigInteger.ZERO;
        if (zeros.exist()) {
            BigInteger highest = new TargetCounter(target)
                    .highest(counter.table(), counter.definition().name());
            moved = zeros.unusedNumber(highest)
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.COUNTER_IMPOSSIBLE,
                            counter.location() + " has a row with 0, and every other number is used.",
                            "no action needed: a sequence will number its rows",
                            null));
            zeros.move(BigInteger.ZERO, moved);
        }
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(TimeLimit.seconds(limit));
            for (String sql : counter.action().statements()) {
                statement.execute(sql);
            }
        }
        if (moved.signum() != 0) {
            zeros.move(moved, BigInteger.ZERO);
        }
    }

    /** Runs work in one transaction that has locked the table and proves the ownership before its commit. */
    void locked(TableId table, Work work) throws SQLException, InterruptedException {
        boolean done = false;
        try {
            hold(table);
            // if this daemon is killed, its successor ends the session, whose lock replication would meet
            OwnerSessions.markTransaction(target, pipeline);
            requireNotCopied(table);
            work.run(target);
            // last, because a longer lock of the progress row would delay a takeover
            proof.hold(target);
            target.commit();
            done = true;
        } finally {
            replay.release();
            if (!done && !target.isClosed()) {
                target.rollback();
            }
        }
    }

    /** Holds replication, and locks the table. */
    private void hold(TableId table) throws SQLException, InterruptedException {
        String obstacle = "";
        for (int attempt = 0; attempt < MAXIMUM_HOLDS; attempt++) {
            if (replay.isRunning()) {
                replay.hold();
                long end = System.nanoTime() + LONGEST_HOLD.toNanos();
                while (System.nanoTime() < end) {
                    obstacle = replay.isIdle() ? tryLock(table) : "replication has a transaction that takes long";
                    if (obstacle.isEmpty()) {
                        return;
                    }
                    control.pause(POLL_INTERVAL);
                }
                replay.release();
            } else {
                obstacle = "replication does not run";
            }
            control.pause(BETWEEN_HOLDS);
        }
        throw new GaussferryException(
                ErrorCode.TABLE_LOCKED,
                ErrorCategory.FATAL,
                "Table " + table + " could not be locked on the target: " + obstacle + ".",
                "end the sessions that use the table on the target, or wait for them, and repeat the command",
                null);
    }

    /** Returns why the table could not be locked; empty if it is. */
    private String tryLock(TableId table) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("LOCK TABLE " + Identifiers.quoteTarget(table) + " IN ACCESS EXCLUSIVE MODE NOWAIT");
            return "";
        } catch (SQLException e) {
            if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                throw e;
            }
            target.rollback();
            return RowValueMarks.message(e);
        }
    }

    /** A copy writes rows by COPY, which would replace an explicit 0. Under the table's lock no copy can start. */
    private void requireNotCopied(TableId table) throws SQLException {
        boolean copied = new TableCopyStore(pipeline)
                .read(target).entrySet().stream()
                        .filter(entry -> entry.getKey().equals(table))
                        .anyMatch(entry -> entry.getValue().state().isCopiedIncrementally());
        if (copied) {
            throw new GaussferryException(
                    ErrorCode.TABLE_BEING_COPIED,
                    "Table " + table + " is being copied, or its copy has failed.",
                    "wait until the copy is complete, and repeat the command; show it with: gaussferry copy --config FILE",
                    null);
        }
    }
}
