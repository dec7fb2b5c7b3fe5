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

    /** Returns whether the last change is on a server. */
    boolean hasLastChange(ServerAddress server) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + database() + "." + LAST_TABLE)) {
            return row.next() && row.getInt(1) > 0;
        }
    }

    /** Returns the number of differences between the source and the target. */
    long differencesOnTarget() throws SQLException {
        return new ContentComparison(source(), target(), 1).compare(database()).differences();
    }
}
