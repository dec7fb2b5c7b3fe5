package io.gaussferry.state;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables on the target of a Gaussferry that did not number their versions, so that its state is continued. Daemons of that Gaussferry which
 * share the target fail afterwards; all daemons of one target are upgraded together.
 */
final class UnnumberedState {

    private static final List<Rename> RENAMES = List.of(
            new Rename("progress", "lane", "applier"),
            new Rename("cutover", "no_way_back", "no_reverse_replication"),
            new Rename("way_back_table", "", "reverse_replication_table"),
            new Rename("way_back", "", "reverse_replication"),
            new Rename("shard_place", "", "shard_position"));

    /** Nullable columns that the first tables lacked. Where they are null, rows are used as before. */
    private static final List<Column> ADDED = List.of(
            new Column("progress", "ahead"),
            new Column("progress", "fingerprint"),
            new Column("copy_view", "fingerprint"));

    private UnnumberedState() {}

    /**
     * One renamed table or column.
     *
     * @param table the table of schema {@code gaussferry}
     * @param column the former name of the column; empty if the table itself is renamed
     * @param present the name in this version
     */
    private record Rename(String table, String column, String present) {

        String sql() {
            String alter = "ALTER TABLE gaussferry." + table;
            return column.isEmpty()
                    ? alter + " RENAME TO " + present
                    : alter + " RENAME COLUMN " + column + " TO " + present;
        }
    }

    private record Column(String table, String name) {}

    /** Returns whether a pipeline has used the target. */
    static boolean exists(Connection connection) throws SQLException {
        return TargetState.hasTable(connection, "progress") || TargetState.hasTable(connection, "copy");
    }

    /** Gives existing tables and columns their names in version 1, and adds the columns that they lack. Joins the connection's transaction. */
    static void adopt(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Rename rename : RENAMES) {
                if (rename.column().isEmpty()
                        ? TargetState.hasTable(connection, rename.table())
                        : hasColumn(connection, rename.table(), rename.column())) {
                    statement.execute(rename.sql());
                }
            }
            for (Column column : ADDED) {
                if (TargetState.hasTable(connection, column.table())
                        && !hasColumn(connection, column.table(), column.name())) {
                    statement.execute(
                            "ALTER TABLE gaussferry." + column.table() + " ADD COLUMN " + column.name() + " TEXT");
                }
            }
        }
    }

    private static boolean hasColumn(Connection connection, String table, String column) throws SQLException {
        return Sql.exists(
                connection,
                "SELECT 1 FROM pg_catalog.pg_attribute a"
                        + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'gaussferry' AND c.relname = ? AND a.attname = ? AND NOT a.attisdropped",
                table,
                column);
    }
}
