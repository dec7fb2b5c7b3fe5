package io.gaussferry.schema;

import org.jspecify.annotations.Nullable;

/**
 * What a source's column has beside its type: nothing here decides how a row is read.
 *
 * @param defaultText its default as {@code information_schema.columns.column_default} has it, a literal without quotes
 *     ({@code 0x…} for BINARY and VARBINARY, {@code b'…'} for BIT) or an expression; null for none
 * @param defaultIsExpression whether the default is an expression, {@code CURRENT_TIMESTAMP} among them
 * @param onUpdateCurrentTimestamp whether an update sets it to the current time
 * @param autoIncrement whether it numbers the rows
 * @param generation the expression that computes it; null for an ordinary column
 * @param invisible whether {@code SELECT *} leaves it out
 * @param comment its comment; empty for none
 * @param collation by which the source compares and sorts its text; null for a column without a character set
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

    /** A column with nothing but its type. */
    public static final ColumnAttributes NONE = new ColumnAttributes(null, false, false, false, null, false, "", null);

    /** Returns the same with another literal default. */
    public ColumnAttributes withDefault(String literal) {
        return new ColumnAttributes(
                literal, false, onUpdateCurrentTimestamp, autoIncrement, generation, invisible, comment, collation);
    }
}
