package io.gaussferry.cutover;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Removes a pipeline's rows from Gaussferry's schema on the target after the cutover. */
final class PipelineCleanup {

    private static final String TABLES = "SELECT c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'pipeline' AND NOT a.attisdropped"
            + " WHERE n.nspname = 'gaussferry' AND c.relkind = 'r'"
            // later daemons read from these tables who switched the pipeline, and whether the server was replaced
            + " AND c.relname NOT LIKE 'cutover%' AND c.relname NOT IN ('progress', 'reverse_run')";

    private final String pipeline;

    PipelineCleanup(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Deletes the pipeline's rows, except for its progress, the record of its cutover, and the name of its last reverse replication; returns how many. */
    int remove(Connection connection) throws SQLException {
        List<String> tables = Sql.list(connection, rows -> rows.getString(1), TABLES);
        int removed = 0;
        for (String table : tables) {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM "
                    + Identifiers.quoteTarget(new TableId("gaussferry", table)) + " WHERE pipeline = ?")) {
                delete.setString(1, pipeline);
                removed += delete.executeUpdate();
            }
        }
        return removed;
    }
}
