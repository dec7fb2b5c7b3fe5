package io.gaussferry.application;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.objects.prove.ExecutionFailures;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Executes writes in the target's snapshot, rolls each back, and compares the number of changed rows with the source's, which only counts
 * them.
 */
final class WriteComparison {

    /** Rows of a write that is executed: each leaves an old version on the target, and is locked meanwhile. */
    private static final long MOST_ROWS = 10_000;

    /** Shorter than the time after which servers look for deadlocks: this session ends its wait, and not replication. */
    static final long LONGEST_LOCK_WAIT_MILLIS = 100;

    private static final String UNIQUE_VIOLATION = "23505";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String NULL_VIOLATION = "23502";
    private static final String CANCELLED = "57014";

    private final Connection source;
    private final Connection target;
    private final Duration timeout;

    /** @param timeout of each execution */
    WriteComparison(Connection source, Connection target, Duration timeout) {
        this.source = source;
        this.target = target;
        this.timeout = timeout;
    }

    /**
     * Compares a write.
     *
     * @param rows the rows that it changes on the source
     * @param numbered the name of the AUTO_INCREMENT column of the table into which it inserts; empty for none
     * @param targetSql the target's statement
     * @param schema of names without one on the target; empty for none
     */
    ShadowResult compare(ExpectedRows rows, String numbered, String targetSql, String schema) throws SQLException {
        OptionalLong expected;
        try {
            expected = ofSource(rows);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return ShadowResult.skipped(
                    SourceDialect.of(source).isQueryLimit(e)
                            ? "the source counts its rows for longer than " + timeout.toSeconds() + " s"
                            : "the source does not count its rows (SQLSTATE " + e.getSQLState() + ")");
        }
        if (expected.orElse(0) > MOST_ROWS) {
            return ShadowResult.skipped("it changes more than " + MOST_ROWS + " rows");
        }
        Savepoint before = target.setSavepoint();
        try {
            Sql.execute(
                    target,
                    "SET LOCAL search_path "
                            + (schema.isEmpty() ? "TO DEFAULT" : "= " + Identifiers.quoteTarget(schema)));
            return compared(expected, ofTarget(targetSql));
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return refused(e, expected, numbered);
        } finally {
            target.rollback(before);
            target.releaseSavepoint(before);
        }
    }

    private static ShadowResult compared(OptionalLong expected, long found) {
        if (expected.isEmpty()) {
            return result(ShadowOutcome.OPEN, "the target executes it; its rows are not counted on the source", found);
        }
        return expected.getAsLong() == found
                ? result(ShadowOutcome.EQUAL, "", found)
                : result(
                        ShadowOutcome.DIFFERS,
                        expected.getAsLong() + " rows on the source, " + found + " on the target",
                        expected.getAsLong());
    }

    private ShadowResult refused(SQLException refusal, OptionalLong expected, String numbered) {
        String state = String.valueOf(refusal.getSQLState());
        if (refusal instanceof SQLTimeoutException || state.equals(CANCELLED)) {
            return ShadowResult.skipped("the target takes longer than " + timeout.toSeconds() + " s");
        }
        if (SqlFailure.of(refusal) == SqlFailure.CONTENTION) {
            return ShadowResult.skipped("replication, or another session, changes or locks its rows");
        }
        if (state.equals(UNIQUE_VIOLATION) || state.equals(FOREIGN_KEY_VIOLATION)) {
            return ShadowResult.skipped("its rows violate a key, as they do on the source when it has executed them");
        }
        boolean lacksNumber = state.equals(NULL_VIOLATION)
                && !numbered.isEmpty()
                && String.valueOf(refusal.getMessage()).contains('"' + numbered + '"');
        if (lacksNumber) {
            return ShadowResult.skipped("the target numbers rows only after the cutover: AUTO_INCREMENT");
        }
        return result(
                ShadowOutcome.DIFFERS, "the target refuses it: " + RowValueMarks.message(refusal), expected.orElse(0));
    }

    private static ShadowResult result(ShadowOutcome outcome, String detail, long rows) {
        return new ShadowResult(outcome, detail, rows, 0, 0, List.of());
    }

    private OptionalLong ofSource(ExpectedRows rows) throws SQLException {
        Optional<String> query = rows.query();
        if (query.isEmpty()) {
            return rows.number();
        }
        // an INSERT may select two columns of one name, which a subquery must not have
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            statement.setEscapeProcessing(false);
            try (ResultSet found = statement.executeQuery(query.get())) {
                long count = 0;
                while (count <= MOST_ROWS && found.next()) {
                    count++;
                }
                if (count > MOST_ROWS) {
                    // the driver would read the rest of the rows when it closes the result
                    statement.cancel();
                }
                return OptionalLong.of(count);
            }
        }
    }

    private long ofTarget(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.setQueryTimeout((int) timeout.toSeconds());
            return statement.executeUpdate(sql);
        }
    }
}
