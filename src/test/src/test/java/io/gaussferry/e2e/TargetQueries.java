package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queries the target by a session that is kept for the next query: the server starts a process for each session, at ten times the cost of a query,
 * and tests poll until they see the expected result.
 */
final class TargetQueries {

    private static final Map<ServerAddress, Connection> IDLE = new ConcurrentHashMap<>();

    private TargetQueries() {}

    /** Returns the rows of a query, like {@link Server#rows}. */
    static List<String> rows(ServerAddress target, String query) throws SQLException {
        Connection kept = IDLE.remove(target);
        if (kept != null) {
            try {
                return rows(target, kept, query);
            } catch (SQLException e) {
                // its server may have stopped meanwhile: a new session reports the cause
            }
        }
        return rows(target, target.open(), query);
    }

    private static List<String> rows(ServerAddress target, Connection connection, String query) throws SQLException {
        try {
            List<String> rows = Server.rows(connection, query);
            keep(target, connection);
            return rows;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void keep(ServerAddress target, Connection connection) throws SQLException {
        if (IDLE.putIfAbsent(target, connection) != null) {
            connection.close();
        }
    }
}
