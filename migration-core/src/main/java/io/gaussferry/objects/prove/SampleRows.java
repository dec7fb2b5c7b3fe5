package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads keys and values of a few rows of the source. A query that the source refuses has no rows. */
final class SampleRows {

    private static final int VALUES = 5;

    private final Connection source;

    SampleRows(Connection source) {
        this.source = source;
    }

    /**
     * Returns the rows with the highest or lowest keys.
     *
     * @param key the columns that identify a row
     */
    List<KeyedRow> ofKeys(TableDefinition table, List<ColumnDefinition> key, int limit, boolean descending)
            throws SQLException {
        String names = key.stream()
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        String order = key.stream()
                .map(column -> Identifiers.quoteSource(column.name()) + (descending ? " DESC" : ""))
                .collect(Collectors.joining(", "));
        return read(
                        "SELECT " + names + " FROM " + Identifiers.quoteSource(table.id()) + " ORDER BY " + order
                                + " LIMIT " + limit,
                        key.size())
                .stream()
                .map(values -> new KeyedRow(table, key, values))
                .toList();
    }

    /** Returns distinct values of a column, in ascending order. */
    List<String> values(TableDefinition table, ColumnDefinition column) throws SQLException {
        String name = Identifiers.quoteSource(column.name());
        return read(
                        "SELECT DISTINCT " + name + " FROM " + Identifiers.quoteSource(table.id()) + " WHERE " + name
                                + " IS NOT NULL ORDER BY 1 LIMIT " + VALUES,
                        1)
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    /** Returns the value of a column in a row; null if there is no such row. */
    @Nullable
    String value(KeyedRow row, ColumnDefinition column) throws SQLException {
        List<List<String>> found = read(row.query(column), 1);
        return found.isEmpty() ? null : found.get(0).get(0);
    }

    /** Returns the lowest value to which a column can refer; null if it is not part of a foreign key, or no row has one. */
    @Nullable
    String referenced(TableDefinition table, ColumnDefinition column) throws SQLException {
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            int part = key.columns().indexOf(column.name());
            if (part >= 0) {
                String name = Identifiers.quoteSource(key.referencedColumns().get(part));
                List<List<String>> found = read(
                        "SELECT " + name + " FROM " + Identifiers.quoteSource(key.referenced()) + " ORDER BY " + name
                                + " LIMIT 1",
                        1);
                if (!found.isEmpty()) {
                    return found.get(0).get(0);
                }
            }
        }
        return null;
    }

    private List<List<String>> read(String query, int columns) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row);
            }
        } catch (SQLException e) {
            // a table that was created without foreign_key_checks may refer to one that does not exist
            ExecutionFailures.requireConnection(e);
        }
        return rows;
    }
}
