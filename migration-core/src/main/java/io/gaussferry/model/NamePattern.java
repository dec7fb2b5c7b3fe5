package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which names are meant: {@code *} stands for any characters. A name with a dot or a star stands between backticks, and is taken
 * as it is. Case matters. The one kind of star patterns: those for tables, columns and renaming are made of it. Immutable.
 */
public final class NamePattern {

    /** A regular expression without groups: one name as it is written. */
    public static final String FORM = "(?:`(?:[^`]|``)+`|[^.`]+)";

    private final String text;
    private final Pattern pattern;

    private NamePattern(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    /** @param text of the form {@link #FORM} */
    public static NamePattern of(String text) {
        List<String> literals = new ArrayList<>();
        for (String literal : isQuoted(text) ? List.of(literal(text)) : List.of(text.split("\\*", -1))) {
            literals.add(Pattern.quote(literal));
        }
        return new NamePattern(text, Pattern.compile(String.join("(.*)", literals), Pattern.DOTALL));
    }

    /** Returns the name that is written, without its backticks. */
    static String literal(String text) {
        return isQuoted(text) ? text.substring(1, text.length() - 1).replace("``", "`") : text;
    }

    static boolean isQuoted(String text) {
        return text.startsWith("`");
    }

    /** Returns whether a name is meant. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** Returns what each star stands for in a name, from the left; empty if it is not meant. */
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

    /** Returns how many stars it has. */
    int starCount() {
        return pattern.matcher("").groupCount();
    }

    /** Returns the only name that can be meant; empty if there is a star. */
    Optional<String> only() {
        return starCount() == 0 ? Optional.of(literal(text)) : Optional.empty();
    }
}
