package io.gaussferry.bench.copy;

import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.report.CopyReport.Way;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;
import org.opengauss.copy.CopyOut;

/**
 * Loads the bytes that the daemon has loaded, from memory, over two connections, into tables with a primary key and no other
 * index: the upper bound of any load. Only sending and committing is timed. Measures as many rows as fit into a third of the
 * heap.
 */
final class PureCopy {
    private static final int CONNECTIONS = 2;
    private static final int CHUNK_BYTES = 1 << 20;

    private PureCopy() {}

    /** The rows of a table in the format of COPY. */
    private record Loaded(String name, List<byte[]> chunks, long rows) {}

    static Way measure(ServerAddress target, Trial trial, int tables)
            throws SQLException, IOException, InterruptedException {
        String schema = trial.database() + "_pure";
        trial.addTargetSchema(schema);
        List<Loaded> loaded = new ArrayList<>();
        long budget = Runtime.getRuntime().maxMemory() / 3;
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            for (int number = 1; number <= tables && budget > 0; number++) {
                Loaded table = read(connection, trial.database(), SysbenchSchema.tableName(number));
                budget -=
                        table.chunks().stream().mapToLong(chunk -> chunk.length).sum();
                loaded.add(table);
                statement.execute("CREATE TABLE \"" + schema + "\"." + table.name() + " (LIKE \"" + trial.database()
                        + "\"." + table.name() + " INCLUDING DEFAULTS, PRIMARY KEY (id))");
            }
            statement.execute("CHECKPOINT");
        }
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            long start = System.nanoTime();
            List<Future<Boolean>> running = new ArrayList<>();
            for (int number = 0; number < CONNECTIONS; number++) {
                int first = number;
                running.add(threads.submit(() -> load(target, schema, loaded, first)));
            }
            for (Future<Boolean> one : running) {
                one.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            long rows = loaded.stream().mapToLong(Loaded::rows).sum();
            return new Way("pure COPY of the same bytes, two connections", rows, seconds, null);
        } catch (ExecutionException failure) {
            throw new SQLException("COPY failed: " + failure.getCause(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Loaded read(Connection connection, String schema, String name) throws SQLException {
        CopyOut copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("COPY \"" + schema + "\"." + name + " TO STDOUT");
        List<byte[]> chunks = new ArrayList<>();
        ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK_BYTES);
        long rows = 0;
        for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
            rows++;
            chunk.writeBytes(row);
            if (chunk.size() >= CHUNK_BYTES) {
                chunks.add(chunk.toByteArray());
                chunk.reset();
            }
        }
        chunks.add(chunk.toByteArray());
        return new Loaded(name, chunks, rows);
    }

    /** Loads every second table. */
    private static boolean load(ServerAddress target, String schema, List<Loaded> tables, int first)
            throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            // as the daemon's sessions do
            statement.execute("SET synchronous_commit = off");
            for (int number = first; number < tables.size(); number += CONNECTIONS) {
                Loaded table = tables.get(number);
                CopyIn copy = connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("COPY \"" + schema + "\"." + table.name() + " FROM STDIN");
                for (byte[] chunk : table.chunks()) {
                    copy.writeToCopy(chunk, 0, chunk.length);
                }
                copy.endCopy();
            }
            return true;
        }
    }
}
