package io.gaussferry.bench.peers;

import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers between which a peer replicates, and the names that it uses there.
 *
 * @param sandbox the servers
 * @param trial the database on the source, of the same name as the schema on the target, and a directory
 */
record PeerServers(Sandbox sandbox, Trial trial) {

    /** The table that the last transaction of a backlog writes to. */
    static final String LAST_TABLE = "last_change";

    /** Host, port and database of a server, as other tools expect them. */
    record Endpoint(String host, int port, String database) {}

    ServerAddress source() {
        return sandbox.source();
    }

    ServerAddress target() {
        return sandbox.target();
    }

    String database() {
        return trial.database();
    }

    static Endpoint endpoint(ServerAddress address) {
        URI url = URI.create(address.url().substring("jdbc:".length()));
        return new Endpoint(url.getHost(), url.getPort(), url.getPath().replace("/", ""));
    }

    /** Returns whether the last change is on a server, where the table may not exist before. */
    boolean hasLastChange(ServerAddress server) throws SQLException {
        try (Connection connection = server.open()) {
            return !list(
                                    connection,
                                    "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
                                            + database() + "' AND table_name = '" + LAST_TABLE + "'")
                            .isEmpty()
                    && !list(connection, "SELECT id FROM " + database() + "." + LAST_TABLE)
                            .isEmpty();
        }
    }

    /** Returns whether each table of the source has as many rows on the target; false while one is missing there. */
    boolean hasRowsOfSource() throws SQLException {
        try (Connection from = source().open();
                Connection to = target().open()) {
            List<String> tables = list(
                    from, "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + database() + "'");
            List<String> present = list(
                    to, "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + database() + "'");
            for (String table : tables) {
                String count = "SELECT count(*) FROM " + database() + "." + table;
                String rows = list(from, count).get(0);
                // a sink creates a table with its first row
                boolean isEqual =
                        present.contains(table) ? list(to, count).get(0).equals(rows) : rows.equals("0");
                if (!isEqual) {
                    return false;
                }
            }
            return true;
        }
    }

    private static List<String> list(Connection connection, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    /** Returns the number of differences between the source and the target. */
    long differencesOnTarget() throws SQLException {
        return new ContentComparison(source(), target(), 1).compare(database()).differences();
    }
}
