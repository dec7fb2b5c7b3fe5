package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
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

    private static Pattern part(String text) {
        if (text.startsWith("`")) {
            String name = text.substring(1, text.length() - 1).replace("``", "`");
            return Pattern.compile(Pattern.quote(name), Pattern.DOTALL);
        }
        List<String> literals = new ArrayList<>();
        for (String literal : text.split("\\*", -1)) {
            literals.add(Pattern.quote(literal));
        }
        return Pattern.compile(String.join(".*", literals), Pattern.DOTALL);
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
