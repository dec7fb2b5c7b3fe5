package io.gaussferry.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table whose columns both sides have, and the statements that read it.
 *
 * @param database on MySQL, and the name of the schema on the target
 * @param name the table's name
 * @param columns every column
 * @param dolphin whether the target has MySQL's own types
 * @param key indexes into {@code columns} of the primary key's parts in their order; empty if rows cannot be merged
 */
record ComparedTable(String database, String name, List<Column> columns, boolean dolphin, List<Integer> key) {
    private static final int LONGEST_VALUE_SHOWN = 200;

    /** A column and how its values are read. */
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

    /** A row's key for a reader, or the whole row where there is no key. */
    String keyText(List<@Nullable String> row) {
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            if (key.isEmpty() || key.contains(index)) {
                parts.add(columns.get(index).name() + "=" + valueText(row.get(index)));
            }
        }
        return String.join(", ", parts);
    }

    /** A value for a reader: quoted and cut, so that NULL and an empty string are told apart. */
    static String valueText(@Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        if (value.length() <= LONGEST_VALUE_SHOWN) {
            return "'" + value + "'";
        }
        return "'" + value.substring(0, LONGEST_VALUE_SHOWN) + "…' (" + value.length() + " characters)";
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
        // Qualified, or else an output column's expression of the same name would be ordered by instead.
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

    /** SQL for a column of a kind. */
    private interface Expression extends BiFunction<ValueKind, String, String> {}
}
