package io.gaussferry.bench.measure;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A row of the report: a workload on the source.
 *
 * @param row short name
 * @param title title for display
 * @param description threads, tables and rows
 * @param reference transactions/s in the reference tool's report, or null
 * @param transactions transactions of the backlog; 0 for a live-only row
 * @param liveTime duration of the live run's load
 * @param liveRate transactions/s of the live run; 0 without a live run
 * @param database creates the database
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

    /** Returns the same workload for reverse replication, which has no reference figure and no live run. */
    Workload back(String name) {
        return new Workload(
                name, title + ", reverse replication", description, null, transactions, liveTime, 0, database);
    }

    /** Returns whether the workload writes to the target and reverse replication replays it to MySQL. */
    boolean isReverse() {
        return row.startsWith("back-");
    }

    /** Creates the row's database. */
    @FunctionalInterface
    interface Factory {
        /** Names the database; creates nothing yet. */
        Database named(String database);
    }

    /** The row's tables on the source, and the load on them. */
    interface Database {
        /** Returns whether its tables have keys: MySQL needs keys to detect independent transactions. */
        boolean hasKeys();

        /** Creates and fills the database. */
        void create(ServerAddress source) throws SQLException;

        /** Starts the load. */
        Load write(ServerAddress source, long seed, LoadLimits limits) throws SQLException;
    }
}
