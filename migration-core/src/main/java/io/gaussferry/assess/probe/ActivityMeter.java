package io.gaussferry.assess.probe;

import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Measures the changes of the source's server between two moments, from its counters. Only reads. Used by one thread.
 */
public final class ActivityMeter {

    private static final int SYNTAX_OR_PRIVILEGE = 1000;

    private final Connection source;
    private final Stopwatch time = Stopwatch.start();
    private final Map<String, Long> before;
    private final OptionalLong binlogBefore;

    /** Reads the counters for the first time. */
    public ActivityMeter(Connection source) throws SQLException {
        this.source = source;
        this.before = counters();
        this.binlogBefore = binlogBytes();
    }

    /** Reads the counters again and returns the rates since then. */
    public SourceActivity read() throws SQLException {
        double seconds = time.seconds();
        Map<String, Long> now = counters();
        OptionalLong binlog = binlogBytes();
        double uptime = now.getOrDefault("uptime", 0L);
        boolean counts = now.containsKey("innodb_rows_inserted") && seconds > 0;
        double grown = binlog.isPresent() && binlogBefore.isPresent() && seconds > 0
                ? Math.max(0, binlog.getAsLong() - binlogBefore.getAsLong()) / seconds
                : Double.NaN;
        return new SourceActivity(
                counts ? Math.max(0, changed(now) - changed(before)) / seconds : Double.NaN,
                grown,
                seconds,
                counts && uptime > 0 ? changed(now) / uptime : Double.NaN,
                averageBinlog(binlog, uptime),
                binlog.orElse(0));
    }

    /** The binlog is as old as the server's retention allows, and at most as old as the oldest file: the longest possible age counts. */
    private double averageBinlog(OptionalLong binlog, double uptime) throws SQLException {
        OptionalLong retention = retentionSeconds();
        if (binlog.isEmpty() || uptime <= 0) {
            return Double.NaN;
        }
        double age =
                retention.isPresent() && retention.getAsLong() > 0 ? Math.min(uptime, retention.getAsLong()) : uptime;
        return binlog.getAsLong() / age;
    }

    private OptionalLong retentionSeconds() throws SQLException {
        Map<String, Long> variables = new HashMap<>();
        Sql.each(
                source,
                row -> variables.put(row.getString(1), row.getLong(2)),
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_expire_logs_seconds', 'expire_logs_days')");
        long seconds = variables.getOrDefault("binlog_expire_logs_seconds", 0L);
        long days = variables.getOrDefault("expire_logs_days", 0L);
        long secondsPerDay = 86_400;
        return seconds > 0 || days > 0
                ? OptionalLong.of(seconds > 0 ? seconds : days * secondsPerDay)
                : OptionalLong.empty();
    }

    private static double changed(Map<String, Long> counters) {
        return (double) counters.getOrDefault("innodb_rows_inserted", 0L)
                + counters.getOrDefault("innodb_rows_updated", 0L)
                + counters.getOrDefault("innodb_rows_deleted", 0L);
    }

    private Map<String, Long> counters() throws SQLException {
        Map<String, Long> counters = new HashMap<>();
        Sql.each(
                source,
                row -> counters.put(row.getString(1).toLowerCase(Locale.ROOT), row.getLong(2)),
                "SHOW GLOBAL STATUS WHERE Variable_name IN ('Uptime', 'Innodb_rows_inserted', 'Innodb_rows_updated',"
                        + " 'Innodb_rows_deleted')");
        return counters;
    }

    /** Returns the size of all binlog files; empty if there are none, or the account may not list them. */
    private OptionalLong binlogBytes() throws SQLException {
        long[] bytes = new long[1];
        boolean[] any = new boolean[1];
        try {
            Sql.each(
                    source,
                    row -> {
                        bytes[0] += row.getLong(2);
                        any[0] = true;
                    },
                    "SHOW BINARY LOGS");
        } catch (SQLException e) {
            if (e.getErrorCode() < SYNTAX_OR_PRIVILEGE) {
                throw e;
            }
            return OptionalLong.empty();
        }
        return any[0] ? OptionalLong.of(bytes[0]) : OptionalLong.empty();
    }
}
