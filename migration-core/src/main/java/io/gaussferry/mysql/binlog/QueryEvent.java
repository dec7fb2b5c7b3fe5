package io.gaussferry.mysql.binlog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A statement in the binlog.
 *
 * @param database the session's current database; may be empty
 * @param writtenDatabases those in which the statement changes tables, by triggers and functions too; empty where the server does
 *     not say, as for more than 16
 * @param statement its text, decoded as the session wrote it
 * @param asUtf8 its text, taken for UTF-8: servers write statements of their own so, whatever the session's character set
 */
record QueryEvent(String database, List<String> writtenDatabases, String statement, String asUtf8) {

    private static final byte[] BEGIN = "BEGIN".getBytes(StandardCharsets.US_ASCII);

    /** What stands in place of their number if there are more databases than the server names. */
    private static final long TOO_MANY_DATABASES = 254;

    /** Returns whether the event begins the changes of a transaction, as nearly all do. */
    static boolean isBegin(byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        long databaseLength = databaseLength(reader);
        reader.skip(reader.uint(2) + databaseLength + 1);
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
        long databaseLength = databaseLength(reader);
        Status status = Status.parse(reader.part(reader.uint(2)));
        String database = reader.text(databaseLength);
        reader.skip(1);
        byte[] text = reader.bytes(reader.remaining());
        return new QueryEvent(
                database,
                status.writtenDatabases(),
                StatementText.decode(text, characterSets.getOrDefault(status.collation(), "")),
                new String(text, StandardCharsets.UTF_8));
    }

    /** Moves to the length of the status variables, and returns that of the database's name, bytes. */
    private static long databaseLength(WireReader reader) {
        reader.skip(4 + 4); // thread, execution time
        long length = reader.uint(1);
        reader.skip(2); // error code
        return length;
    }

    /**
     * What of the session's state matters here.
     *
     * @param collation the number of {@code character_set_client}, in which the statement's text is; 0 where it is not said
     * @param writtenDatabases see the event
     */
    private record Status(long collation, List<String> writtenDatabases) {

        /** Reads the variables, which stand in the order of their numbers, up to the last that matters. */
        private static Status parse(WireReader reader) {
            long collation = 0;
            List<String> writtenDatabases = new ArrayList<>();
            boolean more = true;
            while (more && reader.remaining() > 0) {
                switch ((int) reader.uint(1)) {
                    case 0, 3, 10 -> reader.skip(4); // flags, auto-increment, bytes written
                    case 1, 9 -> reader.skip(8); // SQL mode, tables of an update
                    case 2 -> reader.skip(reader.uint(1) + 1); // catalog, before MySQL 5.0.4
                    case 4 -> {
                        collation = reader.uint(2);
                        reader.skip(4); // collations of the connection and of the server
                    }
                    case 5, 6 -> reader.skip(reader.uint(1)); // time zone, catalog
                    case 7, 8 -> reader.skip(2); // names of months, collation of the database
                    case 11 -> {
                        reader.skip(reader.uint(1)); // who invokes: user and host
                        reader.skip(reader.uint(1));
                    }
                    case 12 -> {
                        long count = reader.uint(1);
                        for (long i = 0; i < count && count != TOO_MANY_DATABASES; i++) {
                            writtenDatabases.add(reader.zeroTerminated());
                        }
                        more = false;
                    }
                    default -> more = false;
                }
            }
            return new Status(collation, writtenDatabases);
        }
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
