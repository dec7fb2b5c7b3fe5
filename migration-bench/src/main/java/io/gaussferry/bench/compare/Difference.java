package io.gaussferry.bench.compare;

/**
 * One difference between source and target.
 *
 * @param table its name, the same on both sides
 * @param kind what differs
 * @param key the row's primary key as {@code id=5}; the whole row where there is no key; empty for a whole table
 * @param column the column, or empty for a whole row or table
 * @param source what the source has, in canonical form; {@code NULL} without quotes is SQL's NULL; empty if it has nothing
 * @param target what the target has, likewise
 */
public record Difference(String table, Kind kind, String key, String column, String source, String target) {
    /** What differs. */
    public enum Kind {
        /** The table is not on the target. */
        TABLE_MISSING("table missing on target"),
        /** The table is on the target only. */
        TABLE_EXTRA("table on target only"),
        /** The column is not on the target. */
        COLUMN_MISSING("column missing on target"),
        /** The column is on the target only. */
        COLUMN_EXTRA("column on target only"),
        /** The column's type is one that this comparison cannot read, so nothing is known about it. */
        NOT_COMPARABLE("column type cannot be compared"),
        /** The row is not on the target. */
        ROW_MISSING("row missing on target"),
        /** The row is on the target only. */
        ROW_EXTRA("row on target only"),
        /** A value differs. */
        VALUE("value differs");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** One line for a reader. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(table);
        if (!column.isEmpty()) {
            line.append('.').append(column);
        }
        if (!key.isEmpty()) {
            line.append(" [").append(key).append(']');
        }
        line.append(": ").append(kind.words);
        if (!source.isEmpty() || !target.isEmpty()) {
            line.append(", source ").append(source).append(", target ").append(target);
        }
        return line.toString();
    }
}
