package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Renames tables and columns in schema {@code gaussferry} that an earlier version created under another name, so that its state is continued.
 * Daemons of that earlier version which share the target fail afterwards; all daemons of one target are upgraded together. Stateless.
 */
public final class StateUpgrade {

    private static final List<Rename> RENAMES = List.of(
            new Rename("progress", "lane", "applier"),
            new Rename("cutover", "no_way_back", "no_reverse_replication"),
            new Rename("way_back_table", "", "reverse_replication_table"),
            new Rename("way_back", "", "reverse_replication"),
            new Rename("shard_place", "", "shard_position"));

    private StateUpgrade() {}

    /**
     * One renamed table or column.
     *
     * @param table the table of schema {@code gaussferry}
     * @param column the former name of the column; empty if the table itself is renamed
     * @param present the name in this version
     */
    private record Rename(String table, String column, String present) {

        private String sql() {
            String alter = "ALTER TABLE gaussferry." + table;
            return column.isEmpty()
                    ? alter + " RENAME TO " + present
                    : alter + " RENAME COLUMN " + column + " TO " + present;
        }
    }

    /**
     * Renames the tables and columns that still have their former names. Waits for another daemon that does. Joins the connection's transaction.
     *
     * @return whether any was renamed
     */
    public static boolean run(Connection connection) throws SQLException {
        boolean isChanged = false;
        for (Rename rename : RENAMES) {
            if (!isPending(connection, rename)) {
                continue;
            }
            CreationLock.lock(connection);
            // another daemon may have renamed it before it released the lock
            if (isPending(connection, rename)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(rename.sql());
                }
                isChanged = true;
            }
        }
        return isChanged;
    }

    private static boolean isPending(Connection connection, Rename rename) throws SQLException {
        if (rename.column().isEmpty()) {
            return GaussferryTables.exists(connection, rename.table());
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT 1 FROM pg_catalog.pg_attribute a"
                + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = 'gaussferry' AND c.relname = ? AND a.attname = ? AND NOT a.attisdropped")) {
            query.setString(1, rename.table());
            query.setString(2, rename.column());
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }
}
