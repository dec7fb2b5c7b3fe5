package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Gaussferry's own tables on the target, in the schema {@code gaussferry}. */
final class OwnTables {

    private OwnTables() {}

    /** Returns whether the target has a table of that name in the schema. Joins the connection's transaction. */
    static boolean exists(Connection connection, String table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = ?")) {
            query.setString(1, table);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Creates a table unless it is there; the schema must be. Joins the connection's transaction. */
    static void createIfMissing(Connection connection, String table, String definition) throws SQLException {
        if (!exists(connection, table)) {
            try (Statement create = connection.createStatement()) {
                create.execute(definition);
            }
        }
    }
}
