package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.RowValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/**
 * Switches the target's foreign keys off for changes that the source made with {@code foreign_key_checks = 0}, as a replica of MySQL
 * does: what such a row refers to may be missing, and what refers to it stayed as it was. A rollback switches them on again. Not thread-safe.
 */
final class ForeignKeySwitch {

    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String ON = "origin";
    private static final String OFF = "replica";

    private final Connection connection;
    private boolean isForbidden;

    ForeignKeySwitch(Connection connection) {
        this.connection = connection;
    }

    /**
     * Switches them off in the present transaction.
     *
     * @return false if the account may not do that, and the change can be tried all the same
     * @throws ChangeException if the account may not do that, and a key would change other rows
     */
    boolean switchOff(RowChange change) throws SQLException {
        if (isForbidden && !change.isUncheckedCascade()) {
            return false;
        }
        Savepoint before = connection.setSavepoint();
        try {
            set(OFF);
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            connection.rollback(before);
            isForbidden = true;
            if (change.isUncheckedCascade()) {
                throw refused(change, e);
            }
        }
        connection.releaseSavepoint(before);
        return !isForbidden;
    }

    /** Switches them on again. */
    void switchOn() throws SQLException {
        set(ON); // the account's default may be another
    }

    private static ChangeException refused(RowChange change, SQLException cause) {
        return new ChangeException(
                ErrorCategory.DATA,
                "The source made " + ChangeDescription.of(change)
                        + " with foreign_key_checks = 0, so no other row changed there. A foreign key of the target would"
                        + " change rows that refer to it, and its account may not prevent that: "
                        + RowValues.message(cause),
                "let the target's account set session_replication_role (on openGauss: SYSADMIN); or make the transaction's"
                        + " changes on the target by hand, without that key, and pass over it",
                change,
                cause);
    }

    private void set(String role) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = " + role);
        }
    }
}
