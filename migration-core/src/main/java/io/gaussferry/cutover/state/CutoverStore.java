package io.gaussferry.cutover.state;

import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.model.BinlogPosition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code gaussferry.cutover}, one row a pipeline, and {@code gaussferry.cutover_step}, what each step of each attempt came
 * to. All methods join the connection's transaction.
 */
public final class CutoverStore {

    private static final String CREATE_STEPS =
            "CREATE TABLE gaussferry.cutover_step (pipeline text NOT NULL, id text NOT NULL, number integer NOT NULL,"
                    + " step text NOT NULL, begun_at timestamp(6) with time zone NOT NULL,"
                    + " ended_at timestamp(6) with time zone, outcome text NOT NULL, detail text NOT NULL,"
                    + " PRIMARY KEY (pipeline, id, number))";

    /** The steps of a state that has none of its own. */
    private static final String ROLLED_BACK = "ROLLED_BACK";

    private final String pipeline;

    /** The store of one pipeline. */
    public CutoverStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * What one step came to.
     *
     * @param step which
     * @param begun when it was entered
     * @param ended when it was left; null while it is at work
     * @param outcome {@code DONE}, {@code FAILED}, {@code AT_WORK}
     * @param detail what was done or found, in words
     */
    public record StepRecord(
            String step, Instant begun, @Nullable Instant ended, String outcome, String detail) {}

    /** Creates the tables if they are missing; the schema must be there. */
    public void createIfMissing(Connection connection) throws SQLException {
        SwitchedPipelines.createIfMissing(connection);
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows =
                    statement.executeQuery("SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry'"
                            + " AND tablename = 'cutover_step'")) {
                if (rows.next()) {
                    return;
                }
            }
            statement.execute(CREATE_STEPS);
        }
    }

    /** Returns where the cutover stands. */
    public CutoverState read(Connection connection) throws SQLException {
        if (!SwitchedPipelines.tableExists(connection)) {
            return new Idle();
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id, step, operator, host, no_way_back, verify_mode,"
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
                        row.getInt("no_way_back") == 1,
                        VerifyMode.valueOf(row.getString("verify_mode"))),
                instant(row, "started_at"),
                row.getString("fence_memory"),
                row.getTimestamp("fenced_at") == null ? null : instant(row, "fenced_at"),
                row.getString("gtid_set") == null
                        ? null
                        : new StandStill(
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

    /** Writes a new attempt in place of the one before, which must be over. */
    public void begin(Connection connection, Cutover cutover, Instant deadline) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.cutover WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover (pipeline, id, step,"
                        + " operator, host, no_way_back, verify_mode, started_at, step_since, deadline, reason)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ' ')")) {
            insert.setString(1, pipeline);
            insert.setString(2, cutover.id());
            insert.setString(3, CutoverStep.PRECHECK.name());
            insert.setString(4, cutover.request().operator());
            // compatibility A takes an empty text for NULL
            insert.setString(5, cutover.request().host() + " ");
            insert.setInt(6, cutover.request().noWayBack() ? 1 : 0);
            insert.setString(7, cutover.request().verify().name());
            insert.setTimestamp(8, Timestamp.from(cutover.started()));
            insert.setTimestamp(9, Timestamp.from(cutover.started()));
            insert.setTimestamp(10, Timestamp.from(deadline));
            insert.executeUpdate();
        }
        beginStep(connection, cutover, CutoverStep.PRECHECK.name(), cutover.started());
    }

    /** Sets one column, or several, of the row of an attempt. */
    public void set(Connection connection, Cutover cutover, String assignments, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.cutover SET " + assignments + " WHERE pipeline = ? AND id = ?")) {
            int place = 1;
            for (Object value : values) {
                if (value instanceof Instant instant) {
                    update.setTimestamp(place++, Timestamp.from(instant));
                } else if (value instanceof Long number) {
                    update.setLong(place++, number);
                } else {
                    update.setString(place++, String.valueOf(value).replace('\0', '\uFFFD'));
                }
            }
            update.setString(place++, pipeline);
            update.setString(place, cutover.id());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("cutover " + cutover.id() + " is not on the target any more");
            }
        }
    }

    /** Ends the step that is at work, and begins another; none if its name is empty. */
    public void pass(Connection connection, Cutover cutover, String outcome, String detail, String next, Instant now)
            throws SQLException {
        try (PreparedStatement end =
                connection.prepareStatement("UPDATE gaussferry.cutover_step SET ended_at = ?, outcome = ?,"
                        // a problem that was kept meanwhile is not replaced
                        + " detail = concat(rtrim(detail), CASE WHEN coalesce(length(rtrim(detail)), 0) = 0 THEN ''"
                        + " ELSE '; ' END, ?) WHERE pipeline = ? AND id = ? AND ended_at IS NULL")) {
            end.setTimestamp(1, Timestamp.from(now));
            end.setString(2, outcome);
            end.setString(3, detail.replace('\0', '\uFFFD') + " ");
            end.setString(4, pipeline);
            end.setString(5, cutover.id());
            end.executeUpdate();
        }
        if (!next.isEmpty()) {
            beginStep(connection, cutover, next, now);
        }
    }

    private void beginStep(Connection connection, Cutover cutover, String step, Instant now) throws SQLException {
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

    /** Adds something to hear of to the step that is at work. */
    public void problem(Connection connection, Cutover cutover, String problem) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE gaussferry.cutover_step SET detail = ?"
                + " WHERE pipeline = ? AND id = ? AND ended_at IS NULL")) {
            update.setString(1, problem.replace('\0', '\uFFFD') + " ");
            update.setString(2, pipeline);
            update.setString(3, cutover.id());
            update.executeUpdate();
        }
    }

    /** Returns what the steps of an attempt came to, in their order. */
    public List<StepRecord> steps(Connection connection, String id) throws SQLException {
        List<StepRecord> steps = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("SELECT step, begun_at, ended_at, outcome, detail"
                + " FROM gaussferry.cutover_step WHERE pipeline = ? AND id = ? ORDER BY number")) {
            select.setString(1, pipeline);
            select.setString(2, id);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Timestamp ended = rows.getTimestamp("ended_at");
                    steps.add(new StepRecord(
                            rows.getString("step"),
                            instant(rows, "begun_at"),
                            ended == null ? null : ended.toInstant(),
                            rows.getString("outcome"),
                            rows.getString("detail").strip()));
                }
            }
        }
        return steps;
    }
}
