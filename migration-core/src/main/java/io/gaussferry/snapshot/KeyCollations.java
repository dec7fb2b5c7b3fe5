package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * By which collations the source sorts the tables that are cut along text. Ranges of different collations have gaps and overlap,
 * and a table's definition does not name them.
 */
final class KeyCollations {

    private KeyCollations() {}

    /** Returns the collations of the tables that are cut along text, each as a text that can only be compared. */
    static Map<TableId, String> read(Connection source, Collection<TableDefinition> tables) throws SQLException {
        Map<TableId, String> collations = new HashMap<>();
        try (PreparedStatement query = source.prepareStatement("SELECT collation_name FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? AND column_name = ?")) {
            for (TableDefinition table : tables) {
                List<ColumnDefinition> text = CopyPlan.order(table).columns().stream()
                        .map(column -> table.columns().get(column))
                        .filter(column -> column.characterSet() != null)
                        .toList();
                for (ColumnDefinition column : text) {
                    query.setString(1, table.id().schema());
                    query.setString(2, table.id().name());
                    query.setString(3, column.name());
                    try (ResultSet row = query.executeQuery()) {
                        String collation = row.next() ? row.getString(1) : "none";
                        collations.merge(table.id(), collation, (one, next) -> one + "," + next);
                    }
                }
            }
        }
        return collations;
    }
}
