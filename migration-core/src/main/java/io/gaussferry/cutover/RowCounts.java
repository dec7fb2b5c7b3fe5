package io.gaussferry.cutover;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the rows of every table on both sides, while nobody writes to either. */
final class RowCounts {

    private RowCounts() {}

    /**
     * What one table has.
     *
     * @param table its name on the target
     * @param source rows at the source, of all tables that have become it
     * @param target rows on the target
     */
    record Count(TableId table, long source, long target) {}

    static List<Count> of(List<TableDefinition> tables, Connection source, Connection target, StepControl control)
            throws SQLException {
        Map<TableId, Long> onSource = new LinkedHashMap<>();
        for (TableDefinition table : tables) {
            control.check();
            onSource.merge(table.targetId(), count(source, Identifiers.quoteSource(table.id())), Long::sum);
        }
        List<Count> counts = new ArrayList<>();
        for (Map.Entry<TableId, Long> table : onSource.entrySet()) {
            control.check();
            counts.add(new Count(
                    table.getKey(), table.getValue(), count(target, Identifiers.quoteTarget(table.getKey()))));
        }
        return counts;
    }

    private static long count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }
}
