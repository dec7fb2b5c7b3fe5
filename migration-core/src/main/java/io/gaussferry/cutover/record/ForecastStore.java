package io.gaussferry.cutover.record;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The table {@code gaussferry.cutover_forecast}: the expected duration of each step of an attempt, as of the last moment before FENCE. All
 * methods join the connection's transaction.
 */
public final class ForecastStore {

    private final String pipeline;

    /** @param pipeline the pipeline's name */
    public ForecastStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Stores the forecast of an attempt, replacing an earlier one. */
    public void save(Connection connection, String id, List<Downtime.Part> parts) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.cutover_forecast WHERE pipeline = ? AND id = ?", pipeline, id);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover_forecast VALUES (?, ?, ?, ?, ?)")) {
            int number = 0;
            for (Downtime.Part part : parts) {
                insert.setString(1, pipeline);
                insert.setString(2, id);
                insert.setInt(3, ++number);
                insert.setString(4, part.name());
                insert.setLong(5, Math.round(1e3 * part.seconds()));
                insert.executeUpdate();
            }
        }
    }

    /** Returns the forecast of an attempt; empty if there is none. */
    public List<Downtime.Part> read(Connection connection, String id) throws SQLException {
        List<Downtime.Part> parts = new ArrayList<>();
        if (!TargetState.hasTable(connection, "cutover_forecast")) {
            return parts;
        }
        Sql.each(
                connection,
                row -> parts.add(new Downtime.Part(row.getString(1), row.getLong(2) / 1e3)),
                "SELECT step, milliseconds FROM gaussferry.cutover_forecast WHERE pipeline = ? AND id = ? ORDER BY number",
                pipeline,
                id);
        return parts;
    }
}
