package io.gaussferry.apply.mysql;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.type.ColumnType;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The parts of one table's statements in MySQL's SQL, to be filled with literals.
 *
 * <p>Rows are deleted by {@code IN} with their keys, and updated by a join with {@code VALUES ROW(…)} (MySQL 8.0.19 and
 * later). In such a join, a column of literals has a type of its own. Keys are therefore cast so that MySQL uses the
 * index and the column's equality, and numbers that denote members or bits are cast back to numbers.
 *
 * <p>Rows are always looked up by the key's index: MySQL would scan a small table, and then wait for every row in it
 * that another applier has changed and not committed. A delete requests this by a hint, which servers before 8.0.20 ignore.
 * Immutable.
 */
final class MySqlStatements {

    /** Alias of the rows passed as literals; unlikely to be the name of a user's table. */
    private static final String ROWS = "gaussferry_rows";

    private final MySqlTable table;
    private final List<ColumnType> types;
    private final int[] keyColumns;
    private final String name;
    private final int[] written;

    MySqlStatements(MySqlTable table, int[] keyColumns) {
        this.table = table;
        this.types = table.definition().columns().stream().map(ColumnType::of).toList();
        this.keyColumns = keyColumns;
        this.name = Identifiers.quoteSource(table.definition().id());
        this.written = IntStream.range(0, table.columns().size())
                .filter(column -> !table.columns().get(column).generated())
                .toArray();
    }

    /** Returns the columns that receive values from statements: all except generated columns. */
    int[] written() {
        return written;
    }

    /**
     * Returns the columns that an update must set: the changed ones, and those that MySQL would otherwise change by
     * itself. If there are none, the update is {@link #unchanged}.
     */
    List<Integer> toUpdate(BitSet changed) {
        return IntStream.of(written)
                .filter(column ->
                        changed.get(column) || table.columns().get(column).onUpdate())
                .boxed()
                .toList();
    }

    /**
     * Returns an assignment that changes no value, so that the row is still required to exist. A literal would lose types
     * of a JSON document that its textual form does not show.
     */
    String unchanged() {
        return qualified(written[0]) + " = " + qualified(written[0]);
    }

    /** Returns a column's quoted name. */
    String name(int column) {
        return Identifiers.quoteSource(definition(column).name());
    }

    /** Returns an insert up to its first row. Each row is a list of values in parentheses. */
    String insert() {
        return "INSERT INTO " + name + " ("
                + IntStream.of(written).mapToObj(this::name).collect(Collectors.joining(", ")) + ") VALUES ";
    }

    /** Returns a query for rows up to its condition. */
    String select() {
        return "SELECT 1 FROM " + name;
    }

    /** Returns a delete up to its condition. */
    String delete() {
        return "DELETE FROM " + name;
    }

    /** Returns an update up to its assignments. */
    String update() {
        return "UPDATE " + name;
    }

    /**
     * Returns a delete by key up to the first key. Each key is a list of values in parentheses; another parenthesis
     * ends the statement.
     */
    String deleteByKeys() {
        String columns = IntStream.of(keyColumns).mapToObj(this::name).collect(Collectors.joining(", "));
        String hint = table.definition()
                .rowKey()
                .map(key -> "/*+ INDEX("
                        + Identifiers.quoteSource(table.definition().id().name()) + " "
                        + Identifiers.quoteSource(key.name()) + ") */ ")
                .orElse("");
        return "DELETE " + hint + "FROM " + name + " WHERE (" + columns + ") IN (";
    }

    /** Returns an update by key up to the first row. Each row is {@code ROW(…)} of key values and new values. */
    String updateBegin() {
        return "UPDATE (VALUES ";
    }

    /** Returns the part of an update by key after the rows. */
    String updateEnd(List<Integer> columns) {
        StringBuilder sql = new StringBuilder(") AS " + ROWS + " (");
        sql.append(IntStream.range(0, keyColumns.length).mapToObj(i -> "k" + i).collect(Collectors.joining(", ")));
        sql.append(IntStream.range(0, columns.size()).mapToObj(i -> ", c" + i).collect(Collectors.joining()));
        String byKey = table.definition()
                .rowKey()
                .map(key -> " FORCE INDEX (" + Identifiers.quoteSource(key.name()) + ")")
                .orElse("");
        sql.append(") STRAIGHT_JOIN ").append(name).append(byKey).append(" ON ");
        sql.append(IntStream.range(0, keyColumns.length)
                .mapToObj(i -> qualified(keyColumns[i]) + " = " + joinedKey(keyColumns[i], ROWS + ".k" + i))
                .collect(Collectors.joining(" AND ")));
        sql.append(" SET ");
        sql.append(
                columns.isEmpty()
                        ? unchanged()
                        : IntStream.range(0, columns.size())
                                .mapToObj(i ->
                                        qualified(columns.get(i)) + " = " + assigned(columns.get(i), ROWS + ".c" + i))
                                .collect(Collectors.joining(", ")));
        return sql.toString();
    }

    private String qualified(int column) {
        return name + "." + name(column);
    }

    /** Converts a key's value from a column of literals to the key column's type. */
    private String joinedKey(int column, String value) {
        return types.get(column).compared(value, table.columns().get(column).collation());
    }

    /** Converts a value from a column of literals for assignment. */
    private String assigned(int column, String value) {
        return types.get(column).assigned(value);
    }

    /** Returns the condition that a key column equals a value. */
    String keyEquals(int column, CharSequence literal) {
        return name(column) + " = " + literal;
    }

    /** Returns the condition that a column is identical to a value, where equality is not exact. */
    String isIdentical(int column, CharSequence literal) {
        if (literal.toString().equals("NULL")) {
            return name(column) + " IS NULL";
        }
        return types.get(column).isIdentical(name(column), literal);
    }

    private ColumnDefinition definition(int column) {
        return table.definition().columns().get(column);
    }
}
