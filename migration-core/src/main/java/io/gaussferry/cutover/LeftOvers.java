package io.gaussferry.cutover;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What Gaussferry keeps of a pipeline on the target, in its own schema, when all is done. */
final class LeftOvers {

    private static final String TABLES = "SELECT c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'pipeline' AND NOT a.attisdropped"
            + " WHERE n.nspname = 'gaussferry' AND c.relkind = 'r'"
            // these tell every later daemon that the pipeline was switched over, and who did it
            + " AND c.relname NOT LIKE 'cutover%' AND c.relname <> 'progress'";

    private final String pipeline;

    LeftOvers(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Removes the pipeline's rows, but for its progress and the record of its cutover; returns how many. */
    int remove(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
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
