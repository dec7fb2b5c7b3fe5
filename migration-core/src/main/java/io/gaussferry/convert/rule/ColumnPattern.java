package io.gaussferry.convert.rule;

import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The columns to which a rule applies: {@code schema.table.column}, where {@code *} matches any characters within one
 * of the three. A name that contains a dot or a star is written between backticks and matched literally.
 * Case-sensitive.
 */
public final class ColumnPattern {

    private static final Pattern PARTS =
            Pattern.compile("(" + NamePattern.FORM + "\\." + NamePattern.FORM + ")\\.(" + NamePattern.FORM + ")");

    private final String text;
    private final TablePattern table;
    private final NamePattern column;

    private ColumnPattern(String text, TablePattern table, NamePattern column) {
        this.text = text;
        this.table = table;
        this.column = column;
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if the string is not a valid pattern
     */
    public static ColumnPattern parse(String text) {
        Matcher matcher = PARTS.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form schema.table.column: " + text);
        }
        return new ColumnPattern(text, TablePattern.parse(matcher.group(1)), NamePattern.of(matcher.group(2)));
    }

    /** Returns whether the pattern matches a column. */
    public boolean matches(TableId ofTable, String columnName) {
        return table.matches(ofTable) && column.matches(columnName);
    }

    @Override
    public String toString() {
        return text;
    }
}
