package io.gaussferry.bench.measure;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The logical clock that MySQL writes into its binlog, by which the baseline decides what may run at the same time. Stateless.
 *
 * <p>The variable exists from 5.7.22 until 8.3: servers before it have no other clock than COMMIT_ORDER, those after it no other
 * than WRITESET.
 */
final class SourceLogicalClock {
    private static final int UNKNOWN_VARIABLE = 1193;
    /** The first series without the variable, and with WRITESET only, is 8.4. */
    private static final int FIXED_MAJOR = 8;

    private static final int FIXED_MINOR = 4;

    private SourceLogicalClock() {}

    /**
     * Chooses the clock that gives the baseline, which relies on it, the most to run at the same time. With keys that is
     * WRITESET, which MySQL always uses from 8.4 on (COMMIT_ORDER, on two cores, made it a quarter as fast); without keys
     * WRITESET lets nothing run beside anything. Changes a global variable, so only a server of the bench's own may be given.
     */
    static void choose(ServerAddress source, boolean keys) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET GLOBAL binlog_transaction_dependency_tracking = " + (keys ? "WRITESET" : "COMMIT_ORDER"));
        } catch (SQLException failure) {
            if (failure.getErrorCode() != UNKNOWN_VARIABLE) {
                throw failure;
            }
            // such a server has one clock, and no variable for it
        }
    }

    /** Returns what the server goes by now: the variable's value, or the server's only clock and that it has no variable. */
    static String inUse(ServerAddress source) throws SQLException {
        try (Connection connection = source.open()) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT @@GLOBAL.binlog_transaction_dependency_tracking")) {
                row.next();
                return row.getString(1);
            } catch (SQLException failure) {
                if (failure.getErrorCode() != UNKNOWN_VARIABLE) {
                    throw failure;
                }
                return withoutVariable(
                        connection.getMetaData().getDatabaseMajorVersion(),
                        connection.getMetaData().getDatabaseMinorVersion());
            }
        }
    }

    /** Returns the only clock of a server of this version, which has no variable for it. */
    static String withoutVariable(int major, int minor) {
        boolean later = major > FIXED_MAJOR || (major == FIXED_MAJOR && minor >= FIXED_MINOR);
        return (later ? "WRITESET" : "COMMIT_ORDER") + " (no variable)";
    }
}
