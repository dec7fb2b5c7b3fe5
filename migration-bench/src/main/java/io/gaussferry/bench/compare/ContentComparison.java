package io.gaussferry.bench.compare;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares every value of every row of every table of a MySQL database with the schema of the same name on the target.
 *
 * <p>A table with a primary key is read on both sides in key order and merged, in constant memory. A table without a primary
 * key, or with a key that the servers order differently (TIME, FLOAT, BIT, YEAR, a prefix), is compared as a multiset of
 * rows, which is held in memory: at most {@link #ROWS_WITHOUT_KEY_LIMIT} different rows.
 *
 * <p>No session may write during the comparison: the two sides are not read at one common snapshot.
 */
public final class ContentComparison {
    /** Limit of different rows of a table without a key that are held in memory; a few hundred bytes each. */
    static final int ROWS_WITHOUT_KEY_LIMIT = 1_000_000;

    private final ServerAddress source;
    private final ServerAddress target;
    private final int differencesKept;

    /**
     * Creates a comparison of two servers.
     *
     * @param differencesKept number of differences that the result names; all are counted
     */
    public ContentComparison(ServerAddress source, ServerAddress target, int differencesKept) {
        this.source = source;
        this.target = target;
        this.differencesKept = differencesKept;
    }

    /**
     * Compares one database, on the calling thread.
     *
     * @throws SQLException if a side cannot be read
     * @throws IllegalStateException if a value or the order of rows is unexpected, or if a table without a key exceeds the
     *     limit; then there is no result
     */
    public ComparisonResult compare(String database) throws SQLException {
        try (Connection sourceConnection = source.open();
                Connection targetConnection = target.open()) {
            prepareSessions(sourceConnection, targetConnection);
            return compare(sourceConnection, targetConnection, database, Set.of(), differencesKept);
        }
    }

    /**
     * Compares one database over open connections, for callers that compare often.
     *
     * @param source prepared by {@link #prepareSessions}
     * @param target prepared in the same way
     * @param leftOut tables to skip
     * @param differencesKept number of differences that the result names
     */
    public static ComparisonResult compare(
            Connection source, Connection target, String database, Set<String> leftOut, int differencesKept)
            throws SQLException {
        Differences differences = new Differences(differencesKept);
        Map<String, Long> rows = new LinkedHashMap<>();
        Catalog catalog = new Catalog(source, target, database);
        Set<String> targetTables = new HashSet<>(catalog.targetTables());
        targetTables.removeAll(leftOut);
        for (String name : catalog.sourceTables()) {
            if (leftOut.contains(name)) {
                continue;
            }
            if (!targetTables.remove(name)) {
                differences.addForTable(name, Difference.Kind.TABLE_MISSING);
                continue;
            }
            ComparedTable table = catalog.table(name, differences);
            if (table != null) {
                rows.put(name, compareRows(source, target, table, differences));
            }
        }
        for (String name : targetTables) {
            differences.addForTable(name, Difference.Kind.TABLE_EXTRA);
        }
        target.rollback();
        return new ComparisonResult(rows, differences.count(), differences.first());
    }

    /** Sets the time zone and the output formats that the comparison requires. */
    public static void prepareSessions(Connection source, Connection target) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("SET SESSION time_zone = '+00:00'");
        }
        try (Statement statement = target.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
            statement.execute("SET bytea_output = 'hex'");
            statement.execute("SET extra_float_digits = 3");
        }
        target.setAutoCommit(false);
    }

    private static long compareRows(Connection source, Connection target, ComparedTable table, Differences differences)
            throws SQLException {
        return table.key().isEmpty()
                ? compareAsMultisets(source, target, table, differences)
                : merge(source, target, table, differences);
    }

    private static long merge(Connection source, Connection target, ComparedTable table, Differences differences)
            throws SQLException {
        long count = 0;
        try (RowReader sourceRows = RowReader.ofSource(source, table);
                RowReader targetRows = RowReader.ofTarget(target, table)) {
            List<@Nullable String> left = sourceRows.next();
            List<@Nullable String> right = targetRows.next();
            while (left != null || right != null) {
                int order = left == null ? 1 : right == null ? -1 : table.compareKeys(left, right);
                if (left != null && right != null && order == 0) {
                    compareValues(table, left, right, differences);
                } else if (left != null && order < 0) {
                    differences.add(wholeRow(table, Difference.Kind.ROW_MISSING, left));
                } else if (right != null) {
                    differences.add(wholeRow(table, Difference.Kind.ROW_EXTRA, right));
                }
                if (order <= 0) {
                    count++;
                    left = sourceRows.next();
                }
                if (order >= 0) {
                    right = targetRows.next();
                }
            }
        }
        return count;
    }

    private static void compareValues(
            ComparedTable table, List<@Nullable String> left, List<@Nullable String> right, Differences differences) {
        for (int index = 0; index < left.size(); index++) {
            if (!Objects.equals(left.get(index), right.get(index))) {
                differences.add(new Difference(
                        table.name(),
                        Difference.Kind.VALUE,
                        table.keyText(left),
                        table.columns().get(index).name(),
                        ComparedTable.valueText(left.get(index)),
                        ComparedTable.valueText(right.get(index))));
            }
        }
    }

    private static Difference wholeRow(ComparedTable table, Difference.Kind kind, List<@Nullable String> row) {
        return new Difference(table.name(), kind, table.keyText(row), "", "", "");
    }

    private static long compareAsMultisets(
            Connection source, Connection target, ComparedTable table, Differences differences) throws SQLException {
        Map<List<@Nullable String>, Integer> surplus = new HashMap<>();
        long count = 0;
        try (RowReader sourceRows = RowReader.ofSource(source, table)) {
            for (List<@Nullable String> row = sourceRows.next(); row != null; row = sourceRows.next()) {
                addTo(surplus, row, 1, table);
                count++;
            }
        }
        try (RowReader targetRows = RowReader.ofTarget(target, table)) {
            for (List<@Nullable String> row = targetRows.next(); row != null; row = targetRows.next()) {
                addTo(surplus, row, -1, table);
            }
        }
        surplus.forEach((row, number) -> {
            Difference.Kind kind = number > 0 ? Difference.Kind.ROW_MISSING : Difference.Kind.ROW_EXTRA;
            for (int repetition = 0; repetition < Math.abs(number); repetition++) {
                differences.add(wholeRow(table, kind, row));
            }
        });
        return count;
    }

    private static void addTo(
            Map<List<@Nullable String>, Integer> surplus, List<@Nullable String> row, int number, ComparedTable table) {
        surplus.merge(row, number, (before, added) -> before + added == 0 ? null : before + added);
        if (surplus.size() > ROWS_WITHOUT_KEY_LIMIT) {
            throw new IllegalStateException("table " + table.name() + " has no usable key and more than "
                    + ROWS_WITHOUT_KEY_LIMIT + " different rows: it cannot be compared");
        }
    }
}
