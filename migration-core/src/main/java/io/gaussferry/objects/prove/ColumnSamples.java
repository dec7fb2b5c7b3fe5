package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads values of the source's columns. */
final class ColumnSamples {

    private static final int SAMPLED = 5;

    private final Connection source;
    private final List<TableDefinition> tables;

    /**
     * @param source a snapshot of the source
     * @param reached the tables that an object reaches, which come first
     */
    ColumnSamples(Connection source, Collection<TableDefinition> tables, Collection<TableId> reached) {
        this.source = source;
        this.tables = tables.stream()
                .sorted(Comparator.comparing((TableDefinition table) -> !reached.contains(table.id())))
                .toList();
    }

    /** Returns all tables, those within reach first. */
    List<TableDefinition> tables() {
        return tables;
    }

    /** Returns some values of a column; those of the referenced one if it has none and is part of a foreign key. */
    List<String> values(TableDefinition table, ColumnDefinition column) throws SQLException {
        List<String> values = values(table.id(), column.name());
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            int part = key.columns().indexOf(column.name());
            if (part >= 0 && values.isEmpty()) {
                values = values(key.referenced(), key.referencedColumns().get(part));
            }
        }
        return values;
    }

    /**
     * Returns a value of the referenced column that no row of the table has, for a key that is a foreign key, too; empty if there is none.
     *
     * @param number of the value, from 1
     */
    Optional<String> unusedParent(TableDefinition table, ColumnDefinition column, int number) throws SQLException {
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            int part = key.columns().indexOf(column.name());
            if (part >= 0) {
                String parent = Identifiers.quoteSource(key.referencedColumns().get(part));
                List<List<@Nullable String>> found = rows("SELECT " + parent + " FROM "
                        + Identifiers.quoteSource(key.referenced()) + " WHERE " + parent + " NOT IN (SELECT "
                        + Identifiers.quoteSource(column.name()) + " FROM " + Identifiers.quoteSource(table.id())
                        + " WHERE " + Identifiers.quoteSource(column.name()) + " IS NOT NULL) ORDER BY " + parent
                        + " LIMIT " + number);
                if (!found.isEmpty()) {
                    return Optional.ofNullable(found.get(found.size() - 1).get(0));
                }
            }
        }
        return Optional.empty();
    }

    private List<String> values(TableId table, String column) throws SQLException {
        String name = Identifiers.quoteSource(column);
        return rows("SELECT " + name + " FROM " + Identifiers.quoteSource(table) + " WHERE " + name
                        + " IS NOT NULL LIMIT " + SAMPLED)
                .stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList();
    }

    /** Returns expressions of the first or last rows of a table, by its primary key. */
    List<List<@Nullable String>> rows(TableDefinition table, List<String> expressions, boolean last, int limit)
            throws SQLException {
        String order = table.rowKey().stream()
                .flatMap(key -> key.parts().stream())
                .filter(part -> part.column() >= 0)
                .map(part -> Identifiers.quoteSource(
                                table.columns().get(part.column()).name())
                        + (last ? " DESC" : ""))
                .collect(Collectors.joining(", "));
        return rows("SELECT " + String.join(", ", expressions) + " FROM " + Identifiers.quoteSource(table.id())
                + (order.isEmpty() ? "" : " ORDER BY " + order) + " LIMIT " + limit);
    }

    private List<List<@Nullable String>> rows(String query) throws SQLException {
        List<List<@Nullable String>> found = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                found.add(row);
            }
        } catch (SQLException e) {
            // a table may be missing: one that was created without foreign_key_checks may refer to it
            ExecutionFailures.requireConnection(e);
        }
        return found;
    }
}
