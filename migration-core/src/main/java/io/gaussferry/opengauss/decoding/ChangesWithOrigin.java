package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Changes that a server does not send because they have a replication origin: a subscription has applied them, or a session after {@code
 * pg_replication_origin_session_setup}. The server reports the last commit of each origin. Every account may read that.
 */
public final class ChangesWithOrigin {

    /** Origins and their last commits, except those of subscriptions of other databases. A subscription's origin has its OID. */
    private static final String LAST_COMMITS =
            "SELECT o.external_id, CAST(o.local_lsn AS text) FROM pg_catalog.pg_replication_origin_status o"
                    + " WHERE o.local_lsn IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_subscription s"
                    + " JOIN pg_catalog.pg_database d ON d.oid = s.subdbid"
                    + " WHERE o.external_id = concat('pg_', s.oid) AND d.datname <> current_database())";

    private ChangesWithOrigin() {}

    /**
     * Requires that no change with an origin was committed since a position, unless the server sends them. Joins the connection's transaction.
     *
     * @param since position in the server's log
     * @throws GaussferryException if one was
     */
    public static void requireNone(Connection connection, LogicalDecoding decoding, long since) throws SQLException {
        if (decoding.sendsChangesWithOrigin()) {
            return;
        }
        Optional<String> origin =
                Sql.list(connection, row -> new String[] {row.getString(1), row.getString(2)}, LAST_COMMITS).stream()
                        .filter(last -> Lsn.parse(last[1]) > since)
                        .map(last -> String.valueOf(last[0]))
                        .findFirst();
        if (origin.isPresent()) {
            throw LostChanges.haveOrigin(origin.get());
        }
    }
}
