package io.gaussferry.bench.compare;

/**
 * One difference between source and target.
 *
 * @param table its name, the same on both sides
 * @param kind the kind of difference
 * @param key the row's primary key as {@code id=5}; the whole row without a primary key; empty for a whole table
 * @param column the column, or empty for a whole row or table
 * @param source the source's value in canonical form; {@code NULL} without quotes is SQL's NULL; empty if the source has none
 * @param target the target's value in the same form
 */
public record Difference(String table, Kind kind, String key, String column, String source, String target) {
    /** The kind of a difference. */
    public enum Kind {
        /** The table is missing on the target. */
        TABLE_MISSING("table missing on target"),
        /** The table exists on the target only. */
        TABLE_EXTRA("table on target only"),
        /** The column is missing on the target. */
        COLUMN_MISSING("column missing on target"),
        /** The column exists on the target only. */
        COLUMN_EXTRA("column on target only"),
        /** The comparison does not support the column's type. */
        NOT_COMPARABLE("column type cannot be compared"),
        /** The row is missing on the target. */
        ROW_MISSING("row missing on target"),
        /** The row exists on the target only. */
        ROW_EXTRA("row on target only"),
        /** A value differs. */
        VALUE("value differs");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /** Returns one line for display. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(table);
        if (!column.isEmpty()) {
            line.append('.').append(column);
        }
        if (!key.isEmpty()) {
            line.append(" [").append(key).append(']');
        }
        line.append(": ").append(kind.label);
        if (!source.isEmpty() || !target.isEmpty()) {
            line.append(", source ").append(source).append(", target ").append(target);
        }
        return line.toString();
    }
}
