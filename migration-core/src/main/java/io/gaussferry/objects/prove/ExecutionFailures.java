package io.gaussferry.objects.prove;

import io.gaussferry.error.SqlFailure;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/** Distinguishes failures of an executed object from those of a server. */
public final class ExecutionFailures {

    private ExecutionFailures() {}

    /** Throws the failure if the connection is lost. MySQL's driver reports a timeout without an SQLSTATE. */
    public static void requireConnection(SQLException failure) throws SQLException {
        if (!(failure instanceof SQLTimeoutException) && SqlFailure.of(failure) == SqlFailure.CONNECTION) {
            throw failure;
        }
    }
}
