package io.gaussferry.verify.compare;

import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Looks up rows of one table by key on both sides. Used by one thread at a time. */
final class RowLookup {

    /** Longer values are truncated in reports, characters. */
    private static final int SHOWN_CHARACTERS = 200;

    private final ComparedTable table;
    private final SourceReader source;
    private final TargetReader target;
    private final Connection targetConnection;

    RowLookup(ComparedTable table, ComparisonContext sides) {
        this.table = table;
        this.source = new SourceReader(sides.source());
        this.target = new TargetReader(sides.target());
        this.targetConnection = sides.target();
    }

    /** Reads the leading side, waits until the other side has passed that position, and reads the other side. */
    Map<List<String>, Observation> observe(List<List<String>> keys, ComparisonContext sides)
            throws SQLException, InterruptedException {
        PositionWatch watch = sides.watch();
        if (watch.sourceFollows()) {
            TargetRows onTarget = onTarget(keys);
            targetConnection.rollback();
            watch.await(watch.now(sides.source()));
            return onTarget.against(onSource(keys), keys);
        }
        Map<List<String>, long[]> onSource = onSource(keys);
        watch.await(watch.now(sides.source()));
        TargetRows onTarget = onTarget(keys);
        targetConnection.rollback();
        return onTarget.against(onSource, keys);
    }

    Map<List<String>, long[]> onSource(List<List<String>> keys) throws SQLException {
        Map<List<String>, long[]> rows = new HashMap<>();
        source.find(table, keys, (selected, row, key) -> rows.merge(key, row.columnHashes(), RowLookup::twice));
        return rows;
    }

    /** Like {@link #onSource}, but faster: of two rows with the same key in different partitions, one may be missing. */
    Map<List<String>, long[]> findInSourcePartition(List<List<String>> keys) throws SQLException {
        Map<List<String>, long[]> rows = new HashMap<>();
        source.findInPartition(
                table, keys, (selected, row, key) -> rows.merge(key, row.columnHashes(), RowLookup::twice));
        return rows;
    }

    /** A key that exists in two merged tables or in two partitions never matches the target, whichever of the rows the target has. */
    private static long[] twice(long[] one, long[] other) {
        return IntStream.range(0, one.length)
                .mapToLong(column -> 31 * one[column] + other[column] + 1)
                .toArray();
    }

    TargetRows onTarget(List<List<String>> keys) throws SQLException {
        TargetRows rows = new TargetRows(table);
        Set<List<String>> wanted = new HashSet<>(keys);
        target.read(table, table.targetLookup(keys), row -> {
            List<String> key = table.keyOf(row);
            if (wanted.contains(key)) {
                rows.add(key, row);
            }
        });
        return rows;
    }

    /**
     * Reads the target's rows under a lock.
     *
     * @param locations the locations of the locked rows
     * @return null if another session has inserted one of the rows since the lock was taken: it can still change
     */
    @Nullable
    TargetRows onTargetIfAt(Set<String> locations, List<List<String>> keys) throws SQLException {
        TargetRows rows = new TargetRows(table);
        Set<List<String>> wanted = new HashSet<>(keys);
        int columns = table.columnCount();
        boolean[] isOther = {false};
        target.readLocated(table, table.targetLookup(keys), row -> {
            List<String> key = table.keyOf(row);
            if (wanted.contains(key)) {
                isOther[0] |= !locations.contains(location(row.text(columns), row.text(columns + 1)));
                rows.add(key, row);
            }
        });
        return isOther[0] ? null : rows;
    }

    /** Returns the location of a row, by its {@code tableoid} and {@code ctid}. A lock prevents that it changes. */
    static String location(@Nullable String table, @Nullable String position) {
        return table + " " + position;
    }

    /** Returns some values of a row, truncated for display; nulls if the row does not exist. */
    Map<Integer, @Nullable String> shownOnSource(List<String> key, Collection<Integer> columns) throws SQLException {
        Map<Integer, @Nullable String> shown = new HashMap<>();
        source.find(table, List.of(key), (selected, row, found) -> show(row, columns, shown));
        return shown;
    }

    Map<Integer, @Nullable String> shownOnTarget(List<String> key, Collection<Integer> columns) throws SQLException {
        Map<Integer, @Nullable String> shown = new HashMap<>();
        target.read(table, table.targetCondition(List.of(key)), row -> show(row, columns, shown));
        return shown;
    }

    private static void show(Row row, Collection<Integer> columns, Map<Integer, @Nullable String> shown) {
        for (int column : columns) {
            shown.put(column, shown(row, column));
        }
    }

    /** Returns a value, truncated for display. */
    static @Nullable String shown(Row row, int column) {
        String text = row.text(column);
        return text == null || text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
