package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Copies rows of tables into other tables with the same columns, on each side within its server. */
final class RowCopier {

    /** How often rows are added to which others refer: a row of the copy may lack the parents of its grandparents. */
    private static final int REFERENCED = 2;

    private final Connection source;
    private final Connection target;

    /**
     * @param source with autocommit
     * @param target without autocommit; the caller commits
     */
    RowCopier(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /** Copies all rows. */
    void copyAll(TableDefinition from, TableDefinition to) throws SQLException {
        copy(from, to, "", "");
    }

    /** Copies the rows with the lowest keys. Where both sides sort keys otherwise, the copies differ. */
    void copyLowest(TableDefinition from, TableDefinition to, int mostRows) throws SQLException {
        copy(from, to, lowest(from, mostRows, true), lowest(from, mostRows, false));
    }

    /**
     * Adds the rows to which copied rows refer, and those to which these refer.
     *
     * @param copies of all originals, by the name of the original
     */
    void copyReferenced(Collection<TableDefinition> originals, Map<TableId, TableDefinition> copies)
            throws SQLException {
        Map<TableId, TableDefinition> byName =
                originals.stream().collect(Collectors.toMap(TableDefinition::id, table -> table));
        for (int pass = 1; pass <= REFERENCED; pass++) {
            for (TableDefinition child : originals) {
                for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                    TableDefinition parent = byName.get(key.referenced());
                    if (parent != null && !key(parent).isEmpty()) {
                        TableDefinition children = Objects.requireNonNull(copies.get(child.id()));
                        TableDefinition parents = Objects.requireNonNull(copies.get(parent.id()));
                        copy(
                                parent,
                                parents,
                                missing(children, key, parents, true),
                                missing(children, key, parents, false));
                    }
                }
            }
        }
    }

    /** Copies the rows that a clause after the table's name chooses on each side. */
    private void copy(TableDefinition from, TableDefinition to, String ofSource, String ofTarget) throws SQLException {
        String columns = from.columns().stream()
                .filter(column -> from.extras().column(column.name()).generation() == null)
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        // otherwise it would lock the rows that it reads
        Sql.execute(source, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        Sql.execute(
                source,
                "INSERT INTO " + Identifiers.quoteSource(to.id()) + " (" + columns + ") SELECT " + columns + " FROM "
                        + Identifiers.quoteSource(from.id()) + " AS original" + ofSource);
        String all = from.columns().stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        // dolphin has a type for each SET column, and no conversion between them
        String read = from.columns().stream()
                .map(column -> column.type() == MySqlType.SET
                        ? "CAST(" + Identifiers.quoteTarget(column.name()) + " AS text)"
                        : Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        Sql.execute(
                target,
                "INSERT INTO " + Identifiers.quoteTarget(to.targetId()) + " (" + all + ") SELECT " + read + " FROM "
                        + Identifiers.quoteTarget(from.targetId()) + " AS original" + ofTarget);
    }

    private static String lowest(TableDefinition table, int mostRows, boolean ofSource) {
        String key = names(key(table), ofSource);
        return (key.isEmpty() ? "" : " ORDER BY " + key) + " LIMIT " + mostRows;
    }

    /** Chooses the rows of a parent to which copied rows refer, and that are not copied yet. */
    private static String missing(
            TableDefinition children, ForeignKeyDefinition key, TableDefinition parents, boolean ofSource) {
        String same = key(parents).stream()
                .map(column -> quoted(column, ofSource))
                .map(name -> "present." + name + " = original." + name)
                .collect(Collectors.joining(" AND "));
        return " WHERE (" + names(key.referencedColumns(), ofSource) + ") IN (SELECT " + names(key.columns(), ofSource)
                + " FROM " + table(children, ofSource) + ") AND NOT EXISTS (SELECT 1 FROM " + table(parents, ofSource)
                + " AS present WHERE " + same + ")";
    }

    /** Returns the columns that identify a row; none for a table without key. */
    private static List<String> key(TableDefinition table) {
        return table.rowKey().stream()
                .flatMap(index -> index.parts().stream())
                .map(part -> table.columns().get(part.column()).name())
                .toList();
    }

    private static String table(TableDefinition table, boolean ofSource) {
        return ofSource ? Identifiers.quoteSource(table.id()) : Identifiers.quoteTarget(table.targetId());
    }

    private static String names(List<String> columns, boolean ofSource) {
        return columns.stream().map(column -> quoted(column, ofSource)).collect(Collectors.joining(", "));
    }

    private static String quoted(String name, boolean ofSource) {
        return ofSource ? Identifiers.quoteSource(name) : Identifiers.quoteTarget(name);
    }
}
