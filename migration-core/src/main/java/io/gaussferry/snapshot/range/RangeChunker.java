package io.gaussferry.snapshot.range;

import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Splits a source table into ranges of about the given number of rows in key order. Each range takes one index lookup, which steps over
 * index entries, so that gaps and skew cost nothing. The ranges have no gaps and are open at both ends: together they contain every
 * possible row on either side, regardless of concurrent inserts.
 *
 * <p>Rows with equal values in the ordered columns are never divided, whatever their number. Used by one thread at a time.
 */
public final class RangeChunker {

    private final Connection source;
    private final KeyOrder order;
    private final long rowsPerRange;
    private final List<String> end;
    private List<String> last;
    private boolean ended;

    /**
     * @param source a connection whose time zone is UTC
     * @param rowsPerRange rows per range, at least 1
     */
    public RangeChunker(Connection source, KeyOrder order, long rowsPerRange) {
        this(source, order, rowsPerRange, KeyRange.WHOLE);
    }

    /** Splits only a part of a table; the ranges together cover that part. */
    public RangeChunker(Connection source, KeyOrder order, long rowsPerRange, KeyRange part) {
        if (rowsPerRange < 1) {
            throw new IllegalArgumentException("a range has at least one row, not " + rowsPerRange);
        }
        this.source = source;
        this.order = order;
        this.rowsPerRange = rowsPerRange;
        this.last = part.after();
        this.end = part.upTo();
    }

    /** Returns the next range; empty after the last. */
    public Optional<KeyRange> next() throws SQLException {
        if (ended) {
            return Optional.empty();
        }
        List<String> next = order.columns().isEmpty() ? List.of() : keyAfter(rowsPerRange);
        ended = next.isEmpty() || next.equals(end);
        KeyRange range = new KeyRange(last, ended ? end : next);
        last = range.upTo();
        return Optional.of(range);
    }

    /** Returns whether the last range has been returned. */
    public boolean isEnded() {
        return ended;
    }

    /** Returns the key at the given distance from the end of the last range; empty if there are fewer rows. */
    private List<String> keyAfter(long rows) throws SQLException {
        List<String> names = order.columns().stream()
                .map(column -> Identifiers.quoteSource(
                        order.table().columns().get(column).name()))
                .toList();
        String query = "SELECT "
                + order.columns().stream()
                        .map(column ->
                                KeyLiterals.selected(order.table().columns().get(column)))
                        .collect(Collectors.joining(", "))
                + " FROM " + order.from(order.table().id()) + " WHERE "
                + order.sourceCondition(new KeyRange(last, end)) + " ORDER BY " + String.join(", ", names)
                + " LIMIT 1 OFFSET " + (rows - 1);
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<String> key = new ArrayList<>();
            if (row.next()) {
                for (int i = 1; i <= names.size(); i++) {
                    key.add(row.getString(i));
                }
            }
            return key;
        }
    }
}
