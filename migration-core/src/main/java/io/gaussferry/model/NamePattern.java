package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern for names: {@code *} matches any characters. A name between backticks is literal; a name with a dot or a
 * star needs them. Case-sensitive. The patterns for tables, columns and renaming consist of such patterns. Immutable.
 */
public final class NamePattern {

    /** A regular expression without groups for one name as it is written. */
    public static final String FORM = "(?:`(?:[^`]|``)+`|[^.`]+)";

    private final String text;
    private final Pattern pattern;

    private NamePattern(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    /** @param text the pattern, of the form {@link #FORM} */
    public static NamePattern of(String text) {
        List<String> literals = new ArrayList<>();
        for (String literal : isQuoted(text) ? List.of(literal(text)) : List.of(text.split("\\*", -1))) {
            literals.add(Pattern.quote(literal));
        }
        return new NamePattern(text, Pattern.compile(String.join("(.*)", literals), Pattern.DOTALL));
    }

    /** Returns the written name without its backticks. */
    static String literal(String text) {
        return isQuoted(text) ? text.substring(1, text.length() - 1).replace("``", "`") : text;
    }

    static boolean isQuoted(String text) {
        return text.startsWith("`");
    }

    /** Returns whether the pattern matches a name. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** Returns the part of a name that each star matches, from the left; empty if the pattern does not match. */
    Optional<List<String>> stars(String name) {
        Matcher matcher = pattern.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<String> stars = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            stars.add(matcher.group(i));
        }
        return Optional.of(stars);
    }

    /** Returns the number of stars. */
    int starCount() {
        return pattern.matcher("").groupCount();
    }

    /** Returns the only name that the pattern matches; empty if it has a star. */
    Optional<String> only() {
        return starCount() == 0 ? Optional.of(literal(text)) : Optional.empty();
    }
}
