package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Describes a source whose URL leads to another server than the one that is read. After a failover all connections lead to the new server, which is
 * checked and followed. A load balancer leads connections to several servers; each would be left again at once, so it is refused.
 */
public final class SourceReplacement {

    /** A random choice between two servers is taken for a failover with a probability of 6 %, until the next check. */
    private static final int PROBES = 7;

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(200);

    private SourceReplacement() {}

    /**
     * Returns the failure. Opens some connections to find out which servers the URL leads to.
     *
     * @param server the settings whose URL was used; it names one host
     * @param expected the identity of the server that is read
     * @param found the identity of the server to which a connection led
     */
    public static GaussferryException of(SourceSettings server, String expected, String found)
            throws InterruptedException {
        List<String> seen = new ArrayList<>(List.of(found));
        seen.addAll(probe(server));
        if (alternates(seen)) {
            return new GaussferryException(
                    ErrorCode.SOURCE_AMBIGUOUS,
                    server + " leads to several servers: " + expected + " is read, and further connections led to "
                            + String.join(", ", seen) + ".",
                    "name one server in gaussferry.source.url, or a name that always leads to the primary, not a load balancer",
                    null);
        }
        return new GaussferryException(
                ErrorCode.SOURCE_REPLACED,
                server + " is now server " + found + ", but " + expected + " is read.",
                "no action needed after a failover: retrying with the new server if it has all of the target's transactions",
                null);
    }

    /** Returns the servers of several connections in order, until one cannot be opened. */
    private static List<String> probe(SourceSettings server) throws InterruptedException {
        List<String> found = new ArrayList<>();
        // a balancer that prefers the server with the fewest connections alternates only while they are open
        List<Connection> open = new ArrayList<>();
        try {
            for (int probe = 0; probe < PROBES; probe++) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_PROBES.toMillis());
                Connection connection = SourceConnections.openForMonitoring(server);
                open.add(connection);
                found.add(SourcePosition.identity(connection).serverUuid());
            }
        } catch (SQLException changing) {
            return found;
        } finally {
            open.forEach(SourceReplacement::close);
        }
        return found;
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException alreadyGone) {
            // a connection that cannot be closed is already gone
            return;
        }
    }

    /** Returns whether connections led back and forth; a failover leads them to another server once. */
    static boolean alternates(List<String> servers) {
        int changes = 0;
        for (int i = 1; i < servers.size(); i++) {
            changes += servers.get(i).equals(servers.get(i - 1)) ? 0 : 1;
        }
        return changes > 1;
    }
}
