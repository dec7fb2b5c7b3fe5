package io.gaussferry.cutover.state;

import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code gaussferry.cutover} (one row per pipeline) and {@code gaussferry.cutover_step} (the outcome of each step of each
 * attempt). All methods join the connection's transaction.
 */
public final class CutoverStore {

    /** The step name of a state without a step of its own. */
    private static final String ROLLED_BACK = "ROLLED_BACK";

    private final String pipeline;

    /** Creates the store of one pipeline. */
    public CutoverStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * The outcome of one step.
     *
     * @param step its name
     * @param started when it started
     * @param ended when it ended; null while it is running
     * @param outcome {@code DONE}, {@code FAILED}, {@code AT_WORK}
     * @param detail a description of the work or the finding
     */
    public record StepRecord(
            String step, Instant started, @Nullable Instant ended, String outcome, String detail) {}

    /** Returns the state of the cutover. */
    public CutoverState read(Connection connection) throws SQLException {
        if (!SwitchedPipelines.tableExists(connection)) {
            return new Idle();
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id, step, operator, host, no_reverse_replication, verify_mode,"
                        + " started_at, step_since, deadline, fence_memory, fenced_at, gtid_set, binlog_file, binlog_offset, reason,"
                        + " switched_at FROM gaussferry.cutover WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? state(row) : new Idle();
            }
        }
    }

    private static CutoverState state(ResultSet row) throws SQLException {
        Cutover cutover = new Cutover(
                row.getString("id"),
                new CutoverRequest(
                        row.getString("operator"),
                        row.getString("host"),
                        row.getInt("no_reverse_replication") == 1,
                        VerifyMode.valueOf(row.getString("verify_mode"))),
                instant(row, "started_at"),
                row.getString("fence_memory"),
                row.getTimestamp("fenced_at") == null ? null : instant(row, "fenced_at"),
                row.getString("gtid_set") == null
                        ? null
                        : new FencedPosition(
                                row.getString("gtid_set").strip(),
                                new BinlogPosition(
                                        row.getString("binlog_file").strip(), row.getLong("binlog_offset"))));
        Instant since = instant(row, "step_since");
        String step = row.getString("step");
        if (step.equals(ROLLED_BACK)) {
            return new RolledBack(cutover, row.getString("reason"), since);
        }
        return switch (CutoverStep.valueOf(step)) {
            case ROLLBACK -> new RollingBack(cutover, row.getString("reason"), since);
            case SWITCH, WATCH -> new Switched(cutover, CutoverStep.valueOf(step), since, instant(row, "switched_at"));
            case FINISH -> new Finished(cutover, since, instant(row, "switched_at"));
            default -> new Advancing(cutover, CutoverStep.valueOf(step), since, instant(row, "deadline"));
        };
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    /** Replaces the previous attempt, which must be over, by a new one. */
    public void begin(Connection connection, Cutover cutover, Instant deadline) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.cutover WHERE pipeline = ?", pipeline);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover (pipeline, id, step,"
                        + " operator, host, no_reverse_replication, verify_mode, started_at, step_since, deadline, reason)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ' ')")) {
            insert.setString(1, pipeline);
            insert.setString(2, cutover.id());
            insert.setString(3, CutoverStep.PRECHECK.name());
            insert.setString(4, cutover.request().operator());
            // compatibility A treats an empty string as NULL
            insert.setString(5, cutover.request().host() + " ");
            insert.setInt(6, cutover.request().noReverseReplication() ? 1 : 0);
            insert.setString(7, cutover.request().verify().name());
            insert.setTimestamp(8, Timestamp.from(cutover.started()));
            insert.setTimestamp(9, Timestamp.from(cutover.started()));
            insert.setTimestamp(10, Timestamp.from(deadline));
            insert.executeUpdate();
        }
        startStep(connection, cutover, CutoverStep.PRECHECK.name(), cutover.started());
    }

    /** Updates columns in the row of an attempt. */
    public void set(Connection connection, Cutover cutover, String assignments, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.cutover SET " + assignments + " WHERE pipeline = ? AND id = ?")) {
            int parameter = 1;
            for (Object value : values) {
                if (value instanceof Instant instant) {
                    update.setTimestamp(parameter++, Timestamp.from(instant));
                } else if (value instanceof Long number) {
                    update.setLong(parameter++, number);
                } else {
                    update.setString(parameter++, String.valueOf(value).replace('\0', '\uFFFD'));
                }
            }
            update.setString(parameter++, pipeline);
            update.setString(parameter, cutover.id());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("cutover " + cutover.id() + " no longer exists on the target");
            }
        }
    }

    /** Ends the running step, and starts the next one unless its name is empty. */
    public void advance(Connection connection, Cutover cutover, String outcome, String detail, String next, Instant now)
            throws SQLException {
        Sql.execute(
                connection,
                "UPDATE gaussferry.cutover_step SET ended_at = ?, outcome = ?,"
                        // keep a problem that was recorded meanwhile
                        + " detail = concat(rtrim(detail), CASE WHEN coalesce(length(rtrim(detail)), 0) = 0 THEN ''"
                        + " ELSE '; ' END, ?) WHERE pipeline = ? AND id = ? AND ended_at IS NULL",
                Timestamp.from(now),
                outcome,
                detail.replace('\0', '\uFFFD') + " ",
                pipeline,
                cutover.id());
        if (!next.isEmpty()) {
            startStep(connection, cutover, next, now);
        }
    }

    private void startStep(Connection connection, Cutover cutover, String step, Instant now) throws SQLException {
        int number = steps(connection, cutover.id()).size() + 1;
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.cutover_step VALUES (?, ?, ?, ?, ?, NULL, 'AT_WORK', ' ')")) {
            insert.setString(1, pipeline);
            insert.setString(2, cutover.id());
            insert.setInt(3, number);
            insert.setString(4, step);
            insert.setTimestamp(5, Timestamp.from(now));
            insert.executeUpdate();
        }
    }

    /** Records a problem in the running step. */
    public void problem(Connection connection, Cutover cutover, String problem) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE gaussferry.cutover_step SET detail = ? WHERE pipeline = ? AND id = ? AND ended_at IS NULL",
                problem.replace('\0', '\uFFFD') + " ",
                pipeline,
                cutover.id());
    }

    /** Returns whether any attempt of the pipeline has switched. */
    public boolean hasSwitched(Connection connection) throws SQLException {
        return Sql.exists(
                connection,
                "SELECT 1 FROM gaussferry.cutover_step WHERE pipeline = ? AND step = ? LIMIT 1",
                pipeline,
                CutoverStep.SWITCH.name());
    }

    /** Returns the outcomes of an attempt's steps, in order. */
    public List<StepRecord> steps(Connection connection, String id) throws SQLException {
        List<StepRecord> steps = new ArrayList<>();
        Sql.each(
                connection,
                rows -> {
                    Timestamp ended = rows.getTimestamp("ended_at");
                    steps.add(new StepRecord(
                            rows.getString("step"),
                            instant(rows, "begun_at"),
                            ended == null ? null : ended.toInstant(),
                            rows.getString("outcome"),
                            rows.getString("detail").strip()));
                },
                "SELECT step, begun_at, ended_at, outcome, detail"
                        + " FROM gaussferry.cutover_step WHERE pipeline = ? AND id = ? ORDER BY number",
                pipeline,
                id);
        return steps;
    }
}
