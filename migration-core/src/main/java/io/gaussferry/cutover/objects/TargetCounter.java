package io.gaussferry.cutover.objects;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.opengauss.definition.TargetColumns.Column;
import io.gaussferry.schema.Identifiers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the next number of a column on the target: of its sequences, and of its rows. Joins the connection's transaction. */
final class TargetCounter {

    private static final Pattern NEXTVAL = Pattern.compile("nextval\\('((?:[^']|'')+)'");

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
     * Returns the lowest number that no counter of the target has given out and that exceeds the number of every row, at least 1; empty if
     * the target has no such column.
     */
    Optional<BigInteger> next(TableId table, String name) throws SQLException {
        Optional<Column> column = TargetColumns.find(target, table, name);
        if (column.isEmpty()) {
            return Optional.empty();
        }
        BigInteger next = highest(table, name).add(BigInteger.ONE);
        // a sequence of the default need not belong to the column; that of dolphin's AUTO_INCREMENT is in no default
        Set<String> sequences = new LinkedHashSet<>();
        sequenceOf(column.get().defaultExpression())
                .map(sequence -> sequence.replace("''", "'"))
                .ifPresent(sequences::add);
        ownedSequence(table, name).ifPresent(sequences::add);
        for (String sequence : sequences) {
            next = next.max(next(sequence));
        }
        return Optional.of(next);
    }

    /** Returns the highest number of the rows; 0 if there is none. */
    BigInteger highest(TableId table, String column) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT max(" + Identifiers.quoteTarget(column) + ") FROM " + Identifiers.quoteTarget(table))) {
            row.next();
            String highest = row.getString(1);
            return highest == null
                    ? BigInteger.ZERO
                    : new BigDecimal(highest).toBigInteger().max(BigInteger.ZERO);
        }
    }

    private Optional<String> ownedSequence(TableId table, String column) throws SQLException {
        try (PreparedStatement select = target.prepareStatement("SELECT pg_catalog.pg_get_serial_sequence(?, ?)")) {
            select.setString(1, Identifiers.quoteTarget(table));
            select.setString(2, column);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }

    /** @param sequence its quoted name */
    private BigInteger next(String sequence) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT last_value, is_called FROM " + sequence)) {
            row.next();
            BigInteger last = new BigDecimal(row.getString(1)).toBigInteger();
            return row.getBoolean(2) ? last.add(BigInteger.ONE) : last;
        }
    }
}
