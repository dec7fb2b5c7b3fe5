package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern for tables: {@code schema.table}, where {@code *} matches any characters of either name. A name between
 * backticks is literal; a name with a dot or a star needs them. Case-sensitive.
 */
public final class TablePattern {

    private static final Pattern PARTS = Pattern.compile("(" + NamePattern.FORM + ")\\.(" + NamePattern.FORM + ")");

    private final String text;
    private final NamePattern schema;
    private final NamePattern name;

    private TablePattern(String text, NamePattern schema, NamePattern name) {
        this.text = text;
        this.schema = schema;
        this.name = name;
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if the string is not a pattern
     */
    public static TablePattern parse(String text) {
        Matcher matcher = PARTS.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form schema.table: " + text);
        }
        return new TablePattern(text, NamePattern.of(matcher.group(1)), NamePattern.of(matcher.group(2)));
    }

    /** Returns the pattern that matches exactly one table. */
    public static TablePattern exactly(TableId table) {
        return parse(quoted(table.schema()) + "." + quoted(table.name()));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Returns the only schema that the pattern matches; empty if it matches several. */
    public Optional<String> onlySchema() {
        return schema.only();
    }

    /**
     * Returns the part of a table's name that each star matches, from the left; empty if the pattern does not match.
     */
    Optional<List<String>> stars(TableId table) {
        return schema.stars(table.schema())
                .flatMap(stars -> name.stars(table.name()).map(more -> {
                    List<String> all = new ArrayList<>(stars);
                    all.addAll(more);
                    return all;
                }));
    }

    /** Returns the number of stars. */
    int starCount() {
        return schema.starCount() + name.starCount();
    }

    /** Returns the only table that the pattern matches; empty if it has a star. */
    Optional<TableId> onlyTable() {
        return schema.only().flatMap(ofSchema -> name.only().map(ofTable -> new TableId(ofSchema, ofTable)));
    }

    /** Returns whether the pattern matches a table. */
    public boolean matches(TableId table) {
        return schema.matches(table.schema()) && name.matches(table.name());
    }

    @Override
    public String toString() {
        return text;
    }
}
