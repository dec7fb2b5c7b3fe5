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
        return new ColumnAttributes(
                literal, false, onUpdateCurrentTimestamp, autoIncrement, generation, invisible, comment, collation);
    }
}
