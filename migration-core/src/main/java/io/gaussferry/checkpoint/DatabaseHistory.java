package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code gaussferry.database_history} on the target: the default collations of the source's databases at the pipeline's position.
 * They determine the columns of new tables.
 */
public final class DatabaseHistory {

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public DatabaseHistory(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Replaces all rows of a pipeline by the collations at its start. Joins the connection's transaction. */
    public void begin(Connection connection, Map<String, String> collations) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.database_history WHERE pipeline = ?", pipeline);
        for (Map.Entry<String, String> entry : collations.entrySet()) {
            put(connection, entry.getKey(), entry.getValue());
        }
    }

    /**
     * Stores the new collation of a database. Joins the connection's transaction.
     *
     * @param collation null for a dropped database
     */
    public void put(Connection connection, String database, @Nullable String collation) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.database_history WHERE pipeline = ? AND database_name = ?",
                pipeline,
                database);
        if (collation == null) {
            return;
        }
        Sql.execute(
                connection, "INSERT INTO gaussferry.database_history VALUES (?, ?, ?)", pipeline, database, collation);
    }

    /** Returns the collations by database. */
    public Map<String, String> read(Connection connection) throws SQLException {
        Map<String, String> collations = new TreeMap<>();
        Sql.each(
                connection,
                rows -> collations.put(rows.getString(1), rows.getString(2)),
                "SELECT database_name, collation_name FROM gaussferry.database_history WHERE pipeline = ?",
                pipeline);
        return collations;
    }
}
