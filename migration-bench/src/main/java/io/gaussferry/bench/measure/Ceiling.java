package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import io.gaussferry.bench.report.RowReport.SliceFigures;
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
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures how fast a server accepts the same changes from a client without any other work: encoded in advance, coalesced and
 * sent as sets in batches of the daemon's size, over two connections that share no row, without reading a log, detecting
 * conflicts, counting or storing progress. Only sending and committing is timed.
 */
final class Ceiling {
    /** More connections were no faster on two cores, for either server. */
    static final int CONNECTIONS = 2;

    /** Changes per batch: the daemon's default. */
    private static final int BATCH_CHANGES = 10_000;

    /** Batches per connection that are encoded in advance: some ten megabytes. */
    private static final int BATCHES_AHEAD = 4;

    /** A server that receives changes. */
    private interface ChangeReceiver {
        /** Configures a new connection as the daemon does. */
        void prepare(Connection connection) throws SQLException;

        /** Returns the hash that assigns a change to a connection; equal for all changes of a row. */
        int hash(RowChange change);

        /** Encodes the net effect of a batch. */
        Batch encode(NetEffect effect);
    }

    /** Sends the encoded changes in the connection's transaction. */
    private interface Batch {
        void send(Connection connection) throws SQLException;
    }

    private final ChangeReceiver receiver;
    private final List<Connection> connections = new ArrayList<>();

    private Ceiling(ChangeReceiver receiver) {
        this.receiver = receiver;
    }

    /** Applies a whole backlog to identical tables of the target. */
    static SliceFigures ofTarget(
            BinlogReader reader, ServerAddress target, String schema, Map<String, TableShape> shapes)
            throws SQLException, IOException, InterruptedException {
        return new Ceiling(new Target(schema, shapes)).measure(reader, target);
    }

    /** Applies a whole backlog to identical tables of MySQL. */
    static SliceFigures ofMySql(BinlogReader reader, ServerAddress mysql, String schema)
            throws SQLException, IOException, InterruptedException {
        return new Ceiling(new MySql(schema)).measure(reader, mysql);
    }

    private static final class Target implements ChangeReceiver {
        private final String schema;
        private final Map<String, Integer> tableNumbers = new HashMap<>();
        private final Map<Connection, Map<String, PreparedStatement>> prepared = new HashMap<>();
        private final boolean byTable;

        private Target(String schema, Map<String, TableShape> shapes) {
            this.schema = schema;
            // distribute whole tables if that balances the work: statements are then as wide as possible
            this.byTable = shapes.keySet().stream().allMatch(name -> name.startsWith("sbtest")) && shapes.size() > 1;
            shapes.keySet().forEach(name -> tableNumbers.put(name, tableNumbers.size()));
        }

        @Override
        public void prepare(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET synchronous_commit = off");
            }
            prepared.put(connection, new HashMap<>());
        }

        @Override
        public int hash(RowChange change) {
            Integer number = tableNumbers.get(change.table().name());
            if (number == null) {
                throw new IllegalStateException(
                        "unknown table " + change.table().name());
            }
            return byTable ? number : hashOfKey(number, change);
        }

        @Override
        public Batch encode(NetEffect effect) {
            SetStatements statements = new SetStatements(schema, effect);
            return connection -> statements.execute(connection, Objects.requireNonNull(prepared.get(connection)));
        }
    }

    private record MySql(String schema) implements ChangeReceiver {
        @Override
        public void prepare(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION foreign_key_checks = 0, sql_mode = ''");
            }
            // prevents gap locks between rows
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }

        @Override
        public int hash(RowChange change) {
            return hashOfKey(change.table().name().hashCode(), change);
        }

        @Override
        public Batch encode(NetEffect effect) {
            return new MySqlSetStatements(schema, effect)::execute;
        }
    }

    private static int hashOfKey(int table, RowChange change) {
        String[] row = change.before() == null ? change.resulting() : change.existing();
        int hash = table;
        for (int column : change.table().key()) {
            hash = 31 * hash + String.valueOf(row[column]).hashCode();
        }
        return hash;
    }

    private SliceFigures measure(BinlogReader reader, ServerAddress server)
            throws SQLException, IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            for (int number = 0; number < CONNECTIONS; number++) {
                Connection connection = server.open();
                connections.add(connection);
                receiver.prepare(connection);
                connection.setAutoCommit(false);
            }
            return apply(reader, threads);
        } finally {
            threads.shutdownNow();
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private SliceFigures apply(BinlogReader reader, ExecutorService threads)
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
                            .forEach(change -> shares.get(Math.floorMod(receiver.hash(change), CONNECTIONS))
                                    .add(change));
                    taken += transaction.changes().size();
                }
            }
            rows += taken;
            nanos += send(shares.stream().map(this::encode).toList(), threads);
        }
        double seconds = nanos / 1e9;
        return new SliceFigures(rows, seconds, rows / seconds);
    }

    private List<Batch> encode(List<RowChange> changes) {
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < changes.size(); from += BATCH_CHANGES) {
            NetEffect effect = new NetEffect();
            changes.subList(from, Math.min(changes.size(), from + BATCH_CHANGES))
                    .forEach(effect::add);
            batches.add(receiver.encode(effect));
        }
        return batches;
    }

    private long send(List<List<Batch>> encoded, ExecutorService threads) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        List<Future<Boolean>> sent = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            List<Batch> batches = encoded.get(number);
            Connection connection = connections.get(number);
            sent.add(threads.submit(() -> {
                for (Batch batch : batches) {
                    batch.send(connection);
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
