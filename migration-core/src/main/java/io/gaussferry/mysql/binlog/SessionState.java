package io.gaussferry.mysql.binlog;

import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The relevant state, from a statement's event, of the session that executed it. Collations are the server's numbers; 0 if the
 * event does not contain them.
 *
 * @param flags the bits of {@code OPTIONS_WRITTEN_TO_BIN_LOG} in {@code sql/query_options.h}; 0 if absent
 * @param sqlMode the bits of {@code sql_mode}
 * @param clientCollation of {@code character_set_client}, which encodes the statement
 * @param connectionCollation {@code collation_connection}
 * @param serverCollation {@code collation_server}
 * @param defaultCollations the collations that the session has chosen as defaults of their character sets: {@code default_collation_for_utf8mb4},
 *     or MariaDB's {@code character_set_collations}
 * @param explicitDefaultsForTimestamp null if absent, as on older servers
 * @param microseconds fraction of the second in which the statement started
 * @param timeZone {@code time_zone}; empty if absent
 * @param writtenDatabases the databases in which the statement changes tables; empty if the server does not report them
 */
record SessionState(
        long flags,
        long sqlMode,
        long clientCollation,
        long connectionCollation,
        long serverCollation,
        List<Long> defaultCollations,
        @Nullable Boolean explicitDefaultsForTimestamp,
        int microseconds,
        String timeZone,
        List<String> writtenDatabases) {

    /** {@code OPTION_NO_FOREIGN_KEY_CHECKS}. */
    private static final long NO_FOREIGN_KEY_CHECKS = 1L << 26;

    /** {@code OPTION_RELAXED_UNIQUE_CHECKS}. */
    private static final long RELAXED_UNIQUE_CHECKS = 1L << 27;

    /** {@code OPTION_EXPLICIT_DEF_TIMESTAMP} of MariaDB. */
    private static final long MARIADB_EXPLICIT_DEFAULTS = 1L << 24;

    /** {@code Q_HRNOW} of MariaDB. */
    private static final int MARIADB_MICROSECONDS = 128;

    /** {@code Q_XID} of MariaDB. */
    private static final int MARIADB_XID = 129;

    /** {@code Q_GTID_FLAGS3} of MariaDB: the flags of an ALTER TABLE that is logged in two phases. */
    private static final int MARIADB_ALTER_FLAGS = 130;

    /** {@code FL_COMMIT_ALTER_E1} and {@code FL_ROLLBACK_ALTER_E1}, with which a number follows the flags. */
    private static final long MARIADB_ALTER_ENDS = 4 | 8;

    /** {@code Q_CHARACTER_SET_COLLATIONS} of MariaDB, written before the collations of the session. */
    private static final int MARIADB_DEFAULT_COLLATIONS = 131;

    /** Offset format of MySQL's session variable {@code time_zone}. */
    private static final Pattern OFFSET = Pattern.compile("[+-]\\d{2}:\\d{2}");

    /** Replaces the count if there are more databases than the server lists. */
    private static final long TOO_MANY_DATABASES = 254;

    SessionState {
        defaultCollations = List.copyOf(defaultCollations);
        writtenDatabases = List.copyOf(writtenDatabases);
    }

    /**
     * Parses the status variables of a {@code Query_event}, which MySQL writes in the order of their numbers
     * ({@code Query_event_post_header} of MySQL's {@code statement_events.h}). Variables after an unknown one cannot be parsed
     * and are not needed.
     */
    static SessionState parse(WireReader reader) {
        long flags = 0;
        long sqlMode = 0;
        long client = 0;
        long connection = 0;
        long server = 0;
        List<Long> defaults = new ArrayList<>();
        Boolean explicitDefaults = null;
        int microseconds = 0;
        String timeZone = "";
        List<String> written = new ArrayList<>();
        boolean known = true;
        while (known && reader.remaining() > 0) {
            switch ((int) reader.uint(1)) {
                case 0 -> flags = reader.uint(Integer.BYTES);
                case 3, 10 -> reader.skip(4); // auto-increment, bytes written
                case 1 -> sqlMode = reader.uint(Long.BYTES);
                case 2 -> reader.skip(reader.uint(1) + 1); // catalog, before MySQL 5.0.4
                case 4 -> {
                    client = reader.uint(2);
                    connection = reader.uint(2);
                    server = reader.uint(2);
                }
                case 5 -> timeZone = reader.string(reader.uint(1));
                case 6 -> reader.skip(reader.uint(1)); // catalog
                case 7, 8 -> reader.skip(2); // locale for month names, collation of the database
                case 9, 17 -> reader.skip(8); // tables of an update, number of the DDL's transaction
                case 11 -> {
                    reader.skip(reader.uint(1)); // invoker: user and host
                    reader.skip(reader.uint(1));
                }
                case 12 -> written.addAll(databases(reader));
                case 13, MARIADB_MICROSECONDS -> microseconds = (int) reader.uint(3);
                case MARIADB_XID -> reader.skip(8); // number of the DDL's transaction
                case 16 -> explicitDefaults = reader.uint(1) != 0;
                case 18 -> defaults.add(reader.uint(2));
                case 19, 20 -> reader.skip(1); // whether keys are required, tables encrypted
                case MARIADB_ALTER_FLAGS -> reader.skip((reader.uint(1) & MARIADB_ALTER_ENDS) == 0 ? 0 : 8);
                case MARIADB_DEFAULT_COLLATIONS -> defaults.addAll(chosenCollations(reader));
                default -> known = false;
            }
        }
        return new SessionState(
                flags,
                sqlMode,
                client,
                connection,
                server,
                defaults,
                explicitDefaults,
                microseconds,
                timeZone,
                written);
    }

    /** Returns {@code explicit_defaults_for_timestamp} of a session of MariaDB. */
    boolean mariaDbExplicitDefaults() {
        return (flags & MARIADB_EXPLICIT_DEFAULTS) != 0;
    }

    /** Returns the session's {@code foreign_key_checks}. */
    boolean foreignKeyChecks() {
        return (flags & NO_FOREIGN_KEY_CHECKS) == 0;
    }

    /** Returns the session's {@code unique_checks}. */
    boolean uniqueChecks() {
        return (flags & RELAXED_UNIQUE_CHECKS) == 0;
    }

    /** Returns the session's time zone if it is an offset; null otherwise. */
    @Nullable
    ZoneOffset offset() {
        if (!OFFSET.matcher(timeZone).matches()) {
            return null;
        }
        try {
            return ZoneOffset.of(timeZone);
        } catch (DateTimeException e) {
            return null; // not a valid offset
        }
    }

    /** Each is preceded by the former default of its character set. */
    private static List<Long> chosenCollations(WireReader reader) {
        List<Long> chosen = new ArrayList<>();
        long count = reader.uint(1);
        for (long i = 0; i < count; i++) {
            reader.skip(2);
            chosen.add(reader.uint(2));
        }
        return chosen;
    }

    private static List<String> databases(WireReader reader) {
        List<String> databases = new ArrayList<>();
        long count = reader.uint(1);
        for (long i = 0; i < count && count != TOO_MANY_DATABASES; i++) {
            databases.add(reader.zeroTerminated());
        }
        return databases;
    }
}
