package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Locks of a transaction of the source that only reads. Measured on MySQL 8.0.33: a subquery in SET, IF, CASE, WHILE or DEFAULT of a procedure
 * locks the rows that it reads until the transaction ends, and writers of the application wait. A function that a query calls locks none.
 */
final class RowLocks {

    private static final String HELD = "SELECT 1 FROM performance_schema.data_locks l JOIN performance_schema.threads t"
            + " ON t.thread_id = l.thread_id WHERE t.processlist_id = CONNECTION_ID() AND l.lock_type = 'RECORD' LIMIT 1";

    private RowLocks() {}

    /** Returns whether the transaction holds locks of rows, or that is unknown, because the account or the version does not show them. */
    static boolean mayBeHeld(Connection source) throws SQLException {
        try {
            return !Sql.list(source, row -> row.getString(1), HELD).isEmpty();
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return true;
        }
    }
}
