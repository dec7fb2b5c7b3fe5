package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How fast MySQL could take the same changes from somebody who has nothing else to do: coalesced in batches as large as the daemon's, written
 * as wide statements beforehand, over connections that share no row, without decoding, conflicts, progress or counting. Only the sending and
 * committing is timed.
 */
final class BackCeiling {

    /** More connections were no faster on two cores. */
    private static final int CONNECTIONS = Ceiling.CONNECTIONS;

    private static final int BATCHES_AHEAD = 4;

    /** Rows of a statement: more make none faster. */
    private static final int ROWS = 1_000;

    private final String schema;
    private final List<Connection> connections = new ArrayList<>();

    private BackCeiling(String schema) {
        this.schema = schema;
    }

    /** Applies a whole backlog to identical tables. */
    static Ceiling.Result measure(BinlogReader reader, ServerAddress mysql, String schema)
            throws SQLException, IOException, InterruptedException {
        BackCeiling ceiling = new BackCeiling(schema);
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            for (int number = 0; number < CONNECTIONS; number++) {
                Connection connection = mysql.open();
                ceiling.connections.add(connection);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET SESSION foreign_key_checks = 0, sql_mode = ''");
                }
                // what lies between two rows is locked by nobody
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
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

    private Ceiling.Result apply(BinlogReader reader, ExecutorService threads)
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
            while (more && taken < (long) CONNECTIONS * BATCHES_AHEAD * Ceiling.BATCH_CHANGES) {
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
            List<List<List<String>>> encoded = new ArrayList<>();
            shares.forEach(share -> encoded.add(encode(share)));
            nanos += send(encoded, threads);
        }
        return new Ceiling.Result(rows, nanos / 1e9);
    }

    private static int share(RowChange change) {
        String[] row = change.before() == null ? change.resulting() : change.existing();
        int hash = change.table().name().hashCode();
        for (int column : change.table().key()) {
            hash = 31 * hash + String.valueOf(row[column]).hashCode();
        }
        return Math.floorMod(hash, CONNECTIONS);
    }

    private List<List<String>> encode(List<RowChange> changes) {
        List<List<String>> batches = new ArrayList<>();
        for (int from = 0; from < changes.size(); from += Ceiling.BATCH_CHANGES) {
            NetEffect effect = new NetEffect();
            changes.subList(from, Math.min(changes.size(), from + Ceiling.BATCH_CHANGES))
                    .forEach(effect::add);
            batches.add(statements(effect));
        }
        return batches;
    }

    /** Rows that get the same statement. */
    private record Group(TableShape table, String kind, List<Integer> changed) {}

    private List<String> statements(NetEffect effect) {
        Map<Group, List<NetEffect.Row>> groups = new LinkedHashMap<>();
        for (NetEffect.Row row : effect.rows()) {
            Group group = row.before() == null
                    ? new Group(row.table(), "insert", List.of())
                    : row.after() == null
                            ? new Group(row.table(), "delete", List.of())
                            : new Group(row.table(), "update", row.changedColumns());
            groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(row);
        }
        List<String> statements = new ArrayList<>();
        for (String kind : List.of("delete", "update", "insert")) {
            groups.forEach((group, rows) -> {
                if (group.kind().equals(kind)
                        && !(kind.equals("update") && group.changed().isEmpty())) {
                    for (int from = 0; from < rows.size(); from += ROWS) {
                        statements.add(statement(group, rows.subList(from, Math.min(rows.size(), from + ROWS))));
                    }
                }
            });
        }
        return statements;
    }

    private String statement(Group group, List<NetEffect.Row> rows) {
        TableShape table = group.table();
        String name = "`" + schema + "`.`" + table.name() + "`";
        return switch (group.kind()) {
            case "insert" ->
                "INSERT INTO " + name + " VALUES "
                        + rows.stream()
                                .map(row -> values(row.after(), all(table)))
                                .collect(Collectors.joining(", "));
            case "delete" ->
                // without the index a small table is read as a whole, and each connection waits for the other's rows
                "DELETE /*+ INDEX(`" + table.name() + "` `PRIMARY`) */ FROM " + name + " WHERE ("
                        + names(table, table.key()) + ") IN ("
                        + rows.stream()
                                .map(row -> values(row.before(), table.key()))
                                .collect(Collectors.joining(", "))
                        + ")";
            default -> update(table, name, group.changed(), rows);
        };
    }

    private static String update(TableShape table, String name, List<Integer> changed, List<NetEffect.Row> rows) {
        List<Integer> columns = new ArrayList<>(table.key());
        columns.addAll(changed);
        int keys = table.key().size();
        return "UPDATE (VALUES "
                + rows.stream().map(row -> "ROW" + values(row.after(), columns)).collect(Collectors.joining(", "))
                + ") AS v ("
                + IntStream.range(0, columns.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "))
                + ") STRAIGHT_JOIN " + name + " AS t FORCE INDEX (`PRIMARY`) ON "
                + IntStream.range(0, keys)
                        .mapToObj(i -> "t." + quoted(table, columns.get(i)) + " = v.c" + i)
                        .collect(Collectors.joining(" AND "))
                + " SET "
                + IntStream.range(keys, columns.size())
                        .mapToObj(i -> "t." + quoted(table, columns.get(i)) + " = v.c" + i)
                        .collect(Collectors.joining(", "));
    }

    private static List<Integer> all(TableShape table) {
        return IntStream.range(0, table.columns().size()).boxed().toList();
    }

    private static String quoted(TableShape table, int column) {
        return "`" + table.columns().get(column) + "`";
    }

    private static String names(TableShape table, List<Integer> columns) {
        return columns.stream().map(column -> quoted(table, column)).collect(Collectors.joining(", "));
    }

    private static String values(@Nullable String @Nullable [] row, List<Integer> columns) {
        @Nullable String[] known = Objects.requireNonNull(row);
        return columns.stream().map(column -> literal(known[column])).collect(Collectors.joining(", ", "(", ")"));
    }

    /** A number needs no quotes, and is one in a join's condition too. */
    private static String literal(@Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        boolean isNumber = !value.isEmpty()
                && value.length() < 16
                && value.chars().allMatch(character -> character >= '0' && character <= '9' || character == '.');
        return isNumber && Arrays.stream(value.split("\\.", -1)).noneMatch(String::isEmpty)
                ? value
                : "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private long send(List<List<List<String>>> encoded, ExecutorService threads)
            throws SQLException, InterruptedException {
        long start = System.nanoTime();
        List<Future<Boolean>> sent = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            List<List<String>> batches = encoded.get(number);
            Connection connection = connections.get(number);
            sent.add(threads.submit(() -> {
                try (Statement statement = connection.createStatement()) {
                    for (List<String> batch : batches) {
                        for (String sql : batch) {
                            statement.executeLargeUpdate(sql);
                        }
                        connection.commit();
                    }
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
