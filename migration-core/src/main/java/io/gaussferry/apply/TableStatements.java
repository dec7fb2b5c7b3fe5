package io.gaussferry.apply;

import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The SQL of one target table. Rows are passed as one array per column, so that the same SQL serves any number of rows
 * and is prepared once. The input function of the column's type parses each element, as for {@code COPY}.
 *
 * <p>{@code SELECT unnest(?), unnest(?)} with arrays of equal length is the one form that works in openGauss in all
 * compatibility modes and in PostgreSQL. A table with a column whose type has no usable array type gets single-row
 * statements; their parameters have the types of the columns, except for those passed as strings. Not thread-safe: each
 * applier has its own.
 */
final class TableStatements {

    /** Alias of the rows passed as arrays; unlikely to be the name of a user's table. */
    private static final String ROWS = "gaussferry_rows";

    private final TargetTable table;
    private final int[] keyColumns;
    private final String qualifiedName;
    private final String copy;
    private final String insert;
    private final String delete;
    private final Map<List<Integer>, String> updates = new HashMap<>();

    /**
     * @param table the target's table
     * @param keyColumns columns of the row key, from 0; empty for a table without one
     */
    TableStatements(TargetTable table, int[] keyColumns) {
        this.table = table;
        this.keyColumns = keyColumns;
        this.qualifiedName = Identifiers.quoteTarget(table.id());
        List<Integer> all = allColumns();
        this.copy = "COPY " + qualifiedName + " (" + names(all) + ") FROM STDIN";
        this.insert = "INSERT INTO " + qualifiedName + " (" + names(all) + ") SELECT "
                + all.stream().map(column -> value("c", column)).collect(Collectors.joining(", ")) + " FROM "
                + arrays(List.of(), all);
        this.delete = "DELETE FROM " + qualifiedName + " USING " + arrays(keys(), List.of()) + " WHERE " + keyMatch();
    }

    /** Returns the COPY statement. */
    String copy() {
        return copy;
    }

    /** Returns the insert of one row, for tables without array parameters: one parameter for each column. */
    String insertSingle() {
        return "INSERT INTO " + qualifiedName + " (" + names(allColumns()) + ") VALUES ("
                + allColumns().stream().map(this::parameter).collect(Collectors.joining(", ")) + ")";
    }

    /**
     * Returns the insert of one row that returns the value stored in a column: one array, or one parameter for a table without array
     * parameters, for each column.
     */
    String insertReturning(int column) {
        return (table.takesArrays() ? insert : insertSingle()) + " RETURNING " + name(column);
    }

    /** Returns the update that sets a column to 0 where it has a value: one parameter, of the column's type. */
    String setZero(int column) {
        return "UPDATE " + qualifiedName + " SET " + name(column) + " = 0 WHERE " + name(column) + " = ?";
    }

    /** Returns the delete of one row by key, for tables without array parameters: one parameter for each key column. */
    String deleteSingle() {
        return "DELETE FROM " + qualifiedName + " WHERE " + singleKeyMatch();
    }

    /**
     * Returns the update of one row by key, for tables without array parameters: the columns set, then the key columns.
     */
    String updateSingle(List<Integer> columns) {
        return "UPDATE " + qualifiedName + " SET "
                + columns.stream()
                        .map(column -> name(column) + " = " + parameter(column))
                        .collect(Collectors.joining(", "))
                + " WHERE "
                + singleKeyMatch();
    }

    private String singleKeyMatch() {
        return keys().stream()
                .map(column -> column(column).comparisonExpression(name(column)) + " = " + parameter(column))
                .collect(Collectors.joining(" AND "));
    }

    /** Returns the insert: one array parameter for each column. */
    String insert() {
        return insert;
    }

    /** Returns the delete by key: one array parameter for each key column. */
    String delete() {
        return delete;
    }

    /** Returns the update by key of some columns: arrays for the key columns, then for the columns set. */
    String update(List<Integer> columns) {
        return updates.computeIfAbsent(
                columns,
                set -> "UPDATE " + qualifiedName + " SET "
                        + set.stream()
                                .map(column -> name(column) + " = " + value("c", column))
                                .collect(Collectors.joining(", "))
                        + " FROM " + arrays(keys(), set) + " WHERE " + keyMatch());
    }

    /**
     * Returns the delete of exactly one of the rows equal to the given one: an array of one element for each column.
     */
    String deleteOne() {
        return "DELETE FROM " + qualifiedName + " WHERE " + oneRow();
    }

    /**
     * Returns the update of exactly one of the rows equal to the given one: arrays for the new values, then for the old
     * ones.
     */
    String updateOne() {
        return "UPDATE " + qualifiedName + " SET "
                + allColumns().stream()
                        .map(column -> name(column) + " = " + single(column))
                        .collect(Collectors.joining(", "))
                + " WHERE " + oneRow();
    }

    /** A row's location is unique in its partition. The general condition reads a table of openGauss twice. */
    private String oneRow() {
        String locations = table.partitioned() ? "tableoid, ctid" : "ctid";
        String one = "SELECT " + locations + " FROM " + qualifiedName + " WHERE "
                + allColumns().stream().map(this::equality).collect(Collectors.joining(" AND ")) + " LIMIT 1";
        return table.partitioned() ? "(" + locations + ") IN (" + one + ")" : "ctid = ANY (ARRAY(" + one + "))";
    }

    private String equality(int column) {
        Identity identity = column(column).identity();
        return identity.of(name(column)) + " IS NOT DISTINCT FROM " + identity.of(single(column));
    }

    private String single(int column) {
        return table.takesArrays() ? "(CAST(? AS " + column(column).arrayType() + "))[1]" : parameter(column);
    }

    private String arrays(List<Integer> keys, List<Integer> columns) {
        List<String> parts = new ArrayList<>();
        keys.forEach(column -> parts.add(array("k", column)));
        columns.forEach(column -> parts.add(array("c", column)));
        return "(SELECT " + String.join(", ", parts) + ") AS " + ROWS;
    }

    private String array(String prefix, int column) {
        return "unnest(CAST(? AS " + column(column).arrayType() + ")) AS " + prefix + column;
    }

    private static String value(String prefix, int column) {
        return ROWS + "." + prefix + column;
    }

    private String keyMatch() {
        return keys().stream()
                .map(column -> column(column)
                                .comparisonExpression(
                                        Identifiers.quoteTarget(table.id().name()) + "." + name(column))
                        + " = "
                        + value("k", column))
                .collect(Collectors.joining(" AND "));
    }

    private String names(List<Integer> columns) {
        return columns.stream().map(this::name).collect(Collectors.joining(", "));
    }

    private String name(int column) {
        return Identifiers.quoteTarget(column(column).name());
    }

    private String parameter(int column) {
        return column(column).parameter();
    }

    private TargetTable.Column column(int column) {
        return table.columns().get(column);
    }

    private List<Integer> keys() {
        return IntStream.of(keyColumns).boxed().toList();
    }

    /** Returns the numbers of all columns. */
    List<Integer> allColumns() {
        return IntStream.range(0, table.columns().size()).boxed().toList();
    }
}
