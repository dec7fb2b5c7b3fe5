package io.gaussferry.schema;

import org.jspecify.annotations.Nullable;

/**
 * The attributes of a source column besides its type. None of them affects how a row is read.
 *
 * @param defaultText its default as in {@code information_schema.columns.column_default}: a literal without quotes ({@code 0x…}
 *     for BINARY and VARBINARY, {@code b'…'} for BIT) or an expression; null for none
 * @param defaultIsExpression whether the default is an expression, such as {@code CURRENT_TIMESTAMP}
 * @param onUpdateCurrentTimestamp whether an update sets it to the current time
 * @param autoIncrement whether it is AUTO_INCREMENT
 * @param generation its generation expression; null for an ordinary column
 * @param invisible whether {@code SELECT *} omits it
 * @param comment its comment; empty for none
 * @param collation the collation by which the source compares and sorts it; null for a column without a character set
 */
public record ColumnAttributes(
        @Nullable String defaultText,
        boolean defaultIsExpression,
        boolean onUpdateCurrentTimestamp,
        boolean autoIncrement,
        @Nullable String generation,
        boolean invisible,
        String comment,
        @Nullable String collation) {

    /** A column without attributes. */
    public static final ColumnAttributes NONE = new ColumnAttributes(null, false, false, false, null, false, "", null);

    /** Returns the attributes with another literal default. */
    public ColumnAttributes withDefault(String literal) {
        return withDefault(literal, false);
    }

    /** Returns the attributes with another default; null for none. */
    public ColumnAttributes withDefault(@Nullable String text, boolean isExpression) {
        return new ColumnAttributes(
                text, isExpression, onUpdateCurrentTimestamp, autoIncrement, generation, invisible, comment, collation);
    }

    /** Returns the attributes of a column that each insert and update sets to the time of the statement. */
    public ColumnAttributes withAutoUpdate(String clock) {
        return new ColumnAttributes(clock, true, true, autoIncrement, generation, invisible, comment, collation);
    }

    /** Returns the attributes with another visibility. */
    public ColumnAttributes withInvisible(boolean isInvisible) {
        return new ColumnAttributes(
                defaultText,
                defaultIsExpression,
                onUpdateCurrentTimestamp,
                autoIncrement,
                generation,
                isInvisible,
                comment,
                collation);
    }

    /** Returns the attributes with another collation. */
    public ColumnAttributes withCollation(@Nullable String other) {
        return new ColumnAttributes(
                defaultText,
                defaultIsExpression,
                onUpdateCurrentTimestamp,
                autoIncrement,
                generation,
                invisible,
                comment,
                other);
    }
}
