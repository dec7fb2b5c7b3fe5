package io.gaussferry.objects.prove;

import io.gaussferry.error.SqlFailure;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Distinguishes failures of an executed object from those of a server. */
public final class ExecutionFailures {

    /** Why an object whose execution MySQL refuses to the account is not proven. */
    static final String DENIED = "the source's account may not execute it: grant it EXECUTE, and the privileges for the"
            + " statements of its body (SELECT, INSERT, UPDATE, DELETE)";

    /** MySQL's errors for a missing privilege: on a database, a table, a column, a global one, and on a routine. */
    private static final Set<Integer> DENIALS = Set.of(1044, 1142, 1143, 1227, 1370);

    /** Why an object whose execution other sessions prevent is not proven. */
    static final String LOCKED = "other sessions of the source lock rows that it needs: repeat it";

    private static final Set<Integer> BLOCKED = Set.of(1205, 1213);

    private ExecutionFailures() {}

    /** Returns whether MySQL ended an execution because other sessions lock rows: a lock wait or a deadlock. */
    static boolean isBlocked(@Nullable SQLException failureOnSource) {
        return failureOnSource != null && BLOCKED.contains(failureOnSource.getErrorCode());
    }

    /** Returns whether MySQL refuses an execution because the account lacks a privilege. */
    static boolean isDenied(@Nullable SQLException failureOnSource) {
        return failureOnSource != null && DENIALS.contains(failureOnSource.getErrorCode());
    }

    /** Throws the failure if the connection is lost. MySQL's driver reports a timeout without an SQLSTATE. */
    public static void requireConnection(SQLException failure) throws SQLException {
        if (!(failure instanceof SQLTimeoutException) && SqlFailure.of(failure) == SqlFailure.CONNECTION) {
            throw failure;
        }
    }
}
