package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Ensures that the target's foreign keys are enforced in a session. Stateless. */
final class ForeignKeyEnforcement {

    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String ON = "origin";
    private static final String OFF = "replica";

    private ForeignKeyEnforcement() {}

    /**
     * Enables foreign keys in a session whose account or database disables them by default. The binlog does not contain
     * rows that the source's foreign keys change, so the target's must change them.
     *
     * @throws GaussferryException of category CONFIGURATION if the account lacks the privilege
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
                    ErrorCode.TARGET_SETTING_WRONG,
                    "The target's account has session_replication_role = " + OFF
                            + ", and may not change it: foreign keys would be disabled, and rows changed by them at the source would remain unchanged.",
                    "run ALTER ROLE … RESET session_replication_role on the target, or remove it from gaussferry.target.url",
                    e);
        }
    }
}
