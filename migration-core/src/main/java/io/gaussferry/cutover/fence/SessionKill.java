package io.gaussferry.cutover.fence;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceFlavor;
import io.gaussferry.mysql.catalog.Grants;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The statement with which an account may end the sessions of all other accounts.
 *
 * @param statement without the session's number
 * @param end of the statement
 */
record SessionKill(String statement, String end) {

    /** ER_NO_SUCH_THREAD: the session has already ended. */
    private static final int NO_SUCH_THREAD = 1094;

    /** ER_KILL_DENIED_ERROR. */
    private static final int KILL_DENIED = 1095;

    /**
     * Returns the statement for the account of a connection; empty if it has none. A procedure of the service comes first: it also ends
     * sessions that a privilege of the account does not reach.
     */
    static Optional<SessionKill> of(Connection source, Grants grants) throws SQLException {
        List<String> procedures = Sql.list(
                source,
                rows -> rows.getString(1),
                "SELECT routine_name FROM information_schema.routines"
                        + " WHERE routine_schema = 'mysql' AND routine_type = 'PROCEDURE'");
        for (String procedure : SourceFlavor.KILL_PROCEDURES) {
            if (procedures.contains(procedure)) {
                return Optional.of(new SessionKill("CALL mysql." + procedure + "(", ")"));
            }
        }
        return grants.hasGlobal("CONNECTION_ADMIN", "SUPER")
                ? Optional.of(new SessionKill("KILL ", ""))
                : Optional.empty();
    }

    /**
     * Ends a session, unless it has already ended.
     *
     * @throws GaussferryException if the server refuses it: a session that logged in with SYSTEM_USER keeps it when the account loses it
     */
    void end(Connection source, SourceCensus.Session session) throws SQLException {
        try {
            Sql.execute(source, statement + session.id() + end);
        } catch (SQLException e) {
            if (e.getErrorCode() == KILL_DENIED) {
                throw new GaussferryException(
                        ErrorCode.SOURCE_NOT_FENCED,
                        "The fence cannot end session " + session + " of the source: the server refuses it.",
                        "end the session by its own account or by the service's console, and start the cutover again",
                        e);
            }
            if (e.getErrorCode() != NO_SUCH_THREAD) {
                throw e;
            }
        }
    }
}
