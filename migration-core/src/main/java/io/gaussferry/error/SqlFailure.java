package io.gaussferry.error;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of a failed statement on either server, determined by its SQLSTATE. */
public enum SqlFailure {
    /** The connection or the server is gone; only the progress row shows whether the transaction was committed. */
    CONNECTION,
    /**
     * The server cannot execute any such statement now: its disk is full, its memory or connections are exhausted, it
     * is a standby that was not promoted yet, or it reports an I/O error. A retry may succeed later, and the operator
     * should be notified.
     */
    RESOURCES,
    /** Another transaction conflicts: a retry may succeed when that has ended. */
    CONTENTION,
    /** The target rejects the data. */
    DATA,
    /** Any other failure: permissions, missing tables, defects. */
    OTHER;

    /**
     * The MySQL driver's SQLSTATE for a connection that breaks while rows are streamed, and for many other failures.
     */
    private static final String GENERAL = "S1000";

    /**
     * MySQL's SQLSTATE for most of its own errors; their numbers are more specific (its Server Error Message
     * Reference).
     */
    private static final String MYSQL_GENERAL = "HY000";

    private static final Set<Integer> MYSQL_RESOURCES = Set.of(
            1021, // disk full
            1037, 1041, // out of memory
            1114, // a table, or its tablespace, is full
            1290, 1836, // read only
            3100); // the transaction exceeds the limit of the group or of the binlog cache

    private static final Set<Integer> MYSQL_CONTENTION = Set.of(1205, 1213, 3572);

    private static final Set<Integer> MYSQL_DATA = Set.of(1364, 1366, 1416, 1525, 1526, 3819);

    private static final String READ_ONLY_TRANSACTION = "25006";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String IO_ERROR = "58030";
    private static final String TOO_MANY_CONNECTIONS = "53300";

    /**
     * Returns the kind of the failure. Codes: PostgreSQL's appendix A, YY003 of openGauss for a lock wait that timed
     * out, and MySQL's error numbers.
     */
    public static SqlFailure of(SQLException failure) {
        String state = state(failure);
        if (state.equals(GENERAL) && isOfTransport(failure)) {
            return CONNECTION;
        }
        if (state.startsWith("08")
                || state.startsWith("57P")
                || state.equals(TOO_MANY_CONNECTIONS)
                || state.isEmpty()) {
            return CONNECTION;
        }
        if (state.startsWith("53") || state.equals(READ_ONLY_TRANSACTION) || state.equals(IO_ERROR)) {
            return RESOURCES;
        }
        if (state.startsWith("40") || state.equals("55P03") || state.equals("YY003") || state.equals("57014")) {
            return CONTENTION;
        }
        if (state.startsWith("22") || state.startsWith("23")) {
            return DATA;
        }
        return state.equals(MYSQL_GENERAL) ? ofMySql(failure.getErrorCode()) : OTHER;
    }

    private static SqlFailure ofMySql(int number) {
        if (MYSQL_RESOURCES.contains(number)) {
            return RESOURCES;
        }
        if (MYSQL_CONTENTION.contains(number)) {
            return CONTENTION;
        }
        return MYSQL_DATA.contains(number) ? DATA : OTHER;
    }

    /** Returns whether PostgreSQL or openGauss refused the statement because of a foreign key. */
    public static boolean isForeignKeyViolation(SQLException failure) {
        return state(failure).equals(FOREIGN_KEY_VIOLATION);
    }

    private static boolean isOfTransport(SQLException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    private static String state(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        return state == null ? "" : state;
    }

    /** Returns whether the connection or the server is unusable for now: all work on it ends. */
    public boolean isOfServer() {
        return this == CONNECTION || this == RESOURCES;
    }

    /** Returns whether a retry may succeed, whatever the statement was. */
    public boolean mayPass() {
        return category() == ErrorCategory.RETRY;
    }

    /** Returns the category of a failure that is not handled locally. */
    public ErrorCategory category() {
        return switch (this) {
            case CONNECTION, RESOURCES, CONTENTION -> ErrorCategory.RETRY;
            case DATA -> ErrorCategory.DATA;
            case OTHER -> ErrorCategory.FATAL;
        };
    }
}
