package io.gaussferry.bench.copy;

import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads every value of both sides in key order and discards it: the minimum work of any comparison. */
final class FullScan {
    /** Tables scanned concurrently, each over one connection per side: as many as {@code verify} uses. */
    private static final int TABLES_AT_A_TIME = 4;

    private static final int FETCH_ROWS = 5_000;

    private FullScan() {}

    /** Returns the rows per second of one side, while both are read concurrently. */
    static double rowsPerSecond(ServerAddress source, ServerAddress target, String database, int tables)
            throws SQLException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(2 * TABLES_AT_A_TIME);
        try {
            long start = System.nanoTime();
            List<Future<Long>> sides = new ArrayList<>();
            for (int number = 1; number <= tables; number++) {
                String table = SysbenchSchema.tableName(number);
                sides.add(threads.submit(() -> read(source, "`" + database + "`." + table, Integer.MIN_VALUE)));
                sides.add(threads.submit(() -> read(target, "\"" + database + "\"." + table, FETCH_ROWS)));
            }
            long rows = 0;
            for (Future<Long> side : sides) {
                rows += side.get();
            }
            return rows / 2.0 / ((System.nanoTime() - start) / 1e9);
        } catch (ExecutionException failure) {
            throw new SQLException("the scan failed: " + failure.getCause(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static long read(ServerAddress server, String table, int fetchRows) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setFetchSize(fetchRows);
            long rows = 0;
            long bytes = 0;
            try (ResultSet result = statement.executeQuery("SELECT id, k, c, pad FROM " + table + " ORDER BY id")) {
                while (result.next()) {
                    for (int column = 1; column <= 4; column++) {
                        bytes += result.getString(column).length();
                    }
                    rows++;
                }
            }
            if (rows > 0 && bytes == 0) {
                throw new SQLException(table + " has rows without values");
            }
            return rows;
        }
    }
}
