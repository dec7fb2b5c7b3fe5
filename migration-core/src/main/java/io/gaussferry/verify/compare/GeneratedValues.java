package io.gaussferry.verify.compare;

import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import io.gaussferry.verify.read.RowConsumer;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of the target whose generated columns have other values than MySQL's, while neither side is written to. First compares
 * digests, like {@link RangeComparison}. Rows without a key are identified by the values of their other columns, on which generated values
 * depend. Used by one thread at a time.
 */
public final class GeneratedValues {

    /** Rows of differing buckets whose generated values are in memory at once. */
    private static final long ROWS_HELD = 20_000;

    private final ComparedTable table;
    private final SourceReader source;
    private final TargetReader target;
    private final Connection targetConnection;
    private final ComparedTable identified;
    private final int[] generated;
    private final int[] identity;

    /**
     * A row of the target that needs MySQL's values.
     *
     * @param partition the {@code tableoid} of the row
     * @param location the {@code ctid} of the row
     * @param values MySQL's values of the generated columns, as the target's strings
     */
    public record Missing(String partition, String location, List<@Nullable String> values) {}

    /** Receives the rows that need MySQL's values. */
    public interface Consumer {
        void accept(Missing row) throws SQLException;
    }

    /** Generated values of a row in MySQL. */
    private record Computed(long hash, List<@Nullable String> values) {}

    /** @param target without autocommit */
    public GeneratedValues(ComparedTable table, Connection source, Connection target) {
        this.table = table;
        this.source = new SourceReader(source);
        this.target = new TargetReader(target);
        this.targetConnection = target;
        this.identified = table.withoutGeneratedColumns();
        this.generated = table.generatedColumns();
        this.identity = identified.hasKey()
                ? identified.key()
                : IntStream.range(0, table.columnCount())
                        .filter(column -> IntStream.of(generated).noneMatch(other -> other == column))
                        .toArray();
    }

    /** Finds the rows of a range of {@link ComparedTable#order} of the table without its generated columns. */
    public void find(KeyRange range, Consumer consumer) throws SQLException {
        int bits = range.equals(KeyRange.WHOLE) ? Digest.MANY_BUCKETS_BITS : Digest.FEW_BUCKETS_BITS;
        Digest onSource = new Digest(bits);
        Digest onTarget = new Digest(bits);
        source.readSelected(table, range, (selected, row) -> onSource.add(row.hash(identity), row.hash(generated)));
        readTarget(range, row -> onTarget.add(identityOnTarget(row), row.hash(generated)));
        if (onSource.isEqualTo(onTarget)) {
            return;
        }
        for (BitSet buckets : BucketGroups.of(onSource, onTarget, ROWS_HELD)) {
            find(range, buckets, onSource, consumer);
        }
    }

    /** Finds the rows with these keys; the table has a key without generated columns. */
    public void find(List<List<String>> keys, Consumer consumer) throws SQLException {
        Map<Long, Computed> computed = new HashMap<>();
        source.find(
                table,
                keys,
                (selected, row, key) ->
                        computed.put(row.hash(identity), new Computed(row.hash(generated), values(selected))));
        Sessions.planForKeys(targetConnection);
        target.readLocated(table, table.targetLookup(keys), row -> compare(row, computed, consumer));
        targetConnection.rollback();
    }

    private void find(KeyRange range, BitSet buckets, Digest digest, Consumer consumer) throws SQLException {
        Map<Long, Computed> computed = new HashMap<>();
        source.readSelected(table, range, (selected, row) -> {
            long hash = row.hash(identity);
            if (buckets.get(digest.bucket(hash))) {
                computed.put(hash, new Computed(row.hash(generated), values(selected)));
            }
        });
        readTarget(range, row -> compare(row, computed, consumer));
    }

    private void compare(Row row, Map<Long, Computed> computed, Consumer consumer) throws SQLException {
        Computed onSource = computed.get(identityOnTarget(row));
        if (onSource != null && onSource.hash() != row.hash(generated)) {
            int columns = table.columnCount();
            consumer.accept(new Missing(
                    String.valueOf(row.text(columns)), String.valueOf(row.text(columns + 1)), onSource.values()));
        }
    }

    private void readTarget(KeyRange range, RowConsumer consumer) throws SQLException {
        Sessions.planFor(targetConnection, range);
        target.readLocated(table, identified.order().targetCondition(range), consumer);
        targetConnection.rollback();
    }

    /** Returns the hash of the identifying columns, with the values that MySQL stores. */
    private long identityOnTarget(Row row) {
        return identified.hasKey() || !table.mayStoreOtherwise()
                ? row.hash(identity)
                : table.asStored(row).hash(identity);
    }

    private List<@Nullable String> values(ResultSet selected) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        for (int column : generated) {
            values.add(RowRepair.value(table, selected.getBytes(column + 1), column));
        }
        return values;
    }
}
