package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tables are meant: {@code schema.table}, {@code *} for any characters of either. A name with a dot or a star stands
 * between backticks, and is taken as it is. Case matters.
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
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static TablePattern parse(String text) {
        Matcher matcher = PARTS.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form schema.table: " + text);
        }
        return new TablePattern(text, NamePattern.of(matcher.group(1)), NamePattern.of(matcher.group(2)));
    }

    /** Returns the pattern that means one table. */
    public static TablePattern exactly(TableId table) {
        return parse(quoted(table.schema()) + "." + quoted(table.name()));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Returns the only schema of which tables can be meant; empty if the pattern leaves it open. */
    public Optional<String> onlySchema() {
        return schema.only();
    }

    /** Returns what each star stands for in a table's name, from the left; empty if the table is not meant. */
    Optional<List<String>> stars(TableId table) {
        return schema.stars(table.schema())
                .flatMap(stars -> name.stars(table.name()).map(more -> {
                    List<String> all = new ArrayList<>(stars);
                    all.addAll(more);
                    return all;
                }));
    }

    /** Returns how many stars it has. */
    int starCount() {
        return schema.starCount() + name.starCount();
    }

    /** Returns the only table that can be meant; empty if the pattern has a star. */
    Optional<TableId> onlyTable() {
        return schema.only().flatMap(ofSchema -> name.only().map(ofTable -> new TableId(ofSchema, ofTable)));
    }

    /** Returns whether a table is meant. */
    public boolean matches(TableId table) {
        return schema.matches(table.schema()) && name.matches(table.name());
    }

    @Override
    public String toString() {
        return text;
    }
}
