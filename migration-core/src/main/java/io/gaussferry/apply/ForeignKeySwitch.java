package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.RowValueMarks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/**
 * Disables the target's foreign keys for changes that the source made with {@code foreign_key_checks = 0}, as a MySQL
 * replica does. The parents of such a row may be missing, and rows that refer to it stayed unchanged. A rollback
 * enables the keys again. Not thread-safe.
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
     * Disables foreign keys in the current transaction.
     *
     * @return false if the account lacks the privilege and the change can be attempted anyway
     * @throws ChangeException if the account lacks the privilege and a foreign key would change other rows
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

    /** Enables foreign keys again. */
    void switchOn() throws SQLException {
        set(ON); // the account's default may differ
    }

    private static ChangeException refused(RowChange change, SQLException cause) {
        return new ChangeException(
                ErrorCode.FOREIGN_KEY_ACTION_DIFFERS,
                ErrorCategory.DATA,
                "The source made " + ChangeDescription.of(change)
                        + " with foreign_key_checks = 0, so no other row changed at the source. A foreign key of the"
                        + " target would change rows that refer to it, and the target's account may not prevent that: "
                        + RowValueMarks.message(cause),
                "allow the target's account to set session_replication_role (on openGauss: SYSADMIN); or apply the transaction's"
                        + " changes on the target manually, without that key, and skip it",
                change,
                cause);
    }

    private void set(String role) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = " + role);
        }
    }
}
