package io.gaussferry.bench.load;

import java.sql.SQLException;

/** One connection of a load. Confined to the thread that runs it. */
public interface LoadWorker extends AutoCloseable {

    /**
     * What a worker did in one turn.
     *
     * @param transactions committed ones that changed at least one row: those MySQL writes to its binlog
     * @param rows changed by them
     * @param rolledBack transactions given up for another thread's lock or key
     */
    record Done(int transactions, int rows, int rolledBack) {
        /** Nothing was changed. */
        public static final Done NOTHING = new Done(0, 0, 0);

        /** One transaction was rolled back. */
        public static final Done ROLLED_BACK = new Done(0, 0, 1);

        /** One transaction that changed so many rows; none if it changed nothing. */
        public static Done rows(int rows) {
            return rows == 0 ? NOTHING : new Done(1, rows, 0);
        }
    }

    /**
     * Draws and commits transactions.
     *
     * @param most how many at most, one or more
     * @throws SQLException what is no matter of concurrency
     */
    Done run(int most) throws SQLException;

    /** Closes the connection. */
    @Override
    void close() throws SQLException;
}
