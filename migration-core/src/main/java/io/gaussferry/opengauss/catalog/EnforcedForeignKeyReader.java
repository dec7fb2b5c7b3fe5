package io.gaussferry.opengauss.catalog;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the foreign keys that the target enforces from its catalogs. */
public final class EnforcedForeignKeyReader {

    /**
     * Returns one row for each pair of columns. Only in the select list can both products unnest two arrays in
     * parallel.
     */
    private static final String QUERY = "SELECT k.oid, cn.nspname AS child_schema, c.relname AS child_table,"
            + " ca.attname AS child_column, pn.nspname AS parent_schema, p.relname AS parent_table,"
            + " pa.attname AS parent_column, k.confupdtype::TEXT AS on_update, k.confdeltype::TEXT AS on_delete,"
            // a key's actions are triggers of the parent table
            + " CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid"
            + " AND t.tgrelid = k.confrelid AND t.tgenabled::TEXT IN ('D', 'R')) THEN 1 ELSE 0 END AS switched_off"
            + " FROM (SELECT oid, conrelid, confrelid, confupdtype, confdeltype, unnest(conkey) AS child_number,"
            + " unnest(confkey) AS parent_number FROM pg_catalog.pg_constraint WHERE contype = 'f') AS k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
            + " JOIN pg_catalog.pg_namespace cn ON cn.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_class p ON p.oid = k.confrelid"
            + " JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace"
            + " JOIN pg_catalog.pg_attribute ca ON ca.attrelid = k.conrelid AND ca.attnum = k.child_number"
            + " JOIN pg_catalog.pg_attribute pa ON pa.attrelid = k.confrelid AND pa.attnum = k.parent_number";

    private EnforcedForeignKeyReader() {}

    private static final class Key {
        private final TableDefinition child;
        private final TableDefinition parent;
        private final String onUpdate;
        private final String onDelete;
        private final Map<String, String> columns = new LinkedHashMap<>();

        private Key(TableDefinition child, TableDefinition parent, String onUpdate, String onDelete) {
            this.child = child;
            this.parent = parent;
            this.onUpdate = onUpdate;
            this.onDelete = onDelete;
        }
    }

    /**
     * Returns the foreign keys between the given tables.
     *
     * @param connection to the target; not closed, its transaction stays open
     * @param tables the replicated tables
     */
    public static ForeignKeys read(Connection connection, Collection<TableDefinition> tables) throws SQLException {
        Map<TableId, TableDefinition> replicated = new HashMap<>();
        tables.forEach(table -> replicated.put(table.targetId(), table));
        Map<Long, Key> keys = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                TableDefinition child =
                        replicated.get(new TableId(rows.getString("child_schema"), rows.getString("child_table")));
                TableDefinition parent =
                        replicated.get(new TableId(rows.getString("parent_schema"), rows.getString("parent_table")));
                if (child == null || parent == null) {
                    continue;
                }
                boolean off = rows.getBoolean("switched_off");
                String onUpdate = action(off ? "a" : rows.getString("on_update"));
                String onDelete = action(off ? "a" : rows.getString("on_delete"));
                keys.computeIfAbsent(rows.getLong("oid"), oid -> new Key(child, parent, onUpdate, onDelete))
                        .columns
                        .put(rows.getString("child_column"), rows.getString("parent_column"));
            }
        }
        List<EnforcedForeignKey> enforced = new ArrayList<>();
        for (Key key : keys.values()) {
            List<Integer> childColumns = new ArrayList<>();
            List<Integer> parentColumns = new ArrayList<>();
            key.columns.forEach((childColumn, parentColumn) -> {
                childColumns.add(number(key.child, childColumn));
                parentColumns.add(number(key.parent, parentColumn));
            });
            if (!childColumns.contains(-1) && !parentColumns.contains(-1)) {
                enforced.add(new EnforcedForeignKey(
                        key.child.targetId(),
                        childColumns,
                        key.parent.targetId(),
                        parentColumns,
                        key.onUpdate,
                        key.onDelete));
            }
        }
        return new ForeignKeys(enforced);
    }

    /** Returns the action that a letter of {@code pg_constraint.confupdtype} or {@code confdeltype} denotes. */
    public static String action(String letter) {
        return switch (letter) {
            case "c" -> "CASCADE";
            case "n" -> "SET NULL";
            case "d" -> "SET DEFAULT";
            case "r" -> "RESTRICT";
            default -> "NO ACTION";
        };
    }

    /** Returns the column's number, or -1 for a column that exists only on the target. */
    private static int number(TableDefinition table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }
}
