package io.gaussferry.application;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.opengauss.ErrorPosition;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prepares statements on the target in a transaction that is rolled back, with the settings of the application's sessions. Executes none.
 */
final class PreparedTrial {

    private static final String NAME = "gaussferry_statement";
    /** Classes of errors of syntax, names, and unsupported features. */
    private static final Set<String> NAMING_CLASSES = Set.of("42", "0A");

    /** The type of a parameter is unknown, on PostgreSQL and on openGauss. */
    private static final Set<String> UNDETERMINED_PARAMETER = Set.of("42P18", "42P38");

    /** A parameter of unknown type is not converted to an ENUM; strings are, as which drivers send values. */
    private static final String NO_CONVERSION = "failed to find conversion function from unknown";

    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");
    /** The prefix of the driver's messages: the two addresses, partly hidden. */
    private static final Pattern ADDRESSES = Pattern.compile("^\\[[^]]*] ");

    private final Connection target;
    /** The SQL before the statement that was prepared last. */
    private String prefix = "";

    /**
     * @param target in a transaction that is rolled back
     * @param settings of the application's sessions
     */
    PreparedTrial(Connection target, boolean dolphin, AccountSettings settings) throws SQLException {
        this.target = target;
        if (dolphin) {
            settings.apply(target);
        }
    }

    /**
     * Prepares a statement.
     *
     * @param sql with parameters {@code $1}, {@code $2}, …
     * @param schema of names without one; empty for none
     * @param literals the literals in it, which the message may quote
     * @return why the target refuses it, with marked values; empty if it accepts it
     * @throws SQLException if the connection fails
     */
    Optional<String> refusal(String sql, String schema, List<String> literals) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            if (!schema.isEmpty()) {
                execute("SET LOCAL search_path = " + Identifiers.quoteTarget(schema));
            }
            prepare(sql, new TreeSet<>());
            execute("DEALLOCATE " + NAME);
            return Optional.empty();
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
                throw e;
            }
            return Optional.of(message(e, sql, literals));
        } finally {
            end(before);
        }
    }

    /** Rolls back, and releases the savepoint: nested ones make each next statement slower. */
    private void end(Savepoint savepoint) throws SQLException {
        target.rollback(savepoint);
        target.releaseSavepoint(savepoint);
    }

    /** Prepares a statement; parameters whose type the target cannot determine are strings, as drivers send them. */
    private void prepare(String sql, SortedSet<Integer> strings) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            prefix = "PREPARE " + NAME + types(strings) + " AS ";
            execute(prefix + sql);
        } catch (SQLException e) {
            if (!strings.addAll(undetermined(e, sql))) {
                throw e;
            }
            end(before);
            prepare(sql, strings);
        }
    }

    private static List<Integer> undetermined(SQLException refusal, String sql) {
        String message = String.valueOf(refusal.getMessage());
        if (message.contains(NO_CONVERSION)) {
            return parameters(sql);
        }
        return UNDETERMINED_PARAMETER.contains(String.valueOf(refusal.getSQLState())) ? parameters(message) : List.of();
    }

    private static List<Integer> parameters(String text) {
        return PARAMETER
                .matcher(text)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
    }

    private static String types(SortedSet<Integer> strings) {
        if (strings.isEmpty()) {
            return "";
        }
        List<String> types = new ArrayList<>(Collections.nCopies(strings.last(), "unknown"));
        strings.forEach(number -> types.set(number - 1, "text"));
        return "(" + String.join(", ", types) + ")";
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private String message(SQLException refusal, String sql, List<String> literals) {
        String state = String.valueOf(refusal.getSQLState());
        String line = ADDRESSES
                .matcher(String.valueOf(refusal.getMessage()).strip())
                .replaceFirst("")
                .lines()
                .findFirst()
                .orElse("");
        return marked(line, state, literals) + " (SQLSTATE " + state + position(ErrorPosition.of(refusal), sql) + ")";
    }

    /**
     * Returns a message with marked values. Of errors of syntax and names the message is the server's own, and only quoted parts may be
     * literals; others may quote a value anywhere.
     */
    static String marked(String line, String state, List<String> literals) {
        return state.length() > 2 && NAMING_CLASSES.contains(state.substring(0, 2))
                ? QUOTED.matcher(line).replaceAll(part -> Matcher.quoteReplacement(quoted(part, literals)))
                : RowValueMarks.marked(line);
    }

    /** Marks a quoted part of a message that is, contains, or is part of a literal. */
    private static String quoted(MatchResult part, List<String> literals) {
        String text = part.group(1) == null ? part.group(2) : part.group(1);
        String folded = text.toLowerCase(Locale.ROOT);
        boolean isLiteral = literals.stream()
                .map(literal -> literal.toLowerCase(Locale.ROOT))
                .anyMatch(literal -> literal.contains(folded) || literal.length() > 1 && folded.contains(literal));
        return isLiteral ? RowValueMarks.marked(part.group()) : part.group();
    }

    private String position(int position, String sql) {
        int offset = position - 1 - prefix.length();
        if (position == 0 || offset < 0 || offset > sql.length()) {
            return "";
        }
        String before = sql.substring(0, offset);
        long line = before.chars().filter(character -> character == '\n').count() + 1;
        return ", line " + line + ", column " + (before.length() - before.lastIndexOf('\n'));
    }
}
