package io.gaussferry.opengauss.decoding;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Names the transactions of a server for which a new slot waits: a session's, or a prepared one, which no session ends. Stateless. */
public final class ActiveTransaction {

    /** The most that a message names. */
    private static final int NAMED = 5;

    private static final String PREPARED =
            "SELECT gid, database, date_trunc('second', prepared)::TEXT FROM pg_catalog.pg_prepared_xacts ORDER BY prepared LIMIT "
                    + NAMED;

    /** Each transaction that writes holds a lock on its own ID. */
    private static final String OF_SESSIONS =
            "SELECT DISTINCT l.pid, a.datname, date_trunc('second', a.xact_start)::TEXT FROM pg_catalog.pg_locks l"
                    + " JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid"
                    + " WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted ORDER BY 3 LIMIT "
                    + NAMED;

    private ActiveTransaction() {}

    /** Returns the oldest ones, first the prepared ones. Joins the connection's transaction. */
    static List<String> read(Connection connection) throws SQLException {
        List<String> named = prepared(connection);
        named.addAll(Sql.list(
                connection,
                row -> "session " + row.getString(1) + " in database " + row.getString(2) + " since "
                        + row.getString(3),
                OF_SESSIONS));
        return named;
    }

    /** Returns the oldest prepared transactions of all databases. Joins the connection's transaction. */
    public static List<String> prepared(Connection connection) throws SQLException {
        return Sql.list(
                connection,
                row -> "prepared transaction \"" + row.getString(1) + "\" in database " + row.getString(2) + " since "
                        + row.getString(3),
                PREPARED);
    }
}
