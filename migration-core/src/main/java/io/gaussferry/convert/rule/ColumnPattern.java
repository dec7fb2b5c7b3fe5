package io.gaussferry.convert.rule;

import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns a rule is for: {@code schema.table.column}, where {@code *} stands for any characters of one of the three. A
 * name that has a dot or a star in it stands between backticks, and is taken as it is. Case matters.
 */
public final class ColumnPattern {

    private static final Pattern PARTS =
            Pattern.compile("(" + NamePattern.FORM + ")\\.(" + NamePattern.FORM + ")\\.(" + NamePattern.FORM + ")");

    private final String text;
    private final NamePattern schema;
    private final NamePattern name;
    private final NamePattern column;

    private ColumnPattern(String text, NamePattern schema, NamePattern name, NamePattern column) {
        this.text = text;
        this.schema = schema;
        this.name = name;
        this.column = column;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ColumnPattern parse(String text) {
        Matcher matcher = PARTS.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form schema.table.column: " + text);
        }
        return new ColumnPattern(
                text,
                NamePattern.of(matcher.group(1)),
                NamePattern.of(matcher.group(2)),
                NamePattern.of(matcher.group(3)));
    }

    /** Returns whether a column is meant. */
    public boolean matches(TableId table, String columnName) {
        return schema.matches(table.schema()) && name.matches(table.name()) && column.matches(columnName);
    }

    @Override
    public String toString() {
        return text;
    }
}
