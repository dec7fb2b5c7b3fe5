package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates and finds Gaussferry's own tables on the target, in the schema {@code gaussferry}. */
final class GaussferryTables {

    private GaussferryTables() {}

    /** Returns whether the schema has a table of this name. Joins the connection's transaction. */
    static boolean exists(Connection connection, String table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = ?")) {
            query.setString(1, table);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Creates a table unless it exists; the schema must exist. Joins the connection's transaction. */
    static void createIfMissing(Connection connection, String table, String definition) throws SQLException {
        if (!exists(connection, table)) {
            try (Statement create = connection.createStatement()) {
                create.execute(definition);
            }
        }
    }
}
