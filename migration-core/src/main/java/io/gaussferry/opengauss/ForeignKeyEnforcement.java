package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes sure that the target's foreign keys act in a session. Stateless. */
final class ForeignKeyEnforcement {

    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String ON = "origin";
    private static final String OFF = "replica";

    private ForeignKeyEnforcement() {}

    /**
     * Switches them on for a session of an account, or of a database, for which they are off by default: rows that the source's
     * foreign keys change are not in its binlog, so the target's must change them.
     *
     * @throws GaussferryException of category CONFIGURATION, if the account may not do that
     */
    static void requireOn(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            try (ResultSet row =
                    statement.executeQuery("SELECT pg_catalog.current_setting('session_replication_role')")) {
                if (!row.next() || !row.getString(1).equals(OFF)) {
                    return;
                }
            }
            statement.execute("SET session_replication_role = " + ON);
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The target's account has session_replication_role = " + OFF
                            + ", and may not change that: foreign keys would not act, and rows that they change at the source would stay as they are.",
                    "ALTER ROLE … RESET session_replication_role on the target, or take it out of gaussferry.target.url",
                    e);
        }
    }
}
