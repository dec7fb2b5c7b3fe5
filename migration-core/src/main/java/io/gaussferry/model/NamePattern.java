package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern for names. In settings, {@code *} matches any characters, and a name between backticks is literal; a name with a dot or a
 * star needs them. In MySQL's grants and replication rules, {@code %} matches any characters and {@code _} one. The patterns for
 * tables, columns and renaming consist of such patterns. Immutable.
 */
public final class NamePattern {

    /** A regular expression without groups for one name as it is written in settings. */
    public static final String FORM = "(?:`(?:[^`]|``)+`|[^.`]+)";

    private static final int ANY_CHARACTERS = -1;
    private static final int ANY_CHARACTER = -2;

    /** The number of patterns of settings that are kept: they are asked for every table, and settings have few. */
    private static final int KEPT = 1_000;

    private static final Map<String, NamePattern> KNOWN = new ConcurrentHashMap<>();

    /** Characters and placeholders. */
    private final List<Integer> parts;

    private final Pattern pattern;

    private NamePattern(List<Integer> parts) {
        this.parts = List.copyOf(parts);
        StringBuilder expression = new StringBuilder();
        for (int part : parts) {
            expression.append(
                    switch (part) {
                        case ANY_CHARACTERS -> "(.*)";
                        case ANY_CHARACTER -> ".";
                        default ->
                            Character.isLetterOrDigit(part)
                                    ? String.valueOf((char) part)
                                    : Pattern.quote(String.valueOf((char) part));
                    });
        }
        this.pattern = Pattern.compile(expression.toString(), Pattern.DOTALL);
    }

    /** @param text the pattern as settings write it, of the form {@link #FORM} */
    public static NamePattern of(String text) {
        NamePattern known = KNOWN.get(text);
        if (known != null) {
            return known;
        }
        NamePattern pattern = isQuoted(text)
                ? exactly(literal(text))
                : new NamePattern(text.chars()
                        .map(character -> character == '*' ? ANY_CHARACTERS : character)
                        .boxed()
                        .toList());
        if (KNOWN.size() < KEPT) {
            KNOWN.put(text, pattern);
        }
        return pattern;
    }

    /** Returns the pattern that matches only this name. */
    public static NamePattern exactly(String name) {
        return new NamePattern(name.chars().boxed().toList());
    }

    /** @param text the pattern as MySQL writes it: a backslash makes the next character literal */
    public static NamePattern like(String text) {
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\' && i + 1 < text.length()) {
                parts.add((int) text.charAt(++i));
            } else if (character == '%') {
                parts.add(ANY_CHARACTERS);
            } else {
                parts.add(character == '_' ? ANY_CHARACTER : character);
            }
        }
        return new NamePattern(parts);
    }

    /** Returns the written name without its backticks. */
    static String literal(String text) {
        return isQuoted(text) ? text.substring(1, text.length() - 1).replace("``", "`") : text;
    }

    static boolean isQuoted(String text) {
        return text.length() > 2 && text.startsWith("`") && text.endsWith("`");
    }

    /** Returns whether the pattern matches a name; case-sensitive. */
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

    /** Returns the only name that the pattern matches; empty if it has a placeholder. */
    public Optional<String> only() {
        if (parts.stream().anyMatch(part -> part < 0)) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        parts.forEach(part -> name.append((char) part.intValue()));
        return Optional.of(name.toString());
    }

    /** Returns whether both can match the same name, if its case is ignored. */
    public boolean overlaps(NamePattern other) {
        int rows = parts.size();
        int columns = other.parts.size();
        // whether the remainders after both positions can match
        boolean[][] same = new boolean[rows + 1][columns + 1];
        for (int i = rows; i >= 0; i--) {
            for (int j = columns; j >= 0; j--) {
                boolean leftAny = i < rows && parts.get(i) == ANY_CHARACTERS;
                boolean rightAny = j < columns && other.parts.get(j) == ANY_CHARACTERS;
                if (i == rows && j == columns) {
                    same[i][j] = true;
                } else if (leftAny) {
                    same[i][j] = same[i + 1][j] || (j < columns && same[i][j + 1]);
                } else if (rightAny) {
                    same[i][j] = same[i][j + 1] || (i < rows && same[i + 1][j]);
                } else {
                    same[i][j] =
                            i < rows && j < columns && isSame(parts.get(i), other.parts.get(j)) && same[i + 1][j + 1];
                }
            }
        }
        return same[0][0];
    }

    private static boolean isSame(int one, int other) {
        return Character.toLowerCase(one) == Character.toLowerCase(other)
                || one == ANY_CHARACTER
                || other == ANY_CHARACTER;
    }
}
