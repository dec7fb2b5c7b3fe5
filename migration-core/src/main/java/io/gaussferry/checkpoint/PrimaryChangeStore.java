package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The table {@code gaussferry.primary_change} on the target: a row for each change of the target's primary that a daemon of the pipeline has
 * seen. A row is no progress, and needs no ownership. All methods join the connection's transaction.
 */
public final class PrimaryChangeStore {

    private static final String TABLE = "primary_change";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public PrimaryChangeStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Returns whether the table exists on the connection's server. */
    public boolean isSupported(Connection target) throws SQLException {
        return TargetState.hasTable(target, TABLE);
    }

    /** Returns whether the connection's server has the row of a change. */
    public boolean has(Connection target, String name) throws SQLException {
        return isSupported(target)
                && Sql.exists(
                        target,
                        "SELECT 1 FROM gaussferry.primary_change WHERE pipeline = ? AND name = ?",
                        pipeline,
                        name);
    }

    /**
     * Adds the row of a change.
     *
     * @param name the random name of the change
     * @param host the address of the connection's server, for people
     */
    public void save(Connection target, String name, String host) throws SQLException {
        Sql.execute(
                target,
                "INSERT INTO gaussferry.primary_change VALUES (?, ?, ?, clock_timestamp())",
                pipeline,
                name,
                host);
    }
}
