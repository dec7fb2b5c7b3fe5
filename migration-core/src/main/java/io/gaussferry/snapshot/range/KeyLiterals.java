package io.gaussferry.snapshot.range;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.type.ColumnType;

/** Literals of key values for the target, and their selection at the source as the strings that {@code ColumnType} describes. */
public final class KeyLiterals {

    private KeyLiterals() {}

    /** Returns a literal for the target of the column's own type, so that its index can be used. */
    public static String target(ColumnDefinition column, TargetTable.Column target, String text) {
        String literal = Identifiers.literal(ColumnType.of(column).targetText(text));
        // a type whose name the target does not accept in a cast is left to the target's type inference
        return target.hasArrayType() ? "CAST(" + literal + " AS " + target.elementType() + ")" : literal;
    }

    /** Returns the MySQL expression that selects a value of an ordered column as a string. */
    static String selected(ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        return column.type().isBytes() ? "HEX(" + name + ")" : "CAST(" + name + " AS CHAR)";
    }
}
