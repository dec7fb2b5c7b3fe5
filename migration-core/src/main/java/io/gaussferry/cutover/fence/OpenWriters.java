package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Waits for the transactions that have written to fenced tables before the fence was raised. It takes no lock: a lock on
 * several tables and a transaction that writes to several of them would deadlock.
 *
 * <p>A session takes the lock of a table and receives the fence's new function afterwards, in this order. So a statement
 * that has not received it has had the lock since before it was committed, and is found.
 */
final class OpenWriters {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    /** Readers hold the two weakest locks. Includes prepared transactions, which have no process. */
    private static final String WRITERS = "SELECT l.virtualtransaction, COALESCE(l.pid, 0) FROM pg_catalog.pg_locks l"
            + " WHERE l.locktype = 'relation' AND l.granted AND l.mode NOT IN ('AccessShareLock', 'RowShareLock')"
            + " AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())"
            + " AND COALESCE(l.pid, 0) <> pg_backend_pid()"
            + " AND l.relation IN (SELECT t.tgrelid FROM pg_catalog.pg_trigger t WHERE t.tgname = ?)";

    private final TargetLink target;
    private final String trigger;

    /** @param trigger of the fenced tables */
    OpenWriters(TargetLink target, String trigger) {
        this.target = target;
        this.trigger = trigger;
    }

    /**
     * Waits for the end of the transactions that are open now.
     *
     * @throws GaussferryException of category RETRY if one of them does not end within this time
     */
    void await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Map<String, Long> open = read();
        while (!open.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new GaussferryException(
                        ErrorCode.TARGET_WRITERS_OPEN,
                        "Could not make the target refuse writes: " + open.size()
                                + " open transactions have written to its tables, and have not ended within "
                                + limit.toSeconds() + " s; their pids: " + open.values() + ".",
                        "end long transactions of the application, and retry",
                        null);
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
            open.keySet().retainAll(read().keySet());
        }
    }

    private Map<String, Long> read() throws InterruptedException {
        return target.read("find open writers of the target", this::read);
    }

    /** Returns the process of each writing transaction. */
    private Map<String, Long> read(Connection connection) throws SQLException {
        Map<String, Long> writers = new TreeMap<>();
        Sql.each(connection, rows -> writers.put(rows.getString(1), rows.getLong(2)), WRITERS, trigger);
        return writers;
    }
}
