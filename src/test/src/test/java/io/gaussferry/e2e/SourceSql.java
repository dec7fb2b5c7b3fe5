package io.gaussferry.e2e;

import java.util.Map;

/** The tests' SQL for the source, in which names of MySQL are replaced by those of MariaDB. */
public final class SourceSql {

    /** The collations of both ignore no trailing blanks. */
    private static final Map<String, String> NAMES = Map.of(
            "utf8mb4_0900_ai_ci", "utf8mb4_uca1400_nopad_ai_ci",
            "utf8mb4_0900_as_cs", "utf8mb4_uca1400_nopad_as_cs",
            "utf8mb4_0900_bin", "utf8mb4_nopad_bin",
            "cte_max_recursion_depth", "max_recursive_iterations",
            "binlog_rows_query_log_events", "binlog_annotate_row_events");

    private SourceSql() {}

    /** Returns the literal of a time in UTC, for every time zone of a session; MariaDB's literals have no offset. */
    public static String instant(String time) {
        return Servers.isMariaDb()
                ? "CONVERT_TZ('" + time + "', '+00:00', @@SESSION.time_zone)"
                : "'" + time + "+00:00'";
    }

    /** Returns a statement as the source understands it. */
    public static String of(String statement) {
        if (NAMES.keySet().stream().noneMatch(statement::contains) || !Servers.isMariaDb()) {
            return statement;
        }
        String sql = statement;
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            sql = sql.replace(name.getKey(), name.getValue());
        }
        return sql;
    }
}
