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

    private static final Pattern FORM = Pattern.compile("(`(?:[^`]|``)+`|[^.`]+)\\.(`(?:[^`]|``)+`|[^.`]+)");

    private final String text;
    private final Pattern schema;
    private final Pattern name;

    private TablePattern(String text, Pattern schema, Pattern name) {
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
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of the form schema.table: " + text);
        }
        return new TablePattern(text, part(matcher.group(1)), part(matcher.group(2)));
    }

    /** Returns the pattern that means one table. */
    public static TablePattern exactly(TableId table) {
        return parse(quoted(table.schema()) + "." + quoted(table.name()));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static Pattern part(String text) {
        if (text.startsWith("`")) {
            return Pattern.compile(Pattern.quote(unquoted(text)), Pattern.DOTALL);
        }
        List<String> literals = new ArrayList<>();
        for (String literal : text.split("\\*", -1)) {
            literals.add(Pattern.quote(literal));
        }
        return Pattern.compile(String.join("(.*)", literals), Pattern.DOTALL);
    }

    /** Returns the only schema of which tables can be meant; empty if the pattern leaves it open. */
    public Optional<String> onlySchema() {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalStateException("was parsed, but is none: " + text);
        }
        String part = matcher.group(1);
        if (part.startsWith("`")) {
            return Optional.of(unquoted(part));
        }
        return part.contains("*") ? Optional.empty() : Optional.of(part);
    }

    private static String unquoted(String part) {
        return part.substring(1, part.length() - 1).replace("``", "`");
    }

    /** Returns what each star stands for in a table's name, from the left; empty if the table is not meant. */
    Optional<List<String>> stars(TableId table) {
        Matcher ofSchema = schema.matcher(table.schema());
        Matcher ofName = name.matcher(table.name());
        if (!ofSchema.matches() || !ofName.matches()) {
            return Optional.empty();
        }
        List<String> stars = new ArrayList<>();
        for (int i = 1; i <= ofSchema.groupCount(); i++) {
            stars.add(ofSchema.group(i));
        }
        for (int i = 1; i <= ofName.groupCount(); i++) {
            stars.add(ofName.group(i));
        }
        return Optional.of(stars);
    }

    /** Returns how many stars it has. */
    int starCount() {
        return schema.matcher("").groupCount() + name.matcher("").groupCount();
    }

    /** Returns the only table that can be meant; empty if the pattern has a star. */
    Optional<TableId> onlyTable() {
        Matcher matcher = FORM.matcher(text);
        if (starCount() > 0 || !matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new TableId(literal(matcher.group(1)), literal(matcher.group(2))));
    }

    private static String literal(String part) {
        return part.startsWith("`") ? unquoted(part) : part;
    }

    /** Returns whether a table is meant. */
    public boolean matches(TableId table) {
        return schema.matcher(table.schema()).matches()
                && name.matcher(table.name()).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
