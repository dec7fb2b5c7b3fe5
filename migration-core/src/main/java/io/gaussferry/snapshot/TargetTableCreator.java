package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates target tables from MySQL's: columns, NOT NULL, primary and unique keys and secondary indexes. A MySQL database
 * becomes a schema of the same name.
 */
public final class TargetTableCreator {

    private static final Logger LOG = LoggerFactory.getLogger(TargetTableCreator.class);

    /** Longest name that the target keeps, bytes. */
    private static final int MAXIMUM_NAME_BYTES = 63;

    private final Connection target;
    private final Conversion conversion;

    /**
     * @param target where to create; joins its transaction
     * @param conversion what a column's type becomes
     */
    public TargetTableCreator(Connection target, Conversion conversion) {
        this.target = target;
        this.conversion = conversion;
    }

    /** Creates the table with its primary key, and its schema if that is missing. */
    void createTable(TableDefinition table) throws SQLException {
        createSchemaIfMissing(table.id().schema());
        List<String> parts = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            parts.add(Identifiers.quoteTarget(column.name()) + " " + conversion.columnType(column)
                    + (column.nullable() ? "" : " NOT NULL"));
        }
        table.indexes().stream()
                .filter(IndexDefinition::isPrimary)
                .filter(IndexDefinition::isOnWholeColumns)
                .forEach(key -> parts.add("PRIMARY KEY (" + columns(table, key, false) + ")"));
        execute("CREATE TABLE " + Identifiers.quoteTarget(table.id()) + " (" + String.join(", ", parts) + ")");
    }

    private void createSchemaIfMissing(String schema) throws SQLException {
        try (PreparedStatement statement =
                target.prepareStatement("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?")) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                if (rows.next()) {
                    return;
                }
            }
        }
        execute("CREATE SCHEMA " + Identifiers.quoteTarget(schema));
    }

    /** Creates the table's other indexes, after its rows are there. */
    void createIndexes(TableDefinition table) throws SQLException {
        for (IndexDefinition index : table.indexes()) {
            if (!index.isOnWholeColumns()) {
                LOG.warn(
                        "Index {} of table {} is on a prefix or an expression and is not created on the target: create it"
                                + " there by hand if queries need it",
                        index.name(),
                        table.id());
            } else if (!index.isPrimary()) {
                execute("CREATE " + (index.unique() ? "UNIQUE " : "") + "INDEX "
                        + Identifiers.quoteTarget(indexName(table, index)) + " ON "
                        + Identifiers.quoteTarget(table.id()) + " (" + columns(table, index, true) + ")");
            }
        }
    }

    private static String columns(TableDefinition table, IndexDefinition index, boolean withOrder) {
        return index.parts().stream()
                .map(part -> Identifiers.quoteTarget(
                                table.columns().get(part.column()).name())
                        + (withOrder && part.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", "));
    }

    /** MySQL's index names are unique in a table, the target's in a schema: the table's name goes before. */
    static String indexName(TableDefinition table, IndexDefinition index) {
        String name = table.id().name() + "_" + index.name();
        if (name.getBytes(StandardCharsets.UTF_8).length <= MAXIMUM_NAME_BYTES) {
            return name;
        }
        String hash = "_" + Integer.toHexString(name.hashCode());
        while (name.getBytes(StandardCharsets.UTF_8).length > MAXIMUM_NAME_BYTES - hash.length()) {
            name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
        }
        return name + hash;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(sql);
        }
    }
}
