package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.TableShape;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;

/**
 * The statements that apply a batch's net effect to the target in the fewest and widest steps: deletes and updates by arrays,
 * inserts by {@code COPY}. The constructor encodes everything; {@link #execute} only sends it.
 */
final class SetStatements {
    private final String schema;
    private final List<Step> steps = new ArrayList<>();

    /** A statement with its arrays, or with the data of COPY. */
    private record Step(String sql, List<String> arrays, byte[] copied) {}

    /** Rows that share one statement. */
    private record Group(TableShape table, String kind, List<Integer> changed) {}

    SetStatements(String schema, NetEffect effect) {
        this.schema = schema;
        Map<Group, List<NetEffect.Row>> groups = new LinkedHashMap<>();
        for (NetEffect.Row row : effect.rows()) {
            groups.computeIfAbsent(group(row), group -> new ArrayList<>()).add(row);
        }
        addSteps(groups, "delete");
        addSteps(groups, "update");
        addSteps(groups, "insert");
    }

    private static Group group(NetEffect.Row row) {
        if (row.before() == null) {
            return new Group(row.table(), "insert", List.of());
        }
        if (row.after() == null) {
            return new Group(row.table(), "delete", List.of());
        }
        List<Integer> changed = row.changedColumns();
        return new Group(row.table(), changed.isEmpty() ? "nothing" : "update", changed);
    }

    private void addSteps(Map<Group, List<NetEffect.Row>> groups, String kind) {
        groups.forEach((group, rows) -> {
            if (group.kind().equals(kind)) {
                steps.add(step(group, rows));
            }
        });
    }

    private Step step(Group group, List<NetEffect.Row> rows) {
        TableShape table = group.table();
        if (group.kind().equals("insert")) {
            return new Step("COPY " + table.in(schema) + " FROM STDIN", List.of(), copyText(rows));
        }
        List<Integer> columns = new ArrayList<>(table.key());
        columns.addAll(group.changed());
        List<String> arrays = new ArrayList<>();
        for (int column : columns) {
            arrays.add(array(rows, column));
        }
        String where = table.key().stream()
                .map(column -> "t." + table.quoted(column) + " = v." + table.quoted(column))
                .collect(Collectors.joining(" AND "));
        String values = "(SELECT "
                + columns.stream()
                        .map(column ->
                                "unnest(CAST(? AS " + table.types().get(column) + "[])) AS " + table.quoted(column))
                        .collect(Collectors.joining(", "))
                + ") AS v";
        if (group.kind().equals("delete")) {
            return new Step(
                    "DELETE FROM " + table.in(schema) + " AS t USING " + values + " WHERE " + where,
                    arrays,
                    new byte[0]);
        }
        String set = group.changed().stream()
                .map(column -> table.quoted(column) + " = v." + table.quoted(column))
                .collect(Collectors.joining(", "));
        return new Step(
                "UPDATE " + table.in(schema) + " AS t SET " + set + " FROM " + values + " WHERE " + where,
                arrays,
                new byte[0]);
    }

    private static String array(List<NetEffect.Row> rows, int column) {
        StringBuilder array = new StringBuilder("{");
        for (NetEffect.Row row : rows) {
            @Nullable String[] values = Objects.requireNonNull(row.after() == null ? row.before() : row.after());
            array.append(array.length() == 1 ? "" : ",");
            String value = values[column];
            if (value == null) {
                array.append("NULL");
            } else {
                array.append('"')
                        .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            }
        }
        return array.append('}').toString();
    }

    private static byte[] copyText(List<NetEffect.Row> rows) {
        StringBuilder text = new StringBuilder();
        for (NetEffect.Row row : rows) {
            @Nullable String[] values = Objects.requireNonNull(row.after());
            IntStream.range(0, values.length).forEach(column -> {
                String value = values[column];
                text.append(column == 0 ? "" : "\t");
                text.append(
                        value == null
                                ? "\\N"
                                : value.replace("\\", "\\\\")
                                        .replace("\t", "\\t")
                                        .replace("\n", "\\n")
                                        .replace("\r", "\\r"));
            });
            text.append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Sends all statements, without a commit. */
    void execute(Connection connection, Map<String, PreparedStatement> prepared) throws SQLException {
        for (Step step : steps) {
            if (step.arrays().isEmpty()) {
                CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(step.sql());
                copy.writeToCopy(step.copied(), 0, step.copied().length);
                copy.endCopy();
                continue;
            }
            PreparedStatement statement = prepared.get(step.sql());
            if (statement == null) {
                statement = connection.prepareStatement(step.sql());
                prepared.put(step.sql(), statement);
            }
            for (int parameter = 0; parameter < step.arrays().size(); parameter++) {
                statement.setString(parameter + 1, step.arrays().get(parameter));
            }
            statement.executeUpdate();
        }
    }
}
