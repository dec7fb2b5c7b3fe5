package io.gaussferry.error;

import java.sql.SQLException;
import java.util.Map;

/**
 * Executes an operation on a server, and describes its purpose if it fails: a server's own message names neither the
 * purpose nor the server. Stateless.
 */
public final class Attempt {

    /** Promises no repetition: the daemon announces its own, a command ends. */
    private static final String PASSES = "no action needed if it passes; if it keeps failing, check the server's log";

    /** Remedies for an exhausted resource of a server, by SQLSTATE. */
    private static final Map<String, String> RESOURCES = Map.of(
            "53100", "free space on the server's disk",
            "53200", "give the server more memory, or lower gaussferry.replay.appliers and gaussferry.copy.workers",
            "53300", "raise the server's connection limit, or close connections",
            "25006",
                    "promote the standby, or name the primary in the URL; a server that has made itself read-only for lack of"
                            + " disk space needs free space, and default_transaction_read_only off",
            "58030", "check the server's disk and its log");

    private Attempt() {}

    /** An operation with a result. */
    public interface Call<T> {
        /** Runs on the calling thread. */
        T run() throws SQLException, InterruptedException;
    }

    /** An operation without a result. */
    public interface Action {
        /** Runs on the calling thread. */
        void run() throws SQLException;
    }

    /**
     * Executes an operation and returns its result.
     *
     * @param what the operation and its location, as a phrase after "could not": {@code create table a.b on the target}
     * @param remedy for a permanent refusal by the server
     * @throws GaussferryException if the operation fails; of category RETRY if a retry may succeed
     */
    public static <T> T to(String what, String remedy, Call<T> call) throws InterruptedException {
        try {
            return call.run();
        } catch (SQLException e) {
            throw failure(what, remedy, e);
        }
    }

    /** Executes an operation without a result, as {@link #to} does. */
    public static void toRun(String what, String remedy, Action action) {
        try {
            action.run();
        } catch (SQLException e) {
            throw failure(what, remedy, e);
        }
    }

    /** Returns the exception that {@link #to} throws. */
    public static GaussferryException failure(String what, String remedy, SQLException cause) {
        SqlFailure kind = SqlFailure.of(cause);
        return new GaussferryException(
                ErrorCode.SERVER_FAILED,
                kind.category(),
                "Could not " + what + ": " + RowValueMarks.message(cause) + " (SQLSTATE " + cause.getSQLState() + ")",
                remedy(kind, String.valueOf(cause.getSQLState()), remedy),
                cause);
    }

    /** Returns the remedy for a failed statement: one for its kind of failure if known, otherwise the given one. */
    public static String remedy(SQLException cause, String otherwise) {
        return remedy(SqlFailure.of(cause), String.valueOf(cause.getSQLState()), otherwise);
    }

    private static String remedy(SqlFailure kind, String state, String otherwise) {
        return switch (kind) {
            case RESOURCES -> RESOURCES.getOrDefault(state, "check the server's log for the exhausted resource");
            case CONNECTION, CONTENTION -> PASSES;
            case DATA, OTHER -> otherwise;
        };
    }
}
