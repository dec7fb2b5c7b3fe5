package io.gaussferry.convert.rule;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns a rule is for: {@code schema.table.column}, where {@code *} stands for any characters of one of the three. A
 * name that has a dot or a star in it stands between backticks, and is taken as it is. Case matters.
 */
public final class ColumnPattern {

    private static final Pattern PART = Pattern.compile("`((?:[^`]|``)+)`|([^.`]+)");
    private static final int PARTS = 3;

    private final String text;
    private final List<Pattern> parts;

    private ColumnPattern(String text, List<Pattern> parts) {
        this.text = text;
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ColumnPattern parse(String text) {
        List<Pattern> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int at = 0;
        while (parts.size() < PARTS && matcher.find(at) && matcher.start() == at) {
            parts.add(matcher.group(1) != null ? literal(matcher.group(1)) : wildcards(matcher.group(2)));
            at = matcher.end();
            if (parts.size() < PARTS && at < text.length() && text.charAt(at) == '.') {
                at++;
            }
        }
        if (parts.size() != PARTS || at != text.length()) {
            throw new IllegalArgumentException("not of the form schema.table.column: " + text);
        }
        return new ColumnPattern(text, List.copyOf(parts));
    }

    private static Pattern literal(String quoted) {
        return Pattern.compile(Pattern.quote(quoted.replace("``", "`")), Pattern.DOTALL);
    }

    private static Pattern wildcards(String part) {
        List<String> literals = new ArrayList<>();
        for (String literal : part.split("\\*", -1)) {
            literals.add(Pattern.quote(literal));
        }
        return Pattern.compile(String.join(".*", literals), Pattern.DOTALL);
    }

    /** Returns whether a column is meant. */
    public boolean matches(TableId table, String column) {
        return parts.get(0).matcher(table.schema()).matches()
                && parts.get(1).matcher(table.name()).matches()
                && parts.get(2).matcher(column).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
