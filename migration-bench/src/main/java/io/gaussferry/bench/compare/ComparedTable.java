package io.gaussferry.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table with the columns that exist on both sides, and the statements that read it.
 *
 * @param database on MySQL, and the name of the schema on the target
 * @param name the table's name
 * @param columns every column
 * @param dolphin whether the target has MySQL's types from the dolphin plugin
 * @param key indexes into {@code columns} of the primary key's columns, in order; empty if rows cannot be merged
 */
record ComparedTable(String database, String name, List<Column> columns, boolean dolphin, List<Integer> key) {
    private static final int MAXIMUM_VALUE_LENGTH = 200;

    /** A column and the way to read its values. */
    record Column(String name, ValueKind kind) {}

    String sourceQuery() {
        return "SELECT " + list(ValueKind::sourceExpression, '`') + " FROM " + quoted(database, '`') + "."
                + quoted(name, '`') + orderBy(ValueKind::sourceOrder, '`');
    }

    String targetQuery() {
        return "SELECT " + list((kind, column) -> kind.targetExpression(column, dolphin), '"') + " FROM "
                + quoted(database, '"') + "." + quoted(name, '"') + orderBy(ValueKind::targetOrder, '"');
    }

    /** Orders two rows of canonical values by the primary key. */
    int compareKeys(List<@Nullable String> left, List<@Nullable String> right) {
        for (int index : key) {
            String leftPart = Objects.requireNonNull(left.get(index), "a primary key holds no NULL");
            String rightPart = Objects.requireNonNull(right.get(index), "a primary key holds no NULL");
            int order = columns.get(index).kind().compareKeys(leftPart, rightPart);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Returns a row's key for display, or the whole row without a key. */
    String keyText(List<@Nullable String> row) {
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            if (key.isEmpty() || key.contains(index)) {
                parts.add(columns.get(index).name() + "=" + valueText(row.get(index)));
            }
        }
        return String.join(", ", parts);
    }

    /** Returns a value for display: quoted and truncated, so that NULL and an empty string differ. */
    static String valueText(@Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        if (value.length() <= MAXIMUM_VALUE_LENGTH) {
            return "'" + value + "'";
        }
        return "'" + value.substring(0, MAXIMUM_VALUE_LENGTH) + "…' (" + value.length() + " characters)";
    }

    private String list(Expression expression, char quote) {
        List<String> parts = new ArrayList<>();
        for (Column column : columns) {
            parts.add(expression.apply(column.kind(), quoted(column.name(), quote)));
        }
        return String.join(", ", parts);
    }

    private String orderBy(Expression expression, char quote) {
        if (key.isEmpty()) {
            return "";
        }
        // Qualified: unqualified, ORDER BY would use the output column's expression of the same name.
        List<String> parts = new ArrayList<>();
        for (int index : key) {
            Column column = columns.get(index);
            parts.add(expression.apply(column.kind(), quoted(name, quote) + "." + quoted(column.name(), quote)));
        }
        return " ORDER BY " + String.join(", ", parts);
    }

    static String quoted(String identifier, char quote) {
        return quote
                + identifier.replace(
                        String.valueOf(quote), String.valueOf(quote).repeat(2))
                + quote;
    }

    /** Builds SQL for a column of a kind. */
    private interface Expression extends BiFunction<ValueKind, String, String> {}
}
