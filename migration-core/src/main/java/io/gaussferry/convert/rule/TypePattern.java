package io.gaussferry.convert.rule;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.Locale;

/**
 * The types to which a rule applies: a type's name ({@code datetime}), regardless of the rest of the declaration, or a
 * whole declaration as MySQL prints it ({@code tinyint(1)}). Case-insensitive.
 */
public final class TypePattern {

    private final String text;

    private TypePattern(String text) {
        this.text = text;
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if the string does not start with a MySQL type
     */
    public static TypePattern parse(String text) {
        String lowerCase = text.strip().toLowerCase(Locale.ROOT);
        if (MySqlType.named(nameOf(lowerCase)).isEmpty()) {
            throw new IllegalArgumentException("not a MySQL type: " + text);
        }
        return new TypePattern(lowerCase);
    }

    /** Returns whether the pattern matches a column's type. */
    public boolean matches(ColumnDefinition column) {
        String declaration = column.declaration().toLowerCase(Locale.ROOT);
        return text.equals(declaration) || text.equals(nameOf(declaration));
    }

    private static String nameOf(String declaration) {
        return declaration.split("[ (]", 2)[0];
    }

    @Override
    public String toString() {
        return text;
    }
}
