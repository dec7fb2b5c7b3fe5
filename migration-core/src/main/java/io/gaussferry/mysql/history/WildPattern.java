package io.gaussferry.mysql.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A name with placeholders, as a list of characters and placeholders: {@code %} and {@code _} of replication rules, {@code *} of our
 * settings. Case does not matter.
 *
 * @param parts characters, {@link #ANY_CHARACTERS} or {@link #ANY_CHARACTER}
 */
record WildPattern(List<Integer> parts) {

    private static final int ANY_CHARACTERS = -1;
    private static final int ANY_CHARACTER = -2;

    WildPattern {
        parts = List.copyOf(parts);
    }

    /** Reads a name of a replication rule: {@code %} means any characters, {@code _} any one; a backslash makes the next one literal. */
    static WildPattern ofRule(String text) {
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\' && i + 1 < text.length()) {
                parts.add((int) Character.toLowerCase(text.charAt(++i)));
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

    /** Reads a pattern of {@code gaussferry.source.schemas}. */
    static WildPattern ofSetting(String text) {
        return new WildPattern(text.chars()
                .map(character -> character == '*' ? ANY_CHARACTERS : Character.toLowerCase(character))
                .boxed()
                .toList());
    }

    /** Returns whether it is a name without placeholders. */
    boolean isName() {
        return parts.stream().allMatch(part -> part >= 0);
    }

    /** Returns the name that it is, in lower case. */
    String name() {
        StringBuilder name = new StringBuilder();
        parts.forEach(part -> name.append((char) part.intValue()));
        return name.toString();
    }

    /** Returns whether both can match the same name. */
    boolean overlaps(WildPattern other) {
        int rows = parts.size();
        int columns = other.parts.size();
        // whether what follows both positions can be the same
        boolean[][] same = new boolean[rows + 1][columns + 1];
        for (int i = rows; i >= 0; i--) {
            for (int j = columns; j >= 0; j--) {
                boolean anyHere = i < rows && parts.get(i) == ANY_CHARACTERS;
                boolean anyThere = j < columns && other.parts.get(j) == ANY_CHARACTERS;
                if (i == rows && j == columns) {
                    same[i][j] = true;
                } else if (anyHere) {
                    same[i][j] = same[i + 1][j] || (j < columns && same[i][j + 1]);
                } else if (anyThere) {
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
