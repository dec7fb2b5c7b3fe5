package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A snapshot of tables of the target at an exact position of its log. Writers of these tables wait while it is taken: a lock lets
 * transactions that have changed them end, and keeps others out for some milliseconds. Stateless.
 */
final class TargetSnapshot {

    private static final Logger LOG = LoggerFactory.getLogger(TargetSnapshot.class);

    /** Writers wait as long behind a lock that waits for a transaction. */
    private static final int LOCK_SECONDS = 1;

    private static final int MAX_ATTEMPTS = 30;

    private static final Duration RETRY_DELAY = Duration.ofMillis(500);

    /** The server's error for a statement that the driver has cancelled after a timeout. */
    private static final String CANCELLED = "57014";

    private TargetSnapshot() {}

    /**
     * Starts a transaction that reads the tables in one snapshot.
     *
     * @param locking in no transaction; it is in none afterwards
     * @param reading in no transaction; it is in the one with the snapshot afterwards
     * @return the position in the log: the snapshot has exactly the changes of these tables that were committed before
     * @throws GaussferryException of category RETRY if transactions hold the tables for long
     */
    static long take(Connection locking, Connection reading, LogicalSlot slot, List<TableDefinition> tables)
            throws SQLException, InterruptedException {
        String lock = "LOCK TABLE "
                + tables.stream()
                        .map(table -> Identifiers.quoteTarget(table.targetId()))
                        .collect(Collectors.joining(", "))
                + " IN SHARE MODE";
        for (int attempt = 1; !isLocked(locking, lock); attempt++) {
            if (attempt == MAX_ATTEMPTS) {
                throw new GaussferryException(
                        ErrorCode.TABLE_LOCKED,
                        "The tables without a key could not be locked for a moment: transactions on the target use them.",
                        "end long-running transactions on the target (pg_stat_activity), and repeat gaussferry cutover rearm",
                        null);
            }
            LOG.info("Tables without a key are in use, attempt {} of {}", attempt, MAX_ATTEMPTS);
            Thread.sleep(RETRY_DELAY.toMillis());
        }
        reading.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        Sql.execute(reading, "SELECT 1");
        long position = slot.logEnd(locking);
        locking.commit();
        return position;
    }

    private static boolean isLocked(Connection locking, String lock) throws SQLException {
        try (Statement statement = locking.createStatement()) {
            statement.setQueryTimeout(LOCK_SECONDS);
            statement.execute(lock);
            return true;
        } catch (SQLException e) {
            locking.rollback();
            if (CANCELLED.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }
}
