package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** About how many rows the source's tables have, by its own statistics, which may be far off. */
final class RowEstimates {

    private RowEstimates() {}

    static Map<TableId, Long> read(Connection source) throws SQLException {
        Map<TableId, Long> rows = new HashMap<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_schema, table_name, table_rows"
                        + " FROM information_schema.tables WHERE table_type = 'BASE TABLE'")) {
            while (row.next()) {
                rows.put(new TableId(row.getString(1), row.getString(2)), row.getLong(3));
            }
        }
        return rows;
    }
}
