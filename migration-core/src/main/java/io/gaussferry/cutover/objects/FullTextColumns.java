package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the columns of FULLTEXT indexes, which the definitions of tables do not contain. */
final class FullTextColumns {

    private static final String COLUMNS =
            "SELECT table_name, index_name, column_name FROM information_schema.statistics"
                    + " WHERE table_schema = ? AND index_type = 'FULLTEXT' ORDER BY table_name, index_name, seq_in_index";

    private FullTextColumns() {}

    /** Returns the columns by table and index; asks only for databases that have such an index. */
    static Map<TableId, Map<String, List<String>>> read(Connection source, List<TableDefinition> tables)
            throws SQLException {
        Map<TableId, Map<String, List<String>>> columns = new HashMap<>();
        List<String> databases = tables.stream()
                .filter(table -> table.extras().otherIndexes().containsValue("FULLTEXT"))
                .map(table -> table.id().schema())
                .distinct()
                .toList();
        for (String database : databases) {
            Sql.each(
                    source,
                    row -> columns.computeIfAbsent(new TableId(database, row.getString(1)), unused -> new TreeMap<>())
                            .computeIfAbsent(row.getString(2), unused -> new ArrayList<>())
                            .add(row.getString(3)),
                    COLUMNS,
                    database);
        }
        return columns;
    }
}
