package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The wide statements that apply a batch's net effect to MySQL. The constructor builds them; {@link #execute} only sends
 * them.
 */
final class MySqlSetStatements {

    /** Rows per statement: more were no faster. */
    private static final int ROWS = 1_000;

    private final List<String> statements;

    MySqlSetStatements(String schema, NetEffect effect) {
        this.statements = statements(schema, effect);
    }

    /** Sends the statements in the connection's transaction. */
    void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeLargeUpdate(sql);
            }
        }
    }

    /** Rows that share one statement. */
    private record Group(TableShape table, String kind, List<Integer> changed) {}

    private static List<String> statements(String schema, NetEffect effect) {
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
                        statements.add(
                                statement(schema, group, rows.subList(from, Math.min(rows.size(), from + ROWS))));
                    }
                }
            });
        }
        return statements;
    }

    private static String statement(String schema, Group group, List<NetEffect.Row> rows) {
        TableShape table = group.table();
        String name = "`" + schema + "`.`" + table.name() + "`";
        return switch (group.kind()) {
            case "insert" ->
                "INSERT INTO " + name + " VALUES "
                        + rows.stream()
                                .map(row -> values(row.after(), all(table)))
                                .collect(Collectors.joining(", "));
            case "delete" ->
                // without the index a small table is scanned, and each connection waits for the other's row locks
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

    /** Returns a literal for SQL. Numbers are not quoted, so that a join's condition compares numbers. */
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
}
