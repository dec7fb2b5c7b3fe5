package io.gaussferry.ddl.statement;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that are reserved in every supported version of MySQL. */
public final class ReservedWords {

    private static final Set<String> ALL = ResourceLines.of("reserved-words.txt").stream()
            .flatMap(line -> Arrays.stream(line.split(" ", -1)))
            .collect(Collectors.toUnmodifiableSet());

    private ReservedWords() {}

    /** Returns all reserved words, in upper case. */
    public static Set<String> all() {
        return ALL;
    }

    /** Returns whether a word, in any case, is reserved and therefore not a name unless it is quoted. */
    public static boolean contains(String word) {
        return ALL.contains(word.toUpperCase(Locale.ROOT));
    }
}
