package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes statements that change one row of a table, of the rows that it has. */
final class SampleStatements {

    private static final int ROWS = 2;
    /** More, because foreign keys refuse to delete many of them. */
    private static final int DELETED_ROWS = 8;

    /** Further rows of each end of the table, where the first ones show nothing. */
    private static final int VARIED_ROWS = 4;

    private static final int COLUMNS = 6;
    private static final int VALUES = 5;
    private static final int COMPARED_VALUES = 6;
    private static final int EDGES = 3;
    private static final int MOST_CHANGES = 16;

    private final Connection source;
    private final Map<String, Set<String>> compared;
    private final String body;
    private final ProofRows rows;

    /** @param trigger whose literals and columns the statements prefer */
    SampleStatements(Connection source, Translated trigger, ProofRows rows) {
        this.rows = rows;
        this.source = source;
        this.compared = trigger.compared();
        this.body = String.join(" ", trigger.statements());
    }

    /** One statement for each side. */
    record Pair(String source, String target) {

        /** Returns a statement that changes both rows: the part of the other one after its first separator is appended. */
        Pair and(Pair other, String separator, String joined) {
            return new Pair(
                    source + joined + end(other.source, separator), target + joined + end(other.target, separator));
        }

        private static String end(String sql, String separator) {
            return sql.substring(sql.indexOf(separator) + separator.length());
        }
    }

    /** Returns statements of a kind: INSERT, UPDATE or DELETE. */
    List<Pair> of(TableDefinition table, String event) throws SQLException {
        Optional<IndexDefinition> key = table.rowKey();
        if (key.isEmpty()) {
            return event.equals("INSERT") ? insertsOfConstants(table, List.of()) : List.of();
        }
        List<ColumnDefinition> keyColumns = key.get().parts().stream()
                .map(part -> table.columns().get(part.column()))
                .toList();
        if (keyColumns.stream().anyMatch(column -> column.type().isBytes())) {
            return List.of();
        }
        List<List<String>> rows = rows(table, keyColumns, event.equals("DELETE") ? DELETED_ROWS : ROWS, true);
        if (this.rows == ProofRows.VARIED) {
            rows.addAll(rows(table, keyColumns, event.equals("INSERT") ? 0 : VARIED_ROWS, true));
            rows.addAll(rows(table, keyColumns, VARIED_ROWS, false));
            rows = new ArrayList<>(new LinkedHashSet<>(rows));
        }
        if (event.equals("INSERT")) {
            List<Pair> inserts = new ArrayList<>();
            for (List<String> row : rows) {
                insertOfRow(table, keyColumns, row, Map.of()).ifPresent(inserts::add);
            }
            if (!rows.isEmpty()) {
                for (Map<ColumnDefinition, @Nullable String> change : changes(table, keyColumns)) {
                    insertOfRow(table, keyColumns, rows.get(0), change).ifPresent(inserts::add);
                }
            }
            inserts.addAll(insertsOfConstants(table, inserts.isEmpty() ? changes(table, keyColumns) : List.of()));
            return inserts;
        }
        List<Pair> statements = new ArrayList<>();
        for (List<String> row : rows) {
            if (event.equals("DELETE")) {
                statements.add(pair(table, "DELETE FROM ", "", keyColumns, row));
            } else {
                statements.addAll(updates(table, keyColumns, row));
            }
        }
        return statements;
    }

    /** Returns statements of a kind that change two rows each. */
    List<Pair> ofSeveralRows(TableDefinition table, String event) throws SQLException {
        Optional<IndexDefinition> key = table.rowKey();
        if (key.isEmpty()) {
            return List.of();
        }
        List<ColumnDefinition> keyColumns = key.get().parts().stream()
                .map(part -> table.columns().get(part.column()))
                .toList();
        if (keyColumns.stream().anyMatch(column -> column.type().isBytes())) {
            return List.of();
        }
        List<Pair> statements = new ArrayList<>();
        List<List<String>> rows = rows(table, keyColumns, DELETED_ROWS, true);
        for (int i = 0; i + 1 < rows.size(); i++) {
            List<String> one = rows.get(i);
            List<String> other = rows.get(i + 1);
            if (event.equals("INSERT")) {
                Optional<Pair> first = insertOfRow(table, keyColumns, one, Map.of(), 1);
                Optional<Pair> second = insertOfRow(table, keyColumns, other, Map.of(), 2);
                if (first.isPresent() && second.isPresent()) {
                    statements.add(first.get().and(second.get(), ") SELECT ", " UNION ALL SELECT "));
                }
            } else if (event.equals("DELETE")) {
                statements.add(pair(table, "DELETE FROM ", "", keyColumns, one)
                        .and(pair(table, "DELETE FROM ", "", keyColumns, other), " WHERE ", " OR "));
            } else {
                List<Pair> ofOther = updates(table, keyColumns, other);
                for (Pair update : i == 0 ? updates(table, keyColumns, one) : List.<Pair>of()) {
                    statements.add(update.and(ofOther.get(0), " WHERE ", " OR "));
                }
            }
        }
        return statements;
    }

    private List<Pair> insertsOfConstants(TableDefinition table, List<Map<ColumnDefinition, @Nullable String>> changes)
            throws SQLException {
        List<Pair> inserts = new ArrayList<>();
        for (Map<ColumnDefinition, @Nullable String> change : changes) {
            inserts.add(insertOfConstants(table, change));
        }
        inserts.add(insertOfConstants(table, Map.of()));
        return inserts;
    }

    /** Returns values of columns that may reach other branches of the trigger: its literals, and NULL in all columns that may have it. */
    private List<Map<ColumnDefinition, @Nullable String>> changes(
            TableDefinition table, List<ColumnDefinition> keyColumns) {
        List<Map<ColumnDefinition, @Nullable String>> changes = new ArrayList<>();
        List<ColumnDefinition> columns = changeable(table, keyColumns);
        for (ColumnDefinition column : columns) {
            for (String value : changes.size() < MOST_CHANGES ? preferred(column) : List.<String>of()) {
                Map<ColumnDefinition, @Nullable String> change = new HashMap<>();
                change.put(column, value);
                changes.add(change);
            }
        }
        Map<ColumnDefinition, @Nullable String> nulls = new HashMap<>();
        columns.stream()
                .filter(column -> column.nullable() && !keyColumns.contains(column))
                .forEach(column -> nulls.put(column, null));
        if (!nulls.isEmpty()) {
            changes.add(nulls);
        }
        return changes;
    }

    /** Returns the columns that a statement may change, first those that the trigger compares with literals, then others that it reads. */
    private List<ColumnDefinition> changeable(TableDefinition table, List<ColumnDefinition> keyColumns) {
        return table.columns().stream()
                .filter(column -> (!keyColumns.contains(column)
                                || column.type().isText() && !literals(column).isEmpty())
                        && !column.type().isBytes()
                        && table.extras().column(column.name()).generation() == null)
                .sorted(Comparator.comparing(
                                (ColumnDefinition column) -> literals(column).isEmpty())
                        .thenComparing(column -> !isRead(column)))
                .toList();
    }

    /** Returns the literals with which the trigger compares a column; edges of the type of another column that it reads. */
    private List<String> preferred(ColumnDefinition column) {
        List<String> literals = literals(column);
        return literals.isEmpty() && isRead(column)
                ? ColumnType.of(column).samples().stream().limit(EDGES).toList()
                : literals;
    }

    private boolean isRead(ColumnDefinition column) {
        String name = Identifiers.quoteTarget(column.name());
        return body.contains("NEW." + name) || body.contains("OLD." + name);
    }

    /**
     * Returns the literals with which the trigger compares a column, with neighbours that may reach the other branch. Values of columns
     * compare as the collation of the column does, which counts trailing blanks or not: that is no property of the trigger.
     */
    private List<String> literals(ColumnDefinition column) {
        return compared.getOrDefault(column.name().toLowerCase(Locale.ROOT), Set.of()).stream()
                .flatMap(literal -> ArgumentSamples.variants(literal, column).stream())
                .filter(value -> !value.endsWith(" "))
                .limit(COMPARED_VALUES)
                .toList();
    }

    private List<Pair> updates(TableDefinition table, List<ColumnDefinition> keyColumns, List<String> row)
            throws SQLException {
        List<Pair> updates = new ArrayList<>();
        List<ColumnDefinition> columns = changeable(table, keyColumns);
        for (ColumnDefinition column : columns.subList(0, Math.min(COLUMNS, columns.size()))) {
            for (String value : preferred(column)) {
                updates.add(update(table, column, value, keyColumns, row));
            }
            List<String> values = values(table, column);
            String value = values.isEmpty() ? edge(column) : other(values, present(table, column, keyColumns, row));
            if (value != null) {
                updates.add(update(table, column, value, keyColumns, row));
            }
        }
        return updates;
    }

    private static Pair update(
            TableDefinition table,
            ColumnDefinition column,
            String value,
            List<ColumnDefinition> keyColumns,
            List<String> row) {
        return new Pair(
                "UPDATE " + Identifiers.quoteSource(table.id()) + " SET " + Identifiers.quoteSource(column.name())
                        + " = " + SourceSession.literal(value) + where(keyColumns, row, true),
                "UPDATE " + Identifiers.quoteTarget(table.targetId()) + " SET " + Identifiers.quoteTarget(column.name())
                        + " = " + Identifiers.literal(value) + where(keyColumns, row, false));
    }

    /** Returns the last value that the row does not have, so that the statement changes it. */
    private static String other(List<String> values, @Nullable String present) {
        for (int i = values.size() - 1; i > 0; i--) {
            if (!values.get(i).equals(present)) {
                return values.get(i);
            }
        }
        return values.get(0);
    }

    private @Nullable String present(
            TableDefinition table, ColumnDefinition column, List<ColumnDefinition> keyColumns, List<String> row)
            throws SQLException {
        List<List<String>> found = read(
                "SELECT " + Identifiers.quoteSource(column.name()) + " FROM " + Identifiers.quoteSource(table.id())
                        + where(keyColumns, row, true),
                1);
        return found.isEmpty() ? null : found.get(0).get(0);
    }

    private static Pair pair(
            TableDefinition table, String start, String end, List<ColumnDefinition> keyColumns, List<String> row) {
        return new Pair(
                start + Identifiers.quoteSource(table.id()) + end + where(keyColumns, row, true),
                start + Identifiers.quoteTarget(table.targetId()) + end + where(keyColumns, row, false));
    }

    /** Returns the insertion of a copy of a row with another key: the next number, or a longer string. */
    private static Optional<Pair> insertOfRow(
            TableDefinition table,
            List<ColumnDefinition> keyColumns,
            List<String> row,
            Map<ColumnDefinition, @Nullable String> change) {
        return insertOfRow(table, keyColumns, row, change, 1);
    }

    /** @param number of the row in its statement, from 1 */
    private static Optional<Pair> insertOfRow(
            TableDefinition table,
            List<ColumnDefinition> keyColumns,
            List<String> row,
            Map<ColumnDefinition, @Nullable String> change,
            int number) {
        OptionalInt numbered = table.autoIncrementColumn();
        List<String> ofSource = new ArrayList<>();
        List<String> ofTarget = new ArrayList<>();
        List<String> fromSource = new ArrayList<>();
        List<String> fromTarget = new ArrayList<>();
        boolean isNew = false;
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            if (table.extras().column(column.name()).generation() != null
                    || numbered.isPresent() && numbered.getAsInt() == i) {
                isNew |= numbered.isPresent() && numbered.getAsInt() == i && keyColumns.contains(column);
                continue;
            }
            String sourceName = Identifiers.quoteSource(column.name());
            String targetName = Identifiers.quoteTarget(column.name());
            ofSource.add(sourceName);
            ofTarget.add(targetName);
            boolean changed =
                    !isNew && numbered.isEmpty() && keyColumns.contains(column) && !change.containsKey(column);
            isNew |= keyColumns.contains(column) && change.containsKey(column);
            if (changed && column.type().isInteger()) {
                isNew = true;
                fromSource.add("(SELECT * FROM (SELECT MAX(" + sourceName + ") + " + number + " FROM "
                        + Identifiers.quoteSource(table.id()) + ") AS gf)");
                fromTarget.add("(SELECT MAX(" + targetName + ") + " + number + " FROM "
                        + Identifiers.quoteTarget(table.targetId()) + ")");
            } else if (changed && column.type().isText()) {
                isNew = true;
                String first = number == 1 ? "x" : "y";
                fromSource.add("CONCAT('" + first + "', SUBSTR(" + sourceName + ", 2))");
                fromTarget.add("concat('" + first + "', substr(" + targetName + ", 2))");
            } else if (change.containsKey(column)) {
                String value = change.get(column);
                fromSource.add(value == null ? "NULL" : SourceSession.literal(value));
                fromTarget.add(value == null ? "NULL" : Identifiers.literal(value));
            } else {
                fromSource.add(sourceName);
                fromTarget.add(targetName);
            }
        }
        if (!isNew) {
            return Optional.empty();
        }
        return Optional.of(new Pair(
                "INSERT INTO " + Identifiers.quoteSource(table.id()) + " (" + String.join(", ", ofSource) + ") SELECT "
                        + String.join(", ", fromSource) + " FROM " + Identifiers.quoteSource(table.id())
                        + where(keyColumns, row, true),
                "INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", ofTarget)
                        + ") SELECT " + String.join(", ", fromTarget) + " FROM "
                        + Identifiers.quoteTarget(table.targetId()) + where(keyColumns, row, false)));
    }

    /** Returns the insertion of a row of usual values; foreign keys may refuse it. */
    private Pair insertOfConstants(TableDefinition table, Map<ColumnDefinition, @Nullable String> change)
            throws SQLException {
        OptionalInt numbered = table.autoIncrementColumn();
        List<String> ofSource = new ArrayList<>();
        List<String> ofTarget = new ArrayList<>();
        List<String> sourceValues = new ArrayList<>();
        List<String> targetValues = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            GeneratedValue value = change.containsKey(column)
                    ? given(change.get(column))
                    : column.type().isBytes() ? bytes(column) : given(value(table, column));
            boolean isGiven = table.extras().column(column.name()).generation() != null
                    || numbered.isPresent() && numbered.getAsInt() == i;
            if (value != null && !isGiven) {
                ofSource.add(Identifiers.quoteSource(column.name()));
                ofTarget.add(Identifiers.quoteTarget(column.name()));
                sourceValues.add(value.source());
                targetValues.add(value.target());
            }
        }
        return new Pair(
                "INSERT INTO " + Identifiers.quoteSource(table.id()) + " (" + String.join(", ", ofSource) + ") VALUES ("
                        + String.join(", ", sourceValues) + ")",
                "INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", ofTarget)
                        + ") VALUES (" + String.join(", ", targetValues) + ")");
    }

    private static @Nullable GeneratedValue given(@Nullable String value) {
        return value == null ? null : GeneratedValue.of(value);
    }

    /** Returns bytes for a column: the target may lack its default, which may have bytes that its strings cannot. */
    static @Nullable GeneratedValue bytes(ColumnDefinition column) {
        return GeneratedValue.of(column, 1, true, Set.of(), LocalDateTime.now(ZoneOffset.UTC))
                .orElse(null);
    }

    /** Returns a value of the column, one of the referenced rows' if it is part of a foreign key. */
    private @Nullable String value(TableDefinition table, ColumnDefinition column) throws SQLException {
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            int part = key.columns().indexOf(column.name());
            if (part >= 0) {
                String name = Identifiers.quoteSource(key.referencedColumns().get(part));
                List<List<String>> found = read(
                        "SELECT " + name + " FROM " + Identifiers.quoteSource(key.referenced()) + " ORDER BY " + name
                                + " LIMIT 1",
                        1);
                if (!found.isEmpty()) {
                    return found.get(0).get(0);
                }
            }
        }
        return edge(column);
    }

    private static @Nullable String edge(ColumnDefinition column) {
        List<String> edges = ColumnType.of(column).samples();
        return edges.isEmpty() ? null : edges.get(0);
    }

    private List<List<String>> rows(
            TableDefinition table, List<ColumnDefinition> columns, int limit, boolean descending) throws SQLException {
        String names = columns.stream()
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        String order = columns.stream()
                .map(column -> Identifiers.quoteSource(column.name()) + (descending ? " DESC" : ""))
                .collect(Collectors.joining(", "));
        return read(
                "SELECT " + names + " FROM " + Identifiers.quoteSource(table.id()) + " ORDER BY " + order + " LIMIT "
                        + limit,
                columns.size());
    }

    private List<String> values(TableDefinition table, ColumnDefinition column) throws SQLException {
        String name = Identifiers.quoteSource(column.name());
        return read(
                        "SELECT DISTINCT " + name + " FROM " + Identifiers.quoteSource(table.id()) + " WHERE " + name
                                + " IS NOT NULL ORDER BY 1 LIMIT " + VALUES,
                        1)
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    private List<List<String>> read(String query, int columns) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row);
            }
        } catch (SQLException e) {
            // a table that was created without foreign_key_checks may refer to one that does not exist
            ExecutionFailures.requireConnection(e);
        }
        return rows;
    }

    private static String where(List<ColumnDefinition> columns, List<String> row, boolean ofSource) {
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            conditions.add(
                    ofSource
                            ? Identifiers.quoteSource(name) + " = " + SourceSession.literal(row.get(i))
                            : Identifiers.quoteTarget(name) + " = " + Identifiers.literal(row.get(i)));
        }
        return " WHERE " + String.join(" AND ", conditions);
    }
}
