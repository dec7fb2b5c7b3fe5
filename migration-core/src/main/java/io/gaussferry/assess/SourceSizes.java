package io.gaussferry.assess;

import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the sizes of tables from the source's statistics. */
final class SourceSizes {

    /** MySQL 8.0 otherwise shows sizes that are up to a day old. */
    private static final String CURRENT_STATISTICS = "SET SESSION information_schema_stats_expiry = 0";

    private static final int UNKNOWN_VARIABLE = 1193;

    private record Size(long rows, long dataBytes, long indexBytes) {}

    private SourceSizes() {}

    /**
     * Returns the sizes, the largest table first.
     *
     * @param source a session of the assessment only, whose statistics become current
     */
    static List<TableSize> read(Connection source, Collection<TableDefinition> tables) throws SQLException {
        try {
            Sql.execute(source, CURRENT_STATISTICS);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_VARIABLE) {
                throw e;
            }
        }
        Map<TableId, Size> sizes = new HashMap<>();
        for (String schema :
                tables.stream().map(table -> table.id().schema()).distinct().toList()) {
            Sql.each(
                    source,
                    row -> sizes.put(
                            new TableId(row.getString(1), row.getString(2)),
                            new Size(row.getLong(3), row.getLong(4), row.getLong(5))),
                    "SELECT table_schema, table_name, table_rows, data_length, index_length FROM information_schema.tables"
                            + " WHERE table_schema = ? AND table_type = 'BASE TABLE'",
                    schema);
        }
        return tables.stream()
                .map(table -> of(table, sizes.getOrDefault(table.id(), new Size(0, 0, 0))))
                .sorted(Comparator.comparingLong(TableSize::dataBytes)
                        .reversed()
                        .thenComparing(TableSize::table))
                .toList();
    }

    private static TableSize of(TableDefinition table, Size size) {
        return new TableSize(
                table.id(),
                size.rows(),
                size.dataBytes(),
                size.indexBytes(),
                table.indexes().size() - (table.rowKey().isPresent() ? 1 : 0),
                table.extras().foreignKeys().size());
    }
}
