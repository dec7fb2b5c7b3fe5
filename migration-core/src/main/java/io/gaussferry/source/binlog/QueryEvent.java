package io.gaussferry.source.binlog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * A statement in the binlog.
 *
 * @param database the session's current database; may be empty
 * @param statement its text, decoded as the session wrote it
 * @param asUtf8 its text, taken for UTF-8: servers write statements of their own so, whatever the session's character set
 */
record QueryEvent(String database, String statement, String asUtf8) {

    /** Status variables that stand before the session's character sets, and that one ({@code statement_events.h}). */
    private static final int FLAGS2 = 0;

    private static final int SQL_MODE = 1;
    private static final int AUTO_INCREMENT = 3;
    private static final int CHARSETS = 4;
    private static final int CATALOG = 6;

    private static final byte[] BEGIN = "BEGIN".getBytes(StandardCharsets.US_ASCII);

    /** Returns whether the event begins the changes of a transaction, as nearly all do. */
    static boolean isBegin(byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(databaseLength(reader) + 1);
        return reader.remaining() == BEGIN.length
                && Arrays.equals(body, reader.offset(), body.length, BEGIN, 0, BEGIN.length);
    }

    /**
     * Reads {@code Query_event} of MySQL's {@code statement_events.h}.
     *
     * @param characterSets the server's character sets by the number of each of their collations
     */
    static QueryEvent parse(byte[] body, Map<Long, String> characterSets) {
        WireReader reader = new WireReader(body, 0, body.length);
        reader.skip(4 + 4); // thread, execution time
        long databaseLength = reader.uint(1);
        reader.skip(2); // error code
        long collation = clientCollation(reader.part(reader.uint(2)));
        String database = reader.text(databaseLength);
        reader.skip(1);
        byte[] text = reader.bytes(reader.remaining());
        return new QueryEvent(
                database,
                StatementText.decode(text, characterSets.getOrDefault(collation, "")),
                new String(text, StandardCharsets.UTF_8));
    }

    /** Returns the number of {@code character_set_client}; 0 where it is not said. */
    private static long clientCollation(WireReader variables) {
        while (variables.remaining() > 0) {
            switch ((int) variables.uint(1)) {
                case FLAGS2, AUTO_INCREMENT -> variables.skip(4);
                case SQL_MODE -> variables.skip(8);
                case CATALOG -> variables.skip(variables.uint(1));
                case CHARSETS -> {
                    return variables.uint(2);
                }
                default -> {
                    return 0;
                }
            }
        }
        return 0;
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
