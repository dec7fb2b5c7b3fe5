package io.gaussferry.verify.compare;

import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.Difference.Column;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import io.gaussferry.verify.read.RowConsumer;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a table without a key that identifies rows on both sides, as a multiset in one range. A surplus of equal rows on one side is
 * reported if it appears in all readings, each taken after the following side has passed the position of the leading side; or immediately
 * if the leading side had no commits in the meantime. Used by one thread at a time.
 */
public final class MultisetComparison {

    private static final long ROWS_HELD = 200_000;
    private static final int READINGS = 10;

    private final ComparedTable table;
    private final ComparisonContext sides;
    private final SourceReader source;
    private final TargetReader target;
    private final RowFindings findings;

    public MultisetComparison(ComparedTable table, ComparisonContext sides, RowFindings findings) {
        this.table = table;
        this.sides = sides;
        this.source = new SourceReader(sides.source());
        this.target = new TargetReader(sides.target());
        this.findings = findings;
    }

    /** Compares the table and reports the differences; returns the content of the first reading. */
    public ComparedChunk compare() throws SQLException, InterruptedException {
        Digest onSource = new Digest(Digest.MANY_BUCKETS_BITS);
        Digest onTarget = new Digest(Digest.MANY_BUCKETS_BITS);
        readBoth(row -> onSource.add(row.hash(), row.hash()), row -> onTarget.add(row.hash(), row.hash()));
        if (!onSource.isEqualTo(onTarget)) {
            Map<Long, Long> surplus = new HashMap<>();
            for (BitSet buckets : BucketGroups.of(onSource, onTarget, ROWS_HELD)) {
                surplus.putAll(surplus(buckets, onSource));
            }
            if (table.mayStoreOtherwise()) {
                matchStoredRows(surplus);
            }
            if (!surplus.isEmpty()) {
                report(surplus);
            }
        }
        return new ComparedChunk(onSource.rows(), onSource.sum(), onTarget.sum());
    }

    /** Reads the leading side, then the other side after it has passed that position. */
    private void readBoth(RowConsumer ofSource, RowConsumer ofTarget) throws SQLException, InterruptedException {
        PositionWatch watch = sides.watch();
        if (watch.sourceFollows()) {
            readTarget(ofTarget);
            watch.await(watch.now(sides.source()));
            readSource(ofSource);
            return;
        }
        readSource(ofSource);
        watch.await(watch.now(sides.source()));
        readTarget(ofTarget);
    }

    private void readSource(RowConsumer consumer) throws SQLException {
        source.read(table, KeyRange.WHOLE, consumer);
    }

    private void readTarget(RowConsumer consumer) throws SQLException {
        Sessions.planFor(sides.target(), KeyRange.WHOLE);
        target.read(table, "1 = 1", consumer);
        sides.target().rollback();
    }

    /** Returns the surplus of these buckets: the number of rows by hash, negative for rows of the target. */
    private Map<Long, Long> surplus(BitSet buckets, Digest digest) throws SQLException, InterruptedException {
        Map<Long, Long> surplus = null;
        for (int reading = 0; reading < READINGS && (surplus == null || !surplus.isEmpty()); reading++) {
            PositionWatch watch = sides.watch();
            PositionWatch.Place before = watch.now(sides.source());
            LongHashMap counts = new LongHashMap();
            Map<Long, Long> suspects = surplus;
            readBoth(
                    row -> count(row, buckets, digest, suspects, counts, 1),
                    row -> count(row, buckets, digest, suspects, counts, -1));
            surplus = remaining(surplus, counts);
            if (before.equals(watch.now(sides.source()))) {
                break; // no commits in the meantime: the result is exact
            }
        }
        return surplus == null ? Map.of() : surplus;
    }

    /** Removes the rows of the target for which the source has the rows that MySQL stores, and reports that these count as equal. */
    private void matchStoredRows(Map<Long, Long> surplus) throws SQLException {
        if (surplus.values().stream().noneMatch(number -> number > 0)
                || surplus.values().stream().noneMatch(number -> number < 0)) {
            return;
        }
        readTarget(row -> {
            long hash = row.hash();
            if (surplus.getOrDefault(hash, 0L) >= 0) {
                return;
            }
            Row stored = table.asStored(row);
            if (surplus.getOrDefault(stored.hash(), 0L) > 0) {
                surplus.computeIfPresent(hash, (unused, number) -> number == -1 ? null : number + 1);
                surplus.computeIfPresent(stored.hash(), (unused, number) -> number == 1 ? null : number - 1);
                findings.storedOtherwise(storedOtherwise(row, stored));
            }
        });
    }

    private StoredOtherwise storedOtherwise(Row row, Row stored) {
        long[] before = row.columnHashes();
        long[] after = stored.columnHashes();
        return new StoredOtherwise(
                table.id(),
                List.of(),
                IntStream.range(0, before.length)
                        .filter(column -> before[column] != after[column])
                        .mapToObj(table::columnName)
                        .toList(),
                1);
    }

    private static void count(
            Row row,
            BitSet buckets,
            Digest digest,
            @Nullable Map<Long, Long> suspects,
            LongHashMap counts,
            long number) {
        long hash = row.hash();
        if (buckets.get(digest.bucket(hash)) && (suspects == null || suspects.containsKey(hash))) {
            counts.add(hash, number);
        }
    }

    /** Returns the surplus that all readings have on the same side: for each row the smallest number seen. */
    private static Map<Long, Long> remaining(@Nullable Map<Long, Long> before, LongHashMap counts) {
        Map<Long, Long> remaining = new HashMap<>();
        counts.forEachKey(hash -> {
            long now = counts.get(hash);
            long earlier = before == null ? now : before.getOrDefault(hash, 0L);
            if (now != 0 && Long.signum(now) == Long.signum(earlier)) {
                remaining.put(hash, Math.abs(now) < Math.abs(earlier) ? now : earlier);
            }
        });
        return remaining;
    }

    private void report(Map<Long, Long> surplus) throws SQLException {
        Map<Long, Long> remaining = new HashMap<>(surplus);
        readSource(row -> report(row, remaining, Kind.MISSING));
        readTarget(row -> report(row, remaining, Kind.EXTRA));
        // these rows have changed since the last reading: their number is reported, but their values are gone
        remaining.forEach((hash, number) ->
                findings.differs(difference(number > 0 ? Kind.MISSING : Kind.EXTRA, List.of(), Math.abs(number))));
    }

    private void report(Row row, Map<Long, Long> remaining, Kind kind) {
        Long number = remaining.get(row.hash());
        if (number != null && (kind == Kind.MISSING) == number > 0) {
            remaining.remove(row.hash());
            findings.differs(difference(kind, values(row, kind), Math.abs(number)));
        }
    }

    private List<Column> values(Row row, Kind kind) {
        List<Column> values = new ArrayList<>();
        for (int i = 0; sides.settings().values() && i < table.columnCount(); i++) {
            String text = RowLookup.shown(row, i);
            values.add(new Column(
                    table.columnName(i), true, kind == Kind.MISSING ? text : null, kind == Kind.EXTRA ? text : null));
        }
        return values;
    }

    private Difference difference(Kind kind, List<Column> values, long copies) {
        boolean repair = sides.settings().repair();
        return new Difference(
                table.id(),
                kind,
                List.of(),
                values,
                copies,
                Proof.REPEATED,
                repair ? Repair.NOT_POSSIBLE : Repair.NOT_ASKED,
                repair
                        ? "rows without a key cannot be locked one by one: copy the table again with gaussferry copy"
                        : "");
    }
}
