package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import java.util.Set;

/** MySQL's functions that need attention, in lower case. */
public final class Functions {

    /** Names that are functions without parentheses, in upper case; the grammar reads them as columns. */
    static final Set<String> CLOCKS = Set.of(
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP");

    /** Functions that dolphin lacks, in lower case. */
    static final Set<String> MISSING = Set.of(
            "aes_encrypt",
            "aes_decrypt",
            "found_rows",
            "benchmark",
            "charset",
            "collation",
            "coercibility",
            "load_file",
            "uuid_to_bin",
            "bin_to_uuid",
            "is_uuid",
            "json_overlaps",
            "json_value",
            "json_schema_valid",
            "statement_digest",
            "format_pico_time");

    /** Functions whose results depend on the time, the session or chance, in lower case. */
    public static final Set<String> VARYING = Set.of(
            "rand",
            "uuid",
            "uuid_short",
            "connection_id",
            "unix_timestamp",
            "last_insert_id",
            "sleep",
            "get_lock",
            "release_lock",
            "release_all_locks",
            "version",
            "session_user",
            "system_user",
            "current_role",
            "random_bytes",
            "current_date",
            "current_time",
            "current_timestamp",
            "localtime",
            "localtimestamp");

    /** Functions that compare by the collation in MySQL, and by the bytes on the target, in lower case. */
    public static final Set<String> BYTEWISE = Set.of(
            "greatest",
            "least",
            "locate",
            "instr",
            "position",
            "strcmp",
            "field",
            "find_in_set",
            "regexp_instr",
            "regexp_substr",
            "regexp_replace");

    static final Set<Integer> VARYING_KEYWORDS = Set.of(
            MySqlParser.NOW_SYMBOL,
            MySqlParser.CURDATE_SYMBOL,
            MySqlParser.CURTIME_SYMBOL,
            MySqlParser.SYSDATE_SYMBOL,
            MySqlParser.UTC_DATE_SYMBOL,
            MySqlParser.UTC_TIME_SYMBOL,
            MySqlParser.UTC_TIMESTAMP_SYMBOL,
            MySqlParser.CURRENT_USER_SYMBOL,
            MySqlParser.USER_SYMBOL);

    private Functions() {}
}
