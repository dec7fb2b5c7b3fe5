package io.gaussferry.bench.load;

import java.sql.SQLException;

/** One connection of a load. Confined to the thread that runs it. */
public interface LoadWorker extends AutoCloseable {

    /**
     * The result of one turn of a worker.
     *
     * @param transactions committed transactions that changed at least one row: those that MySQL writes to its binlog
     * @param rows rows changed by these transactions
     * @param rolledBack transactions rolled back after a conflict with another thread's lock or key
     */
    record Done(int transactions, int rows, int rolledBack) {
        /** No row was changed. */
        public static final Done NOTHING = new Done(0, 0, 0);

        /** One transaction was rolled back. */
        public static final Done ROLLED_BACK = new Done(0, 0, 1);

        /** Returns the result of one transaction that changed this number of rows; {@link #NOTHING} for no rows. */
        public static Done rows(int rows) {
            return rows == 0 ? NOTHING : new Done(1, rows, 0);
        }
    }

    /**
     * Generates and commits transactions.
     *
     * @param most maximum number of transactions, at least one
     * @throws SQLException if a statement fails for a reason other than a conflict with another thread
     */
    Done run(int most) throws SQLException;

    /** Closes the connection. */
    @Override
    void close() throws SQLException;
}
