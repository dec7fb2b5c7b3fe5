package io.gaussferry.bench.measure;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The logical clock in MySQL's binlog, which determines the concurrent transactions of the baseline. Stateless.
 *
 * <p>The variable exists from 5.7.22 to 8.3: earlier servers only have COMMIT_ORDER, later ones only WRITESET.
 */
final class SourceLogicalClock {
    private static final int UNKNOWN_VARIABLE = 1193;
    /** The first series without the variable, with WRITESET only, is 8.4. */
    private static final int FIXED_MAJOR = 8;

    private static final int FIXED_MINOR = 4;

    private SourceLogicalClock() {}

    /**
     * Chooses the clock that gives the baseline the most concurrency. With keys that is WRITESET, which MySQL always uses
     * from 8.4 on (COMMIT_ORDER, on two cores, made the baseline a quarter as fast). Without keys, WRITESET permits no
     * concurrency. Changes a global variable, so only a server of the bench's own may be passed.
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
            // a server without the variable has only one clock
        }
    }

    /**
     * Returns the server's current clock: the variable's value, or the server's only clock with a note that the variable does
     * not exist.
     */
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

    /** Returns the only clock of a server version without the variable. */
    static String withoutVariable(int major, int minor) {
        boolean later = major > FIXED_MAJOR || (major == FIXED_MAJOR && minor >= FIXED_MINOR);
        return (later ? "WRITESET" : "COMMIT_ORDER") + " (no variable)";
    }
}
