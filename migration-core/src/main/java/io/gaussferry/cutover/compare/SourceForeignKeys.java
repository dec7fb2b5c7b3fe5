package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.compare.WrittenRows.Removed;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds rows of the source that its own foreign keys forbid. Reverse replication writes without checking them, as a
 * replica does; the target may lack the key, or its parent is not replicated. Checks of values need no search: the source
 * enforces them for each row that reverse replication writes. Stateless.
 */
public final class SourceForeignKeys {

    private static final Logger LOG = LoggerFactory.getLogger(SourceForeignKeys.class);

    private static final int MAX_LISTED = 5;

    private static final String KEYS = "SELECT table_schema, table_name, constraint_name, column_name,"
            + " referenced_table_schema, referenced_table_name, referenced_column_name"
            + " FROM information_schema.key_column_usage"
            + " WHERE referenced_table_name IS NOT NULL ORDER BY 1, 2, 3, ordinal_position";

    private SourceForeignKeys() {}

    /** A foreign key: its columns and those that they refer to, in the same order. */
    private record Key(String name, TableId child, TableId parent, List<String> columns, List<String> referenced) {

        private Key(String name, TableId child, TableId parent) {
            this(name, child, parent, new ArrayList<>(), new ArrayList<>());
        }

        /** Returns the condition for the child's rows that refer to a missing parent. */
        private String violation() {
            List<String> equal = new ArrayList<>();
            List<String> present = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                String column = "c." + Identifiers.quoteSource(columns.get(i));
                equal.add("p." + Identifiers.quoteSource(referenced.get(i)) + " = " + column);
                present.add(column + " IS NOT NULL");
            }
            return " FROM " + Identifiers.quoteSource(child) + " c WHERE " + String.join(" AND ", present)
                    + " AND NOT EXISTS (SELECT 1 FROM " + Identifiers.quoteSource(parent) + " p WHERE "
                    + String.join(" AND ", equal) + ")";
        }
    }

    /**
     * Requires that no row that reverse replication may have changed refers to a missing parent, and that no row refers to a parent that
     * it may have removed.
     *
     * @param source a connection to the source
     * @param tables all replicated tables
     * @param changes the rows that reverse replication may have changed
     * @throws GaussferryException if there are such rows; the log has their keys
     */
    public static void require(Connection source, Collection<TableDefinition> tables, WrittenRows changes)
            throws SQLException {
        Map<TableId, TableDefinition> replicated =
                tables.stream().collect(Collectors.toMap(TableDefinition::id, table -> table));
        List<String> found = new ArrayList<>();
        for (Key key : read(source)) {
            TableDefinition child = replicated.get(key.child());
            boolean isRelevant = child != null || replicated.containsKey(key.parent());
            long rows = 0;
            for (String condition : isRelevant ? conditions(source, key, changes) : List.<String>of()) {
                long some = count(source, key, condition);
                if (some > 0) {
                    logFirst(source, key, condition, child);
                    rows += some;
                }
            }
            if (rows > 0) {
                found.add(rows + " in " + key.child() + " by " + key.name() + " (" + String.join(", ", key.columns())
                        + " refers to " + key.parent() + ")");
            }
        }
        if (!found.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.FOREIGN_KEYS_VIOLATED,
                    "The source has rows that its foreign keys forbid: " + String.join("; ", found) + ".",
                    "correct these rows on the target, and retry; the daemon's log lists the first keys",
                    null);
        }
    }

    /** Returns the conditions for the child's rows to check; an empty one selects all rows. */
    private static List<String> conditions(Connection source, Key key, WrittenRows changes) throws SQLException {
        List<String> conditions = new ArrayList<>();
        List<Removed> removed = new ArrayList<>();
        boolean isKnown = changes.conditions(key.child(), conditions::add)
                && changes.conditionsOfRemoved(key.parent(), key.columns(), key.referenced(), removed::add);
        if (!isKnown) {
            return List.of("");
        }
        for (Removed part : removed) {
            // most of them were only updated: then nothing refers to a missing row
            if (existing(source, key.parent(), part) < part.keys()) {
                conditions.add(part.references());
            }
        }
        return conditions;
    }

    /** Returns how many of these rows exist. A row can have only one of the keys, by the equality that foreign keys use. */
    private static long existing(Connection source, TableId table, Removed part) throws SQLException {
        return Sql.only(
                source,
                row -> row.getLong(1),
                "SELECT COUNT(*) FROM " + Identifiers.quoteSource(table) + " WHERE TRUE" + part.condition());
    }

    private static List<Key> read(Connection source) throws SQLException {
        Map<List<String>, Key> keys = new LinkedHashMap<>();
        Sql.each(
                source,
                rows -> {
                    TableId child = new TableId(rows.getString(1), rows.getString(2));
                    TableId parent = new TableId(rows.getString(5), rows.getString(6));
                    String name = rows.getString(3);
                    Key key = keys.computeIfAbsent(
                            List.of(child.schema(), child.name(), name), unused -> new Key(name, child, parent));
                    key.columns().add(rows.getString(4));
                    key.referenced().add(rows.getString(7));
                },
                KEYS);
        return List.copyOf(keys.values());
    }

    private static long count(Connection source, Key key, String condition) throws SQLException {
        return Sql.only(source, row -> row.getLong(1), "SELECT COUNT(*)" + key.violation() + condition);
    }

    private static void logFirst(Connection source, Key key, String condition, @Nullable TableDefinition child)
            throws SQLException {
        List<String> columns = child == null
                ? key.columns()
                : child.rowKey()
                        .map(index -> index.parts().stream()
                                .map(part -> child.columns().get(part.column()).name())
                                .toList())
                        .orElse(key.columns());
        String selected = columns.stream()
                .map(column -> "c." + Identifiers.quoteSource(column))
                .collect(Collectors.joining(", "));
        Sql.each(
                source,
                rows -> {
                    List<String> values = new ArrayList<>();
                    for (int i = 0; i < columns.size(); i++) {
                        values.add(
                                columns.get(i) + " = " + RowValueMarks.marked(String.valueOf(rows.getString(i + 1))));
                    }
                    LOG.error(
                            "Foreign key {} forbids a row of {}: {}",
                            key.name(),
                            key.child(),
                            String.join(", ", values));
                },
                "SELECT " + selected + key.violation() + condition + " LIMIT " + MAX_LISTED);
    }
}
