package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.schema.Identifiers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the next numbers of columns on the target: of their sequences, and of their rows. Joins the connection's transaction. */
final class TargetCounter {

    private static final Pattern NEXTVAL = Pattern.compile("nextval\\('((?:[^']|'')+)'");

    /** Few enough for the stack of the target's parser. */
    private static final int SUBJECTS_OF_A_QUERY = 100;

    private final Connection target;

    TargetCounter(Connection target) {
        this.target = target;
    }

    /**
     * Returns the sequence of a column's default, its name escaped for a literal; empty if the default is none.
     *
     * @param defaultExpression as printed by the target; null for none
     */
    static Optional<String> sequenceOf(@Nullable String defaultExpression) {
        if (defaultExpression == null) {
            return Optional.empty();
        }
        Matcher sequence = NEXTVAL.matcher(defaultExpression);
        return sequence.find() ? Optional.of(sequence.group(1)) : Optional.empty();
    }

    /**
     * Returns for each table the lowest number that no counter of the target has given out and that exceeds the number of every row, at
     * least 1. Asks for many tables at once, since writers may wait.
     *
     * @param wanted columns by table; those that the target does not have are left out
     */
    Map<TableId, BigInteger> next(Map<TableId, String> wanted) throws SQLException {
        TargetColumns columns = TargetColumns.read(
                target, wanted.keySet().stream().map(TableId::schema).collect(Collectors.toSet()), wanted.values());
        Map<TableId, String> present = new HashMap<>();
        Map<TableId, Set<String>> sequences = new HashMap<>();
        wanted.forEach((table, name) -> columns.find(table, name).ifPresent(column -> {
            present.put(table, name);
            // a sequence of the default need not belong to the column; that of dolphin's AUTO_INCREMENT is in no
            // default
            Set<String> ofDefault = new LinkedHashSet<>();
            sequenceOf(column.defaultExpression())
                    .map(sequence -> sequence.replace("''", "'"))
                    .ifPresent(ofDefault::add);
            sequences.put(table, ofDefault);
        }));
        ownedSequences(present)
                .forEach((table, sequence) -> sequences
                        .computeIfAbsent(table, id -> new LinkedHashSet<>())
                        .add(sequence));
        Map<String, BigInteger> counters = counters(
                sequences.values().stream().flatMap(Set::stream).distinct().toList());
        Map<TableId, BigInteger> next = new HashMap<>();
        highest(present).forEach((table, highest) -> {
            BigInteger number = highest.add(BigInteger.ONE);
            for (String sequence : sequences.getOrDefault(table, Set.of())) {
                number = number.max(counters.getOrDefault(sequence, BigInteger.ONE));
            }
            next.put(table, number);
        });
        return next;
    }

    /** Returns the highest number of the rows; 0 if there is none. */
    BigInteger highest(TableId table, String column) throws SQLException {
        return highest(Map.of(table, column)).getOrDefault(table, BigInteger.ZERO);
    }

    /**
     * Returns the highest number of the rows of each table; 0 if there is none.
     *
     * @param columns by table; they exist
     */
    Map<TableId, BigInteger> highest(Map<TableId, String> columns) throws SQLException {
        Map<TableId, BigInteger> highest = new HashMap<>();
        ask(
                List.copyOf(columns.entrySet()),
                column -> "CAST(max(" + Identifiers.quoteTarget(column.getValue()) + ") AS text) FROM "
                        + Identifiers.quoteTarget(column.getKey()),
                (column, row) -> {
                    String number = row.getString(2);
                    highest.put(
                            column.getKey(),
                            number == null
                                    ? BigInteger.ZERO
                                    : new BigDecimal(number).toBigInteger().max(BigInteger.ZERO));
                });
        return highest;
    }

    private Map<TableId, String> ownedSequences(Map<TableId, String> columns) throws SQLException {
        Map<TableId, String> owned = new HashMap<>();
        ask(
                List.copyOf(columns.entrySet()),
                column -> "pg_catalog.pg_get_serial_sequence("
                        + Identifiers.literal(Identifiers.quoteTarget(column.getKey())) + ", "
                        + Identifiers.literal(column.getValue()) + ")",
                (column, row) -> {
                    String sequence = row.getString(2);
                    if (sequence != null) {
                        owned.put(column.getKey(), sequence);
                    }
                });
        return owned;
    }

    /** @param sequences their quoted names */
    private Map<String, BigInteger> counters(List<String> sequences) throws SQLException {
        Map<String, BigInteger> counters = new HashMap<>();
        ask(sequences, sequence -> "CAST(last_value AS text), is_called FROM " + sequence, (sequence, row) -> {
            BigInteger last = new BigDecimal(row.getString(2)).toBigInteger();
            counters.put(sequence, row.getBoolean(3) ? last.add(BigInteger.ONE) : last);
        });
        return counters;
    }

    /** Receives a row about a subject. */
    private interface Receiver<S> {
        void accept(S subject, ResultSet row) throws SQLException;
    }

    /** Asks for one row about each subject. */
    private <S> void ask(List<S> subjects, Function<S, String> expressions, Receiver<S> receiver) throws SQLException {
        for (int from = 0; from < subjects.size(); from += SUBJECTS_OF_A_QUERY) {
            int to = Math.min(subjects.size(), from + SUBJECTS_OF_A_QUERY);
            Sql.each(
                    target,
                    row -> receiver.accept(subjects.get(row.getInt(1)), row),
                    IntStream.range(from, to)
                            .mapToObj(i -> "SELECT " + i + ", " + expressions.apply(subjects.get(i)))
                            .collect(Collectors.joining(" UNION ALL ")));
        }
    }
}
