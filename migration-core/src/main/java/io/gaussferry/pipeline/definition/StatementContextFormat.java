package io.gaussferry.pipeline.definition;

import io.gaussferry.ddl.statement.StatementContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the state of a statement's session: {@code name=value} pairs without spaces, separated by one space.
 */
final class StatementContextFormat {

    private static final String SQL_MODE = "sql_mode";
    private static final String FOREIGN_KEY_CHECKS = "foreign_key_checks";
    private static final String UNIQUE_CHECKS = "unique_checks";
    private static final String EXPLICIT_DEFAULTS = "explicit_defaults_for_timestamp";
    private static final String CONNECTION = "collation_connection";
    private static final String SERVER = "collation_server";
    /** Named after the only one of MySQL. */
    private static final String DEFAULT_COLLATIONS = "default_collation_for_utf8mb4";

    private static final String VERSION = "version";
    private static final String EXECUTED_AT = "executed_at";
    private static final String TIME_ZONE = "time_zone";
    private static final String ROWS_FOLLOW = "rows_follow";

    private StatementContextFormat() {}

    static String write(StatementContext context, boolean rowsFollow) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put(VERSION, context.serverVersion());
        values.put(SQL_MODE, context.sqlMode());
        values.put(FOREIGN_KEY_CHECKS, context.foreignKeyChecks());
        values.put(UNIQUE_CHECKS, context.uniqueChecks());
        values.put(EXPLICIT_DEFAULTS, context.explicitDefaultsForTimestamp());
        values.put(CONNECTION, context.connectionCollation());
        values.put(SERVER, context.serverCollation());
        values.put(DEFAULT_COLLATIONS, context.defaultCollations());
        values.put(EXECUTED_AT, context.executedAt());
        values.put(TIME_ZONE, context.timeZone());
        values.put(ROWS_FOLLOW, rowsFollow);
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> {
            if (value != null) {
                text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value);
            }
        });
        return text.toString();
    }

    /** Reads the output of {@link #write}. */
    static StatementContext read(String database, String statement, String session) {
        Map<String, String> values = values(session);
        return new StatementContext(
                database,
                statement,
                Long.parseLong(values.getOrDefault(SQL_MODE, "0")),
                Boolean.parseBoolean(values.getOrDefault(FOREIGN_KEY_CHECKS, "true")),
                Boolean.parseBoolean(values.getOrDefault(UNIQUE_CHECKS, "true")),
                Boolean.parseBoolean(values.getOrDefault(EXPLICIT_DEFAULTS, "true")),
                values.get(CONNECTION),
                values.get(SERVER),
                values.get(DEFAULT_COLLATIONS),
                values.containsKey(EXECUTED_AT) ? Instant.parse(values.get(EXECUTED_AT)) : null,
                offset(values.get(TIME_ZONE)),
                Integer.parseInt(values.getOrDefault(VERSION, "0")));
    }

    /** Returns null for a zone's name, which an earlier version wrote. */
    private static @Nullable ZoneOffset offset(@Nullable String zone) {
        try {
            return zone == null ? null : ZoneOffset.of(zone);
        } catch (DateTimeException e) {
            return null;
        }
    }

    static boolean rowsFollow(String session) {
        return Boolean.parseBoolean(values(session).get(ROWS_FOLLOW));
    }

    private static Map<String, String> values(String session) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : session.split(" ")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return values;
    }
}
