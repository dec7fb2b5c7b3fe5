package io.gaussferry.error;

import java.sql.SQLException;
import java.util.Map;

/**
 * Something that is done on a server, told with the words of whoever does it when it fails: a server's own message says neither
 * what for nor where. Stateless.
 */
public final class Attempt {

    private static final String NOTHING_TO_DO = "nothing to do: it is tried again";

    /** What helps where a server has run out of something, by SQLSTATE. Tried again meanwhile. */
    private static final Map<String, String> RESOURCES = Map.of(
            "53100", "free space on the server's disk",
            "53200", "give the server more memory, or lower gaussferry.replay.appliers and gaussferry.copy.workers",
            "53300", "allow the server more connections, or end some",
            "25006",
                    "promote the standby, or name the primary in the URL; a server that has made itself read-only for want of"
                            + " disk space needs some, and default_transaction_read_only off",
            "58030", "look at the server's disk and its log");

    private Attempt() {}

    /** What is done. */
    public interface Call<T> {
        /** Does it, on the calling thread. */
        T run() throws SQLException, InterruptedException;
    }

    /** What is done without a result. */
    public interface Action {
        /** Does it, on the calling thread. */
        void run() throws SQLException;
    }

    /**
     * Does something and returns its result.
     *
     * @param what what is done and where, as words behind "could not": {@code create table a.b on the target}
     * @param remedy what the user can do if the server refuses it for good
     * @throws GaussferryException if it fails; of category RETRY if it may pass by itself
     */
    public static <T> T to(String what, String remedy, Call<T> call) throws InterruptedException {
        try {
            return call.run();
        } catch (SQLException e) {
            throw failure(what, remedy, e);
        }
    }

    /** Does something that has no result, as {@link #to} does. */
    public static void toRun(String what, String remedy, Action action) {
        try {
            action.run();
        } catch (SQLException e) {
            throw failure(what, remedy, e);
        }
    }

    /** Returns the failure in words, as {@link #to} throws it. */
    public static GaussferryException failure(String what, String remedy, SQLException cause) {
        SqlFailure kind = SqlFailure.of(cause);
        return new GaussferryException(
                kind.category(),
                "Could not " + what + ": " + RowValues.message(cause) + " (SQLSTATE " + cause.getSQLState() + ")",
                remedy(kind, String.valueOf(cause.getSQLState()), remedy),
                cause);
    }

    /** Returns what to do about a failed statement, where that is known whatever the statement was; otherwise the given remedy. */
    public static String remedy(SQLException cause, String otherwise) {
        return remedy(SqlFailure.of(cause), String.valueOf(cause.getSQLState()), otherwise);
    }

    private static String remedy(SqlFailure kind, String state, String otherwise) {
        return switch (kind) {
            case RESOURCES ->
                RESOURCES.getOrDefault(state, "see what the server has run out of, in its log")
                        + "; it is tried again meanwhile";
            case CONNECTION, CONTENTION -> NOTHING_TO_DO + "; if it goes on failing, look at the server's log";
            case DATA, OTHER -> otherwise;
        };
    }
}
