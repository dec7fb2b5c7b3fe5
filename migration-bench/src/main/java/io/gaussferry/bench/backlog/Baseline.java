package io.gaussferry.bench.backlog;

import io.gaussferry.bench.sandbox.ServerAddress;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the daemon is measured against: the same rows into identical tables of the same server, with one prepared,
 * autocommitted INSERT per row over many connections, with the server's own settings. Connecting and preparing is not
 * timed.
 */
final class Baseline {
    private final ServerAddress source;
    private final ServerAddress target;
    private final SysbenchSchema tables;
    private final String baselineSchema;

    /** The schema {@code baselineSchema} must exist on the target, and be empty. */
    Baseline(ServerAddress source, ServerAddress target, SysbenchSchema tables, String baselineSchema) {
        this.source = source;
        this.target = target;
        this.tables = tables;
        this.baselineSchema = baselineSchema;
    }

    /** A row of sysbench's table {@code sbtest<table>}. */
    private record SysbenchRow(int table, int id, int k, String c, String pad) {}

    /**
     * What was measured.
     *
     * @param durability the target's settings that decide what a commit costs
     */
    record Result(int rows, int connections, double seconds, String durability) {
        double rowsPerSecond() {
            return rows / seconds;
        }
    }

    /** Reads the rows from MySQL, creates the tables, and inserts over so many connections, a slice for each. */
    Result measure(int rowCount, int connections) throws SQLException, InterruptedException {
        List<SysbenchRow> rows = readRows(rowCount);
        String durability;
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            for (int table = 1; table <= tables.tables(); table++) {
                String name = "\".\"" + SysbenchSchema.tableName(table) + "\"";
                statement.execute("CREATE TABLE \"" + baselineSchema + name + " (LIKE \"" + tables.database() + name
                        + " INCLUDING ALL)");
            }
            durability = "fsync " + setting(statement, "fsync") + ", synchronous_commit "
                    + setting(statement, "synchronous_commit");
        }
        CountDownLatch ready = new CountDownLatch(connections);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<Integer>> inserted = new ArrayList<>();
            for (int thread = 0; thread < connections; thread++) {
                int from = (int) ((long) rows.size() * thread / connections);
                int until = (int) ((long) rows.size() * (thread + 1) / connections);
                List<SysbenchRow> slice = rows.subList(from, until);
                inserted.add(threads.submit(() -> insert(slice, ready, go)));
            }
            ready.await();
            long start = System.nanoTime();
            go.countDown();
            int total = 0;
            for (Future<Integer> slice : inserted) {
                total += slice.get();
            }
            return new Result(total, connections, (System.nanoTime() - start) / 1e9, durability);
        } catch (ExecutionException failure) {
            throw new SQLException("the baseline failed: " + failure.getCause(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static String setting(Statement statement, String name) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Rows of all tables in turns, so that every connection writes to every table, as the source's threads did. */
    private List<SysbenchRow> readRows(int rowCount) throws SQLException {
        List<List<SysbenchRow>> byTable = new ArrayList<>();
        int perTable = (rowCount + tables.tables() - 1) / tables.tables();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            for (int table = 1; table <= tables.tables(); table++) {
                List<SysbenchRow> rows = new ArrayList<>();
                try (ResultSet row = statement.executeQuery(
                        "SELECT id, k, c, pad FROM " + tables.quotedTable(table) + " ORDER BY id LIMIT " + perTable)) {
                    while (row.next()) {
                        rows.add(new SysbenchRow(
                                table, row.getInt(1), row.getInt(2), row.getString(3), row.getString(4)));
                    }
                }
                byTable.add(rows);
            }
        }
        List<SysbenchRow> mixed = new ArrayList<>();
        for (int index = 0; index < perTable; index++) {
            for (List<SysbenchRow> rows : byTable) {
                if (index < rows.size() && mixed.size() < rowCount) {
                    mixed.add(rows.get(index));
                }
            }
        }
        return mixed;
    }

    private int insert(List<SysbenchRow> rows, CountDownLatch ready, CountDownLatch go)
            throws SQLException, InterruptedException {
        try (Connection connection = openOrRelease(ready)) {
            List<PreparedStatement> inserts = new ArrayList<>();
            for (int table = 1; table <= tables.tables(); table++) {
                inserts.add(connection.prepareStatement("INSERT INTO \"" + baselineSchema + "\".\""
                        + SysbenchSchema.tableName(table) + "\" (id, k, c, pad) VALUES (?, ?, ?, ?)"));
            }
            ready.countDown();
            go.await();
            int inserted = 0;
            for (SysbenchRow row : rows) {
                PreparedStatement insert = inserts.get(row.table() - 1);
                insert.setInt(1, row.id());
                insert.setInt(2, row.k());
                insert.setString(3, row.c());
                insert.setString(4, row.pad());
                inserted += insert.executeUpdate();
            }
            return inserted;
        }
    }

    /** A thread that cannot connect must not leave the others waiting for it. */
    private Connection openOrRelease(CountDownLatch ready) throws SQLException {
        try {
            return target.open();
        } catch (SQLException failure) {
            ready.countDown();
            throw failure;
        }
    }
}
