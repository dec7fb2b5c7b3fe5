package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How fast the target could take the same changes from somebody who has nothing else to do: encoded beforehand, coalesced and
 * sent as sets in batches as large as the daemon's, over two connections that share no row, without reading a binlog,
 * looking for conflicts or keeping progress. Only the sending and committing is timed.
 */
final class Ceiling {
    /** More connections were no faster on two cores. */
    static final int CONNECTIONS = 2;

    /** Changes of a batch: the daemon's default. */
    static final int BATCH_CHANGES = 10_000;

    /** Batches of a connection that are encoded in advance: some ten megabytes. */
    private static final int BATCHES_AHEAD = 4;

    private final String schema;
    private final boolean byTable;
    private final List<Connection> connections = new ArrayList<>();
    private final List<Map<String, PreparedStatement>> prepared = new ArrayList<>();
    private final Map<String, Integer> tableNumbers = new HashMap<>();

    private Ceiling(String schema, Map<String, TableShape> shapes) {
        this.schema = schema;
        // whole tables where that shares the work evenly: then a statement is as wide as can be
        this.byTable = shapes.keySet().stream().allMatch(name -> name.startsWith("sbtest")) && shapes.size() > 1;
        shapes.keySet().forEach(name -> tableNumbers.put(name, tableNumbers.size()));
    }

    /**
     * What was measured.
     *
     * @param rows changed by the source
     * @param seconds of sending and committing
     */
    record Result(long rows, double seconds) {}

    /** Applies a whole backlog to identical tables. */
    static Result measure(BinlogReader reader, ServerAddress target, String schema, Map<String, TableShape> shapes)
            throws SQLException, IOException, InterruptedException {
        Ceiling ceiling = new Ceiling(schema, shapes);
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            for (int number = 0; number < CONNECTIONS; number++) {
                Connection connection = target.open();
                ceiling.connections.add(connection);
                ceiling.prepared.add(new HashMap<>());
                try (Statement statement = connection.createStatement()) {
                    // as the daemon's sessions do
                    statement.execute("SET synchronous_commit = off");
                }
                connection.setAutoCommit(false);
            }
            return ceiling.apply(reader, threads);
        } finally {
            threads.shutdownNow();
            for (Connection connection : ceiling.connections) {
                connection.close();
            }
        }
    }

    private Result apply(BinlogReader reader, ExecutorService threads)
            throws SQLException, IOException, InterruptedException {
        long rows = 0;
        long nanos = 0;
        boolean more = true;
        while (more) {
            List<List<RowChange>> shares = new ArrayList<>();
            for (int number = 0; number < CONNECTIONS; number++) {
                shares.add(new ArrayList<>());
            }
            long taken = 0;
            while (more && taken < (long) CONNECTIONS * BATCHES_AHEAD * BATCH_CHANGES) {
                ChangedTransaction transaction = reader.next();
                more = transaction != null;
                if (transaction != null) {
                    transaction
                            .changes()
                            .forEach(change -> shares.get(share(change)).add(change));
                    taken += transaction.changes().size();
                }
            }
            rows += taken;
            List<List<SetStatements>> encoded = new ArrayList<>();
            shares.forEach(share -> encoded.add(encode(share)));
            nanos += send(encoded, threads);
        }
        return new Result(rows, nanos / 1e9);
    }

    private int share(RowChange change) {
        Integer number = tableNumbers.get(change.table().name());
        if (number == null) {
            throw new IllegalStateException("unknown table " + change.table().name());
        }
        if (byTable) {
            return number % CONNECTIONS;
        }
        String[] row = change.before() == null ? change.resulting() : change.existing();
        int hash = number;
        for (int column : change.table().key()) {
            hash = 31 * hash + String.valueOf(row[column]).hashCode();
        }
        return Math.floorMod(hash, CONNECTIONS);
    }

    private List<SetStatements> encode(List<RowChange> changes) {
        List<SetStatements> batches = new ArrayList<>();
        for (int from = 0; from < changes.size(); from += BATCH_CHANGES) {
            NetEffect effect = new NetEffect();
            changes.subList(from, Math.min(changes.size(), from + BATCH_CHANGES))
                    .forEach(effect::add);
            batches.add(new SetStatements(schema, effect));
        }
        return batches;
    }

    private long send(List<List<SetStatements>> encoded, ExecutorService threads)
            throws SQLException, InterruptedException {
        long start = System.nanoTime();
        List<Future<Boolean>> sent = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            List<SetStatements> batches = encoded.get(number);
            Connection connection = connections.get(number);
            Map<String, PreparedStatement> statements = prepared.get(number);
            sent.add(threads.submit(() -> {
                for (SetStatements batch : batches) {
                    batch.execute(connection, statements);
                    connection.commit();
                }
                return true;
            }));
        }
        for (Future<Boolean> one : sent) {
            try {
                one.get();
            } catch (ExecutionException failure) {
                throw new SQLException("the ceiling failed: " + failure.getCause(), failure.getCause());
            }
        }
        return System.nanoTime() - start;
    }
}
