package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The table {@code gaussferry.reverse_run} on the target: the name of the last run of reverse replication. All methods join the
 * connection's transaction.
 */
public final class ReverseRunStore {

    private static final String TABLE = "reverse_run";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ReverseRunStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A run of reverse replication.
     *
     * @param name a random name
     * @param before the name that MySQL had when the run started; empty if it had none
     */
    public record Run(String name, String before) {}

    /** Returns the last run; empty if none was named. */
    public Optional<Run> find(Connection target) throws SQLException {
        if (!TargetState.hasTable(target, TABLE)) {
            return Optional.empty();
        }
        return Sql.first(
                target,
                row -> new Run(row.getString(1), row.getString(2).strip()),
                "SELECT name, name_before FROM gaussferry.reverse_run WHERE pipeline = ?",
                pipeline);
    }

    /** Replaces the last run. */
    public void save(Connection target, Run run) throws SQLException {
        int deleted = Sql.update(target, "DELETE FROM gaussferry.reverse_run WHERE pipeline = ?", pipeline);
        int unused = deleted
                + Sql.update(
                        target,
                        "INSERT INTO gaussferry.reverse_run VALUES (?, ?, ?)",
                        pipeline,
                        run.name(),
                        // openGauss may store NULL for an empty name
                        run.before() + " ");
    }
}
