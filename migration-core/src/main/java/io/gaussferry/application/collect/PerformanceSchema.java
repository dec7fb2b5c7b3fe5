package io.gaussferry.application.collect;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;

/** Reads the statements that the source has executed, from its performance_schema. */
public final class PerformanceSchema {

    private static final long PICOS_PER_NANO = 1_000;

    /** MySQL's mark of a digest or sample that it has truncated. */
    private static final String TRUNCATED = "...";

    private static final String SAMPLES =
            "SELECT 1 FROM information_schema.columns WHERE table_schema = 'performance_schema'"
                    + " AND table_name = 'events_statements_summary_by_digest' AND column_name = 'QUERY_SAMPLE_TEXT'";

    private final Connection source;
    private final SourceSettings settings;

    /** @param settings whose schemas are those of the application */
    public PerformanceSchema(Connection source, SourceSettings settings) {
        this.source = source;
        this.settings = settings;
    }

    /**
     * Adds the statements.
     *
     * @throws GaussferryException if the account may not read the tables
     */
    public void read(Workload workload) throws SQLException {
        try {
            digests(workload, Sql.exists(source, SAMPLES));
            prepared(workload);
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.SERVER_FAILED,
                    ErrorCategory.CONFIGURATION,
                    "The source's performance_schema cannot be read: " + RowValueMarks.message(e) + " (SQLSTATE "
                            + e.getSQLState() + ").",
                    "grant the account SELECT on performance_schema.*, or name files with --from",
                    e);
        }
    }

    private void digests(Workload workload, boolean hasSamples) throws SQLException {
        String origin = "performance_schema";
        Sql.each(
                source,
                row -> {
                    String database = String.valueOf(row.getString(1));
                    String digest = row.getString(2);
                    String sample = row.getString(5);
                    if (digest == null) {
                        workload.miss("statements without a digest (performance_schema_digests_size is too small)");
                        return;
                    }
                    if (!isOfApplication(row.getString(1))) {
                        return;
                    }
                    if (sample != null && !sample.endsWith(TRUNCATED)) {
                        workload.add(database, sample, row.getLong(3), row.getLong(4) / PICOS_PER_NANO, origin);
                    } else if (digest.contains(TRUNCATED)) {
                        workload.miss("statements that MySQL has abbreviated");
                    } else {
                        // digests have spaces before the parentheses of functions, which most modes refuse
                        String sql = digest.replaceAll("(\\w) \\(", "$1(");
                        workload.add(database, sql, row.getLong(3), row.getLong(4) / PICOS_PER_NANO, origin);
                    }
                },
                "SELECT schema_name, digest_text, count_star, sum_timer_wait, "
                        + (hasSamples ? "query_sample_text" : "NULL")
                        + " FROM performance_schema.events_statements_summary_by_digest");
    }

    /** Adds those that no digest has: the digests count the executions of prepared statements, too. */
    private void prepared(Workload workload) throws SQLException {
        Sql.each(
                source,
                row -> {
                    String database = row.getString(1);
                    String sql = row.getString(2);
                    if (sql == null || !isOfApplication(database) || workload.has(database, sql)) {
                        return;
                    }
                    if (sql.endsWith(TRUNCATED)) {
                        workload.miss("statements that MySQL has abbreviated");
                        return;
                    }
                    workload.add(
                            database,
                            sql,
                            row.getLong(3),
                            row.getLong(4) / PICOS_PER_NANO,
                            "performance_schema.prepared_statements_instances");
                },
                "SELECT t.processlist_db, p.sql_text, p.count_execute, p.sum_timer_execute"
                        + " FROM performance_schema.prepared_statements_instances p"
                        + " JOIN performance_schema.threads t ON t.thread_id = p.owner_thread_id");
    }

    private boolean isOfApplication(@org.jspecify.annotations.Nullable String database) {
        return database != null && settings.includes(database);
    }
}
