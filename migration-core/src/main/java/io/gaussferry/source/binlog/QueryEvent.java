package io.gaussferry.source.binlog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A statement in the binlog.
 *
 * @param database the session's current database; may be empty
 * @param statement its text
 */
record QueryEvent(String database, String statement) {

    private static final byte[] BEGIN = "BEGIN".getBytes(StandardCharsets.US_ASCII);

    /** Returns whether the event begins the changes of a transaction, as nearly all do. */
    static boolean isBegin(byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(databaseLength(reader) + 1);
        return reader.remaining() == BEGIN.length
                && Arrays.equals(body, reader.offset(), body.length, BEGIN, 0, BEGIN.length);
    }

    /** Reads {@code Query_event} of MySQL's {@code statement_events.h}. */
    static QueryEvent parse(byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        String database = reader.text(databaseLength(reader));
        reader.skip(1);
        return new QueryEvent(database, reader.text(reader.remaining()));
    }

    /** Moves to the name of the database, and returns its length in bytes. */
    private static long databaseLength(WireReader reader) {
        reader.skip(4 + 4); // thread, execution time
        long length = reader.uint(1);
        reader.skip(2); // error code
        reader.skip(reader.uint(2)); // status variables
        return length;
    }

    /** Returns whether it only marks a place inside a transaction. A rollback to one is in the binlog only where it matters. */
    boolean isSavepoint() {
        return statement.toUpperCase(Locale.ROOT).startsWith("SAVEPOINT ");
    }

    /** Returns whether it takes back what stands before it in its transaction, all or up to a savepoint. */
    boolean isRollback() {
        return isWholeRollback() || statement.toUpperCase(Locale.ROOT).startsWith("ROLLBACK ");
    }

    /** Returns whether it ends its transaction without effect. */
    boolean isWholeRollback() {
        return statement.equalsIgnoreCase("ROLLBACK");
    }
}
