package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends sessions of the source that write or block the fence. */
final class WriterSessions {

    private static final Logger LOG = LoggerFactory.getLogger(WriterSessions.class);

    /** ER_NO_SUCH_THREAD: the session has already ended. */
    private static final int NO_SUCH_THREAD = 1094;

    /** Open transactions of InnoDB that have changed rows; a recovered transaction has no session. */
    private static final String OPEN_TRANSACTIONS =
            "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx WHERE trx_rows_modified > 0 AND trx_mysql_thread_id > 0";

    /** Running statements that write, and sessions with LOCK TABLES … WRITE: the fence waits for them. */
    private static final String BLOCKING_SESSIONS = "SELECT t.processlist_id FROM performance_schema.metadata_locks l"
            + " JOIN performance_schema.threads t ON t.thread_id = l.owner_thread_id"
            + " WHERE l.object_type = 'GLOBAL' AND l.lock_type = 'INTENTION_EXCLUSIVE' AND l.lock_status = 'GRANTED'"
            + " AND t.processlist_id IS NOT NULL";

    private static final String REMEDY = "check that the source is reachable";

    private WriterSessions() {}

    /** Ends open transactions that have written; they can no longer be committed. */
    static void endOpenTransactions(Connection source) throws SQLException {
        end(source, OPEN_TRANSACTIONS);
    }

    /** Ends the sessions that block the fence. */
    static void endBlockingSessions(Connection source) throws SQLException {
        end(source, OPEN_TRANSACTIONS);
        try {
            end(source, BLOCKING_SESSIONS);
        } catch (SQLException e) {
            LOG.warn(
                    "The sessions that block the fence could not be read from performance_schema: {}",
                    RowValueMarks.message(e));
        }
    }

    /**
     * Returns the number of a session that is opened now: sessions with larger numbers meet the present locks of accounts when they log in.
     */
    static long newest(SourceLink link) throws InterruptedException {
        String server = link.ask("read the source's identity", REMEDY, FencedServer::of);
        return link.askOnce("open another connection to the source", REMEDY, opened -> {
            if (!FencedServer.of(opened).equals(server)) {
                throw new GaussferryException(
                        ErrorCode.SERVER_FAILED,
                        "Two connections to the source reached different servers while it was fenced.",
                        "no action needed, retrying; name the server itself in gaussferry.source.url, not a load balancer",
                        null);
            }
            return Long.parseLong(
                    SourceLink.rows(opened, "SELECT CONNECTION_ID()").get(0).get(0));
        });
    }

    /**
     * Ends all sessions of accounts, by user name, and logins that may have passed the locks of these accounts; returns how many were still
     * connected.
     *
     * @param newest see {@link #newest}
     */
    static int endSessionsOf(Connection source, Set<String> users, long newest) throws SQLException {
        List<String> sessions = SourceCensus.sessionsOf(source, users, newest).stream()
                .map(session -> String.valueOf(session.id()))
                .toList();
        kill(source, sessions);
        return sessions.size();
    }

    private static void end(Connection source, String query) throws SQLException {
        Set<String> sessions = new TreeSet<>();
        SourceLink.rows(source, query).forEach(row -> sessions.add(row.get(0)));
        kill(source, sessions);
    }

    private static void kill(Connection source, Iterable<String> sessions) throws SQLException {
        String self = SourceLink.rows(source, "SELECT CONNECTION_ID()").get(0).get(0);
        for (String session : sessions) {
            if (session.equals(self)) {
                continue;
            }
            try (Statement statement = source.createStatement()) {
                statement.execute("KILL " + session);
                LOG.info("Ended session {} of the source: it had an open transaction or could have written", session);
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_THREAD) {
                    throw e;
                }
            }
        }
    }
}
