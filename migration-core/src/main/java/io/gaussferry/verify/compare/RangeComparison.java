package io.gaussferry.verify.compare;

import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.RowConsumer;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Compares the rows of one range of a table with a key. First compares count and sum of hashes per bucket, then the single rows of
 * differing buckets. The remaining rows are suspects, because both sides are read at different moments. Used by one thread at a time.
 */
public final class RangeComparison {

    /** Rows of differing buckets in memory at once: 50 bytes each, plus their keys if they differ. */
    private static final long ROWS_HELD = 100_000;

    private final ComparedTable table;
    private final ComparisonContext sides;
    private final SourceReader source;
    private final TargetReader target;
    private final SuspectRows suspects;
    private final long rowsHeld;

    public RangeComparison(ComparedTable table, ComparisonContext sides, RowFindings findings) {
        this.table = table;
        this.sides = sides;
        this.source = new SourceReader(sides.source());
        this.target = new TargetReader(sides.target());
        this.suspects = new SuspectRows(table, sides, findings);
        this.rowsHeld = ROWS_HELD;
    }

    /** Compares a range, and verifies the rows that seem to differ; returns the content of the first reading. */
    public ComparedChunk compare(KeyRange range) throws SQLException, InterruptedException {
        int bits = range.equals(KeyRange.WHOLE) ? Digest.MANY_BUCKETS_BITS : Digest.FEW_BUCKETS_BITS;
        Digest onSource = new Digest(bits);
        Digest onTarget = new Digest(bits);
        readSource(range, row -> onSource.add(row.hash(table.key()), row.hash()));
        readTarget(range, row -> onTarget.add(row.hash(table.key()), row.hash()));
        if (!onSource.isEqualTo(onTarget)) {
            long unknown = 0;
            for (BitSet buckets : BucketGroups.of(onSource, onTarget, rowsHeld)) {
                List<List<String>> keys = suspectKeys(range, buckets, onSource);
                List<List<String>> known = keys.stream()
                        .filter(key -> !key.contains(SourceReader.UNCONVERTIBLE))
                        .toList();
                unknown += keys.size() - known.size();
                suspects.decide(known);
            }
            if (unknown > 0) {
                throw new UndecidedComparisonException(
                        "rows of the source have keys that the target cannot store, so they cannot be looked up:"
                                + " at least " + unknown);
            }
        }
        return new ComparedChunk(onSource.rows(), onSource.sum(), onTarget.sum());
    }

    private void readSource(KeyRange range, RowConsumer consumer) throws SQLException {
        source.read(table, range, consumer);
    }

    private void readTarget(KeyRange range, RowConsumer consumer) throws SQLException {
        Sessions.planFor(sides.target(), range);
        target.read(table, table.order().targetCondition(range), consumer);
        sides.target().rollback();
    }

    /** Reads the range again and returns the keys of the rows in the given buckets that still differ. */
    private List<List<String>> suspectKeys(KeyRange range, BitSet buckets, Digest digest) throws SQLException {
        LongHashMap onSource = new LongHashMap();
        List<List<String>> keys = new ArrayList<>();
        readSource(range, row -> {
            long key = row.hash(table.key());
            if (!buckets.get(digest.bucket(key))) {
                return;
            }
            if (onSource.contains(key)) {
                // of two merged tables
                keys.add(table.keyOf(row));
            }
            onSource.put(key, row.hash());
        });
        LongHashMap seen = new LongHashMap();
        readTarget(range, row -> {
            long key = row.hash(table.key());
            if (buckets.get(digest.bucket(key))) {
                boolean second = seen.contains(key);
                seen.put(key, 1);
                if (second || !onSource.contains(key) || onSource.get(key) != row.hash()) {
                    keys.add(table.keyOf(row));
                }
            }
        });
        LongHashMap missing = new LongHashMap();
        onSource.forEachKey(key -> {
            if (!seen.contains(key)) {
                missing.put(key, 1);
            }
        });
        if (missing.size() > 0) {
            readSource(range, row -> {
                if (missing.contains(row.hash(table.key()))) {
                    keys.add(table.keyOf(row));
                }
            });
        }
        return keys.stream().distinct().toList();
    }
}
