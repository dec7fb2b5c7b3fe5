package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The table {@code gaussferry.reverse_position} on the target: the position of the target's log up to which reverse replication may have
 * confirmed its slot although MySQL's progress is before it, because it has read there and found no change. All methods join the
 * connection's transaction.
 */
public final class ReversePositionStore {

    private static final String TABLE = "reverse_position";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ReversePositionStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A position.
     *
     * @param reached the position up to which MySQL had everything when the other one was stored
     * @param confirmed the position up to which the slot may be confirmed: no change to be replicated is between both
     */
    public record Position(long reached, long confirmed) {}

    /** Returns the position; empty if an earlier version has armed reverse replication. */
    public Optional<Position> find(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, TABLE)) {
            return Optional.empty();
        }
        return Sql.first(
                connection,
                row -> new Position(row.getLong(1), row.getLong(2)),
                "SELECT reached, confirmed FROM gaussferry.reverse_position WHERE pipeline = ?",
                pipeline);
    }

    /** Replaces the position. */
    public void save(Connection connection, Position position) throws SQLException {
        forget(connection);
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.reverse_position VALUES (?, ?, ?)",
                pipeline,
                position.reached(),
                position.confirmed());
    }

    /** Deletes the position. */
    public void forget(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.reverse_position WHERE pipeline = ?", pipeline);
    }
}
