package io.gaussferry.bench.measure;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A row of the report: what is written to the source.
 *
 * @param row short name
 * @param title for a reader
 * @param description how many threads, tables and rows
 * @param reference transactions/s in the reference tool's report, or null
 * @param transactions of the backlog; 0 where the row is live only
 * @param liveTime how long the live run writes
 * @param liveRate transactions/s of the live run; 0 where there is none
 * @param database makes it
 */
record Workload(
        String row,
        String title,
        String description,
        @Nullable Double reference,
        long transactions,
        Duration liveTime,
        long liveRate,
        Factory database) {

    /** Returns the same on the way back, where there is no figure to refer to, and no live run. */
    Workload back(String name) {
        return new Workload(name, title + ", way back", description, null, transactions, liveTime, 0, database);
    }

    /** Returns whether it is written to the target, and brought to MySQL. */
    boolean isBack() {
        return row.startsWith("back-");
    }

    /** Makes a database for the row. */
    @FunctionalInterface
    interface Factory {
        /** Names the database; creates nothing yet. */
        Database named(String database);
    }

    /** The row's tables on the source, and the load on them. */
    interface Database {
        /** Whether its tables have keys, by which MySQL can tell what is independent. */
        boolean hasKeys();

        /** Creates and fills the database. */
        void create(ServerAddress source) throws SQLException;

        /** Starts writing. */
        Load write(ServerAddress source, long seed, LoadLimits limits) throws SQLException;
    }
}
