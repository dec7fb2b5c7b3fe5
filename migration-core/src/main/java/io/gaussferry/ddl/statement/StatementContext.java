package io.gaussferry.ddl.statement;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The content of a Query event: a statement, and the session state that determines its meaning.
 *
 * @param database the session's current database; empty for none
 * @param text the SQL, decoded
 * @param sqlMode the bits of the session's {@code sql_mode}, as in the event
 * @param foreignKeyChecks the session's {@code foreign_key_checks}: without it the server does not compare rows with a
 *     new foreign key, and executes statements that remove rows or columns that an existing key refers to
 * @param uniqueChecks the session's {@code unique_checks}
 * @param explicitDefaultsForTimestamp the session's {@code explicit_defaults_for_timestamp}: without it the first
 *     TIMESTAMP column of a table has implicit attributes
 * @param connectionCollation the session's {@code collation_connection}; null if unknown
 * @param serverCollation the session's {@code collation_server}, the default of new databases; null if unknown
 * @param defaultCollations the collations that the session has chosen as defaults of their character sets, separated by commas
 *     ({@code default_collation_for_utf8mb4}, or MariaDB's {@code character_set_collations}); null for the version's defaults
 * @param executedAt when the statement started, with microseconds if the event contains them; null if unknown
 * @param timeZone the session's time zone if it is an offset, such as {@code +02:00}; null for {@code SYSTEM} and every
 *     named zone: their rules are the server's own, whose tables may be of another year than this machine's, and MySQL
 *     maps a local time skipped by summer time to another instant than Java does
 * @param serverVersion the server's version, such as 80033 for 8.0.33, or 1101119 for MariaDB 10.11.19
 */
public record StatementContext(
        String database,
        String text,
        long sqlMode,
        boolean foreignKeyChecks,
        boolean uniqueChecks,
        boolean explicitDefaultsForTimestamp,
        @Nullable String connectionCollation,
        @Nullable String serverCollation,
        @Nullable String defaultCollations,
        @Nullable Instant executedAt,
        @Nullable ZoneOffset timeZone,
        int serverVersion) {

    /** Returns the context of SQL that the server has stored. Its meaning depends on no other property of a session. */
    public static StatementContext ofStored(String database, String text, long sqlMode, int serverVersion) {
        return new StatementContext(
                database, text, sqlMode, true, true, true, null, null, null, null, null, serverVersion);
    }

    /** Returns this statement in a session with a {@code collation_connection}; empty for an unknown one. */
    public StatementContext withConnectionCollation(String collation) {
        return new StatementContext(
                database,
                text,
                sqlMode,
                foreignKeyChecks,
                uniqueChecks,
                explicitDefaultsForTimestamp,
                collation.isEmpty() ? null : collation,
                serverCollation,
                defaultCollations,
                executedAt,
                timeZone,
                serverVersion);
    }

    /** {@code MODE_REAL_AS_FLOAT}; like the other bits from {@code sql/system_variables.h} of MySQL's sources. */
    public static final long REAL_AS_FLOAT = 1;

    /** {@code MODE_PIPES_AS_CONCAT}. */
    public static final long PIPES_AS_CONCAT = 1L << 1;

    /** {@code MODE_ANSI_QUOTES}: double quotes enclose names. */
    public static final long ANSI_QUOTES = 1L << 2;

    /** {@code MODE_IGNORE_SPACE}. */
    public static final long IGNORE_SPACE = 1L << 3;

    /** {@code MODE_NO_UNSIGNED_SUBTRACTION}. */
    public static final long NO_UNSIGNED_SUBTRACTION = 1L << 6;

    /** {@code MODE_NO_BACKSLASH_ESCAPES}. */
    public static final long NO_BACKSLASH_ESCAPES = 1L << 20;

    /** {@code MODE_STRICT_TRANS_TABLES}: the server refuses a value that does not fit instead of changing it. */
    public static final long STRICT_TRANS_TABLES = 1L << 21;

    /** {@code MODE_STRICT_ALL_TABLES}. */
    public static final long STRICT_ALL_TABLES = 1L << 22;

    /** {@code MODE_NO_ZERO_DATE}. */
    public static final long NO_ZERO_DATE = 1L << 24;

    /** {@code MODE_ERROR_FOR_DIVISION_BY_ZERO}. */
    public static final long ERROR_FOR_DIVISION_BY_ZERO = 1L << 26;

    /** {@code MODE_HIGH_NOT_PRECEDENCE}. */
    public static final long HIGH_NOT_PRECEDENCE = 1L << 29;

    /** {@code MODE_PAD_CHAR_TO_FULL_LENGTH}. */
    public static final long PAD_CHAR_TO_FULL_LENGTH = 1L << 31;

    /** {@code MODE_TIME_TRUNCATE_FRACTIONAL}: fractions of seconds are truncated instead of rounded. */
    public static final long TIME_TRUNCATE_FRACTIONAL = 1L << 32;

    /** Creates a statement of a session of MySQL 8.0.33 with default settings. */
    public StatementContext(String database, String text) {
        this(database, text, STRICT_TRANS_TABLES, true, true, true, null, null, null, null, null, 80033);
    }

    /** Returns this statement in a session with {@code foreign_key_checks = 0}. */
    public StatementContext withoutForeignKeyChecks() {
        return new StatementContext(
                database,
                text,
                sqlMode,
                false,
                uniqueChecks,
                explicitDefaultsForTimestamp,
                connectionCollation,
                serverCollation,
                defaultCollations,
                executedAt,
                timeZone,
                serverVersion);
    }

    /** Returns whether the session has a mode, one of the bits above. */
    public boolean has(long mode) {
        if (isMariaDb() && mode == TIME_TRUNCATE_FRACTIONAL) {
            return (sqlMode & MARIADB_ROUND_FRACTIONAL) == 0;
        }
        return (sqlMode & mode) != 0;
    }

    /** Returns whether the session has a mode with another language, or another meaning of the same words. */
    boolean hasUnknownMode() {
        return isMariaDb() && (sqlMode & (MARIADB_ORACLE | MARIADB_EMPTY_STRING_IS_NULL)) != 0;
    }

    /** Returns whether the server refused the statement instead of changing values that do not fit. */
    public boolean isStrict() {
        return has(STRICT_TRANS_TABLES) || has(STRICT_ALL_TABLES);
    }

    /** {@code MODE_ORACLE} of MariaDB. */
    private static final long MARIADB_ORACLE = 1L << 9;

    /** {@code MODE_EMPTY_STRING_IS_NULL} of MariaDB. */
    private static final long MARIADB_EMPTY_STRING_IS_NULL = 1L << 32;

    /** {@code MODE_TIME_ROUND_FRACTIONAL} of MariaDB, which truncates without it. */
    private static final long MARIADB_ROUND_FRACTIONAL = 1L << 34;

    /** The lowest number of MariaDB's versions; see {@code ServerVersion.number}. */
    private static final int MARIADB = 1_000_000;

    /** The version of MySQL whose definitions MariaDB's resemble. */
    private static final int LIKE_MARIADB = 50_700;

    /** The version of the grammar with most of MariaDB's syntax. */
    private static final int GRAMMAR_FOR_MARIADB = 80_033;

    private static final int WITH_CHECKS = 80_016;

    private static final int WITH_DESCENDING_KEYS = 80_000;

    private static final int MARIADB_WITH_DESCENDING_KEYS = MARIADB + 100_800;

    private static final int WITH_COLUMN_REFERENCES = 90_000;

    /** Returns whether the server is at least of this version of MySQL, such as 80016 for 8.0.16; MariaDB counts as 5.7. */
    public boolean isAtLeast(int version) {
        return (isMariaDb() ? LIKE_MARIADB : serverVersion) >= version;
    }

    /** Returns whether the server has CHECK constraints. */
    public boolean hasChecks() {
        return isMariaDb() || isAtLeast(WITH_CHECKS);
    }

    /** Returns whether the server respects a foreign key that is declared with its column. */
    public boolean respectsColumnReferences() {
        return isMariaDb() || isAtLeast(WITH_COLUMN_REFERENCES);
    }

    /** Returns whether the server stores the direction of a key part instead of ignoring it. */
    public boolean hasDescendingKeys() {
        return isAtLeast(WITH_DESCENDING_KEYS) || serverVersion >= MARIADB_WITH_DESCENDING_KEYS;
    }

    /** Returns whether the type JSON is another name of LONGTEXT with a check. */
    public boolean storesJsonAsText() {
        return isMariaDb();
    }

    /** Returns whether a unique key longer than an index may be is stored as a hash. */
    public boolean hashesLongKeys() {
        return isMariaDb();
    }

    /** Returns whether a default that is a string in parentheses is stored as a literal. */
    public boolean storesConstantsAsLiterals() {
        return isMariaDb();
    }

    /** Returns whether TEXT and BLOB columns keep a literal default. */
    public boolean hasLargeDefaults() {
        return isMariaDb();
    }

    /**
     * Returns whether a check that is declared with its column belongs to it: it has its name, follows its changes of name, and ends with its
     * declaration. Other checks are named {@code CONSTRAINT_1}, and keep their names in tables that are created like theirs.
     */
    public boolean hasColumnChecks() {
        return isMariaDb();
    }

    /** Returns the action of a foreign key that declares none, as {@code information_schema} names it. */
    String defaultKeyAction() {
        return isMariaDb() ? "RESTRICT" : "NO ACTION";
    }

    /** Returns whether the server prints expressions of checks and generated columns without parentheses around them, and strings without character sets. */
    boolean printsBareExpressions() {
        return isMariaDb();
    }

    /** Returns whether YEAR(2) is a type of its own, instead of YEAR. */
    public boolean hasShortYears() {
        return isMariaDb();
    }

    /** Returns whether UUID, INET4 and INET6 are types. */
    boolean hasAddressTypes() {
        return isMariaDb();
    }

    /** Returns whether an index on a column that was an ENUM covers the whole new column. */
    public boolean indexesWholeFormerMembers() {
        return isMariaDb();
    }

    /** Returns the version of MySQL's grammar that parses the statement. */
    int grammarVersion() {
        return isMariaDb() ? GRAMMAR_FOR_MARIADB : serverVersion;
    }

    private boolean isMariaDb() {
        return serverVersion >= MARIADB;
    }
}
