package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts the same few rows into empty tables of both sides, in the transactions of a proof, so that objects over them have rows to work
 * with. Rows of tables that refer to each other are inserted without these foreign keys. Numbers in one row are equal, so that rows of different tables join; other values are those that the objects compare with.
 */
final class GeneratedRows {

    /** Rows of a table. The last one has NULL where it may. */
    static final int ROWS = 4;

    /** With more tables, varied rows are as few as others: all are compared after each execution. */
    private static final int MOST_VARIED_TABLES = 8;

    private static final String SAVEPOINT = "gaussferry_row";
    private static final String CIRCLE = "gaussferry_circle";

    private final Connection source;
    private final Connection target;
    private final Map<TableId, TableDefinition> tables;
    private final Map<String, Set<String>> compared;
    private final ProofRows rows;
    private final LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    /** The keys of the tables that refer to each other while their rows are inserted; null otherwise. */
    private @Nullable CircularKeys circular;

    /**
     * @param source in a transaction that will be rolled back
     * @param target in a transaction that will be rolled back
     * @param compared the literals that the objects compare with columns, by their names in lower case
     * @param rows whether tables with rows receive some, too
     */
    GeneratedRows(
            Connection source,
            Connection target,
            Collection<TableDefinition> tables,
            Map<String, Set<String>> compared,
            ProofRows rows) {
        this.rows = rows;
        this.source = source;
        this.target = target;
        this.tables = tables.stream().collect(Collectors.toMap(TableDefinition::id, table -> table));
        this.compared = compared;
    }

    /**
     * Returns tables in the order in which they get rows: first those that fire triggers, which may insert the rows of the others.
     *
     * @param triggered the tables of triggers
     */
    static List<TableId> order(Collection<TableId> names, Collection<TableId> triggered) {
        Set<TableId> sorted = new TreeSet<>(names);
        Set<TableId> ordered = new LinkedHashSet<>(sorted);
        ordered.retainAll(triggered);
        ordered.addAll(sorted);
        return List.copyOf(ordered);
    }

    /** Returns the tables for generated rows, among some and those that they refer to, each after those that it refers to. */
    List<TableDefinition> chosen(Collection<TableId> names) throws SQLException {
        Set<TableDefinition> ordered = new LinkedHashSet<>();
        for (TableId name : names) {
            add(name, new LinkedHashSet<>(), ordered);
        }
        List<TableDefinition> chosen = new ArrayList<>();
        for (TableDefinition table : ordered) {
            if (rows == ProofRows.VARIED && (names.contains(table.id()) || hasOnlyUsedRows(table, names))
                    || isEmpty(table)) {
                chosen.add(table);
            }
        }
        return chosen;
    }

    private void add(TableId name, Set<TableId> within, Set<TableDefinition> ordered) {
        TableDefinition table = tables.get(name);
        if (table == null || ordered.contains(table) || !within.add(name)) {
            return;
        }
        table.extras().foreignKeys().forEach(key -> add(key.referenced(), within, ordered));
        ordered.add(table);
    }

    /** Returns whether each row of a table has one of another table, which can have no further rows then. */
    private boolean hasOnlyUsedRows(TableDefinition parent, Collection<TableId> names) throws SQLException {
        for (TableId name : names) {
            TableDefinition child = tables.get(name);
            if (child == null || name.equals(parent.id())) {
                continue;
            }
            for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                if (key.referenced().equals(parent.id()) && isUnique(child, key) && !hasUnusedRow(child, key)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isUnique(TableDefinition child, ForeignKeyDefinition key) {
        return child.indexes().stream()
                .filter(IndexDefinition::unique)
                .anyMatch(index -> index.parts().stream()
                        .allMatch(part -> part.column() >= 0
                                && key.columns()
                                        .contains(child.columns()
                                                .get(part.column())
                                                .name())));
    }

    private boolean hasUnusedRow(TableDefinition child, ForeignKeyDefinition key) throws SQLException {
        List<String> equal = new ArrayList<>();
        for (int part = 0; part < key.columns().size(); part++) {
            equal.add("c." + Identifiers.quoteSource(key.columns().get(part)) + " = p."
                    + Identifiers.quoteSource(key.referencedColumns().get(part)));
        }
        try (Statement statement = source.createStatement();
                ResultSet unused = statement.executeQuery("SELECT 1 FROM " + Identifiers.quoteSource(key.referenced())
                        + " p WHERE NOT EXISTS (SELECT 1 FROM " + Identifiers.quoteSource(child.id()) + " c WHERE "
                        + String.join(" AND ", equal) + ") LIMIT 1")) {
            return unused.next();
        }
    }

    private boolean isEmpty(TableDefinition table) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT 1 FROM " + Identifiers.quoteSource(table.id()) + " LIMIT 1")) {
            return !rows.next();
        }
    }

    /** Inserts the rows. A row that a side refuses is on neither. */
    void insert(List<TableDefinition> empty) throws SQLException {
        if (CircularKeys.of(empty).isEmpty()) {
            insertRows(empty);
            return;
        }
        execute(source, "SAVEPOINT " + CIRCLE);
        Savepoint before = target.setSavepoint();
        CircularKeys keys = CircularKeys.suspend(source, target, empty);
        boolean isWhole;
        try {
            circular = keys;
            insertRows(empty);
            isWhole = keys.restore();
        } finally {
            circular = null;
        }
        if (!isWhole) {
            target.rollback(before);
            execute(source, "ROLLBACK TO SAVEPOINT " + CIRCLE);
            insertRows(empty);
        }
    }

    private void insertRows(List<TableDefinition> empty) throws SQLException {
        for (TableDefinition table : empty) {
            int count = rows == ProofRows.PRESENT || empty.size() > MOST_VARIED_TABLES ? ROWS : VariedValue.ROWS;
            for (int row = 1; row <= count; row++) {
                insert(table, row);
            }
        }
    }

    private void insert(TableDefinition table, int row) throws SQLException {
        StatementPair insertion = insertion(table, row);
        execute(source, "SAVEPOINT " + SAVEPOINT);
        Savepoint before = target.setSavepoint();
        if (!isAcceptedBySource(table, insertion.source())) {
            execute(source, "ROLLBACK TO SAVEPOINT " + SAVEPOINT);
        } else if (!isAccepted(target, insertion.target())) {
            target.rollback(before);
            execute(source, "ROLLBACK TO SAVEPOINT " + SAVEPOINT);
        }
    }

    /** Returns the statements that insert a row. Its values depend on the present rows of the table and those that it refers to. */
    StatementPair insertion(TableDefinition table, int row) throws SQLException {
        List<ColumnDefinition> columns = new ArrayList<>();
        List<GeneratedValue> values = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            if (table.extras().column(column.name()).generation() != null) {
                continue;
            }
            Optional<GeneratedValue> value = value(table, column, row);
            if (value.isPresent()) {
                columns.add(column);
                values.add(value.get());
            }
        }
        String ofSource = "INSERT INTO " + Identifiers.quoteSource(table.id()) + " ("
                + columns.stream()
                        .map(column -> Identifiers.quoteSource(column.name()))
                        .collect(Collectors.joining(", "))
                + ") VALUES ("
                + values.stream().map(GeneratedValue::source).collect(Collectors.joining(", ")) + ")";
        String ofTarget = "INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " ("
                + columns.stream()
                        .map(column -> Identifiers.quoteTarget(column.name()))
                        .collect(Collectors.joining(", "))
                + ") VALUES ("
                + values.stream().map(GeneratedValue::target).collect(Collectors.joining(", ")) + ")";
        return new StatementPair(ofSource, ofTarget);
    }

    private Optional<GeneratedValue> value(TableDefinition table, ColumnDefinition column, int row)
            throws SQLException {
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            int part = key.columns().indexOf(column.name());
            if (part >= 0 && circular != null) {
                Optional<CircularKeys.Key> later = circular.find(table, key);
                if (later.isPresent()) {
                    TableDefinition parent = later.get().parent();
                    return value(parent, column(parent, key.referencedColumns().get(part)), row);
                }
            }
            if (part >= 0 && !column.type().isBytes()) {
                String referenced = referenced(key, part, row);
                return referenced == null
                        ? column.nullable() ? Optional.of(GeneratedValue.NULL) : ofType(table, column, row)
                        : Optional.of(GeneratedValue.of(referenced));
            }
        }
        return ofType(table, column, row);
    }

    private Optional<GeneratedValue> ofType(TableDefinition table, ColumnDefinition column, int row)
            throws SQLException {
        boolean isKey = isKey(table, column);
        Set<String> literals = compared.getOrDefault(column.name().toLowerCase(Locale.ROOT), Set.of());
        if (rows == ProofRows.PRESENT) {
            return GeneratedValue.of(column, row, isKey, literals, now);
        }
        if (!isKey) {
            return VariedValue.of(column, row, table.columns().indexOf(column), literals, now);
        }
        return column.type().isInteger()
                ? Optional.of(GeneratedValue.of(next(table, column)))
                : GeneratedValue.of(column, row, true, literals, now);
    }

    /** Returns the number after the highest one of a column. */
    private String next(TableDefinition table, ColumnDefinition column) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(" + Identifiers.quoteSource(column.name())
                        + "), 0) + 1 FROM " + Identifiers.quoteSource(table.id()))) {
            row.next();
            return row.getString(1);
        }
    }

    private static ColumnDefinition column(TableDefinition table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("table " + table.id() + " has no column " + name));
    }

    private static boolean isKey(TableDefinition table, ColumnDefinition column) {
        return table.indexes().stream()
                .filter(IndexDefinition::unique)
                .flatMap(index -> index.parts().stream())
                .anyMatch(part -> part.column() >= 0 && table.columns().get(part.column()) == column);
    }

    /** Returns a value that a foreign key's column may have: that of a row of the other table; null for none. */
    private @Nullable String referenced(ForeignKeyDefinition key, int part, int row) throws SQLException {
        // odd varied rows refer to the generated row of their number, so that a condition on both tables holds; the
        // others to the first rows
        boolean isOfNumber = rows == ProofRows.VARIED && row % 2 == 1;
        String direction = isOfNumber ? " DESC" : "";
        int limit = isOfNumber ? VariedValue.ROWS : ROWS;
        String name = Identifiers.quoteSource(key.referencedColumns().get(part));
        String order = key.referencedColumns().stream()
                .map(column -> Identifiers.quoteSource(column) + direction)
                .collect(Collectors.joining(", "));
        List<String> values = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT " + name + " FROM " + Identifiers.quoteSource(key.referenced())
                                + " WHERE " + name + " IS NOT NULL ORDER BY " + order + " LIMIT " + limit)) {
            while (found.next()) {
                values.add(found.getString(1));
            }
        } catch (SQLException e) {
            // a table that was created without foreign_key_checks may refer to one that does not exist
            ExecutionFailures.requireConnection(e);
        }
        int index = isOfNumber ? Math.abs(limit - row) : row - 1;
        return values.isEmpty() ? null : values.get(index % values.size());
    }

    private boolean isAcceptedBySource(TableDefinition table, String sql) throws SQLException {
        if (circular == null) {
            return isAccepted(source, sql);
        }
        CircularKeys keys = circular;
        keys.check(table, false);
        try {
            return isAccepted(source, sql);
        } finally {
            // also after a failure: the session is used for the other rows
            keys.check(table, true);
        }
    }

    private static boolean isAccepted(Connection connection, String sql) throws SQLException {
        try {
            execute(connection, sql);
            return true;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return false;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
