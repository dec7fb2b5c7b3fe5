package io.gaussferry.schema;

import org.jspecify.annotations.Nullable;

/** How the source treats the trailing blanks of a column's values in a comparison. */
public enum TrailingBlanks {
    /** It ignores them, or the values are no strings. */
    IGNORED,
    /** It distinguishes values by them. */
    COMPARED,
    /** It distinguishes values by them, and removes them from the values of this column: its type is CHAR. */
    REMOVED;

    /**
     * Returns the treatment in a column.
     *
     * @param collation the column's collation at the source; null if it has none, or if that is unknown
     */
    public static TrailingBlanks of(ColumnDefinition column, @Nullable String collation) {
        if (collation == null || !StringEquality.respectsTrailingBlanks(collation)) {
            return IGNORED;
        }
        return column.type() == MySqlType.CHAR ? REMOVED : COMPARED;
    }
}
