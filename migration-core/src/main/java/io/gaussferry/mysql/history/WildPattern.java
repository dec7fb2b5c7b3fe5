package io.gaussferry.mysql.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A name pattern as a list of characters and placeholders: {@code %} and {@code _} of replication rules, {@code *} of our
 * settings. Case-insensitive.
 *
 * @param parts characters, {@link #ANY_CHARACTERS} or {@link #ANY_CHARACTER}
 */
record WildPattern(List<Integer> parts) {

    private static final int ANY_CHARACTERS = -1;
    private static final int ANY_CHARACTER = -2;

    WildPattern {
        parts = List.copyOf(parts);
    }

    /**
     * Parses a name of a replication rule: {@code %} matches any characters, {@code _} one character; a backslash makes the next
     * one literal.
     */
    static WildPattern ofRule(String pattern) {
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (character == '\\' && i + 1 < pattern.length()) {
                parts.add((int) Character.toLowerCase(pattern.charAt(++i)));
            } else if (character == '%') {
                parts.add(ANY_CHARACTERS);
            } else if (character == '_') {
                parts.add(ANY_CHARACTER);
            } else {
                parts.add((int) Character.toLowerCase(character));
            }
        }
        return new WildPattern(parts);
    }

    /** Parses a pattern of {@code gaussferry.source.schemas}. */
    static WildPattern ofSetting(String pattern) {
        return new WildPattern(pattern.chars()
                .map(character -> character == '*' ? ANY_CHARACTERS : Character.toLowerCase(character))
                .boxed()
                .toList());
    }

    /** Returns whether it contains no placeholders. */
    boolean isName() {
        return parts.stream().allMatch(part -> part >= 0);
    }

    /** Returns the name in lower case; only for a pattern without placeholders. */
    String name() {
        StringBuilder name = new StringBuilder();
        parts.forEach(part -> name.append((char) part.intValue()));
        return name.toString();
    }

    /** Returns whether both can match the same name. */
    boolean overlaps(WildPattern other) {
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
        return one == other || one == ANY_CHARACTER || other == ANY_CHARACTER;
    }
}
