package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.StatementKind.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * The statement kinds of all supported versions of MySQL, read from {@code statement-kinds.txt}. Determines the kind of
 * a statement by its first words. Immutable.
 */
public final class StatementKinds {

    private static final List<StatementKind> ALL = ResourceLines.of("statement-kinds.txt").stream()
            .flatMap(line -> parse(line).stream())
            .toList();

    private static final Set<String> DEFINING = Set.of("CREATE", "ALTER", "DROP");

    /** Modifiers between CREATE, ALTER or DROP and the object type; not part of a kind's words. */
    private static final Set<String> MODIFIERS = Set.of("OR", "REPLACE", "AGGREGATE", "UNIQUE", "FULLTEXT", "SPATIAL");

    private StatementKinds() {}

    /** Returns all kinds: one for each sequence of first words, and kinds without first words. */
    public static List<StatementKind> all() {
        return ALL;
    }

    /**
     * The kind of a statement and the end of its first words.
     *
     * @param kind the kind
     * @param end the index of the next token
     */
    public record Found(StatementKind kind, int end) {}

    /** Returns the kind of a statement; empty if no supported version has such a statement. */
    public static Optional<Found> find(List<Token> tokens) {
        int at = 0;
        while (true) {
            Optional<Found> found = at == 0 ? startingAt(tokens, List.of(), 0) : defining(tokens, at);
            if (found.isPresent() || !DEFINING.contains(word(tokens, 0))) {
                return found;
            }
            int next = at == 0 ? 1 : afterModifier(tokens, at);
            if (next == at) {
                return Optional.empty();
            }
            at = next;
        }
    }

    private static Optional<Found> defining(List<Token> tokens, int at) {
        return startingAt(tokens, List.of(word(tokens, 0)), at);
    }

    /** Returns the kind with the most words that match at a position, after the words already read. */
    private static Optional<Found> startingAt(List<Token> tokens, List<String> read, int at) {
        StatementKind best = null;
        for (StatementKind kind : ALL) {
            List<String> words = kind.words();
            boolean longer = !words.isEmpty()
                    && (best == null || words.size() > best.words().size());
            if (longer && words.size() > read.size() && matches(words, tokens, read, at)) {
                best = kind;
            }
        }
        return best == null
                ? Optional.empty()
                : Optional.of(new Found(best, at + best.words().size() - read.size()));
    }

    private static boolean matches(List<String> words, List<Token> tokens, List<String> read, int at) {
        if (!words.subList(0, read.size()).equals(read)) {
            return false;
        }
        for (int i = read.size(); i < words.size(); i++) {
            if (!words.get(i).equals(word(tokens, at + i - read.size()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the position after a modifier; the same position if there is no modifier. */
    private static int afterModifier(List<Token> tokens, int at) {
        return switch (word(tokens, at)) {
            case "ALGORITHM" -> afterEqualsSign(tokens, at + 1) + 1;
            case "SQL" -> word(tokens, at + 1).equals("SECURITY") ? at + 3 : at;
            case "DEFINER" -> afterAccount(tokens, afterEqualsSign(tokens, at + 1));
            default -> MODIFIERS.contains(word(tokens, at)) ? at + 1 : at;
        };
    }

    private static int afterEqualsSign(List<Token> tokens, int at) {
        return word(tokens, at).equals("=") ? at + 1 : at;
    }

    /**
     * Skips {@code CURRENT_USER()}, or a user name and an optional host, which some lexers join with {@code @} into one
     * token.
     */
    private static int afterAccount(List<Token> tokens, int at) {
        int next = at + 1;
        while (word(tokens, next).equals("(") || word(tokens, next).equals(")")) {
            next++;
        }
        while (word(tokens, next).startsWith("@")) {
            next += word(tokens, next).equals("@") ? 2 : 1;
        }
        return next;
    }

    /** Returns a token in upper case; the empty string after the last token. */
    private static String word(List<Token> tokens, int index) {
        return index < tokens.size() ? tokens.get(index).getText().toUpperCase(Locale.ROOT) : "";
    }

    private static List<StatementKind> parse(String line) {
        String[] fields = line.split("\\|", -1);
        String name = fields[0].strip();
        Outcome outcome = Outcome.valueOf(fields[1].strip().toUpperCase(Locale.ROOT));
        List<StatementKind> kinds = new ArrayList<>();
        for (String words : fields[2].strip().split(" *, *", -1)) {
            kinds.add(new StatementKind(name, outcome, words.equals("-") ? List.of() : List.of(words.split(" ", -1))));
        }
        return kinds;
    }
}
