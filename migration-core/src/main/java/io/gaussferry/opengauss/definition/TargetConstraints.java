package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads constraints of existing target tables from the catalogs. */
public final class TargetConstraints {

    private static final String OF_TABLE =
            " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace" + " WHERE n.nspname = ? AND c.relname = ?";

    /**
     * Returns one row for each column of a unique index. A part that is not a column is omitted, and its index is
     * marked as special.
     */
    private static final String UNIQUE = "SELECT i.indexrelid, a.attname,"
            + " CASE WHEN i.indexprs IS NOT NULL OR i.indpred IS NOT NULL THEN 1 ELSE 0 END AS special"
            + " FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)" + OF_TABLE
            + " AND i.indisunique";

    /** Exclusion constraints, foreign keys of either direction, and triggers. */
    private static final String OTHERS = "SELECT 1 FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid OR c.oid = k.confrelid" + OF_TABLE
            + " AND k.contype IN ('x', 'f') UNION ALL SELECT 1 FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid" + OF_TABLE + " AND NOT t.tgisinternal";

    private static final String FOREIGN_KEYS = "SELECT k.conname FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid OR c.oid = k.confrelid" + OF_TABLE
            + " AND k.contype = 'f' ORDER BY k.conname";

    private TargetConstraints() {}

    /**
     * Returns whether the unique index of the row key is the only constraint that involves more than one row. Only then
     * may the table contain rows of several positions of the source's history at once. Joins the connection's
     * transaction.
     */
    public static boolean isRowKeyAlone(Connection target, TableDefinition table) throws SQLException {
        Optional<Set<String>> key = table.rowKey()
                .map(index ->
                        index.parts().stream().map(part -> name(table, part)).collect(Collectors.toSet()));
        if (key.isEmpty()) {
            return false;
        }
        Map<Long, Set<String>> indexes = new HashMap<>();
        try (PreparedStatement select = prepare(target, UNIQUE, table.targetId());
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                @Nullable String column = rows.getString(2);
                if (rows.getInt(3) == 1 || column == null) {
                    return false;
                }
                indexes.computeIfAbsent(rows.getLong(1), unused -> new HashSet<>())
                        .add(column);
            }
        }
        return !indexes.isEmpty()
                && indexes.values().stream().allMatch(key.get()::equals)
                && !exists(target, OTHERS, table.targetId());
    }

    private static String name(TableDefinition table, IndexDefinition.Part part) {
        return table.columns().get(part.column()).name();
    }

    /**
     * Returns the name of a foreign key that the target enforces on the table or on references to it; empty if there is
     * none.
     */
    public static Optional<String> foreignKey(Connection target, TableDefinition table) throws SQLException {
        try (PreparedStatement select = prepare(target, FOREIGN_KEYS, table.targetId());
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    private static boolean exists(Connection target, String query, TableId table) throws SQLException {
        try (PreparedStatement select = prepare(target, query, table);
                ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    private static PreparedStatement prepare(Connection target, String query, TableId table) throws SQLException {
        PreparedStatement statement = target.prepareStatement(query);
        long parameters = query.chars().filter(each -> each == '?').count();
        for (int parameter = 1; parameter <= parameters; parameter += 2) {
            statement.setString(parameter, table.schema());
            statement.setString(parameter + 1, table.name());
        }
        return statement;
    }
}
