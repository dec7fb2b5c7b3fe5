package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.RowWriters;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.BucketGroups;
import io.gaussferry.verify.compare.Digest;
import io.gaussferry.verify.compare.LongHashMap;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes a table of MySQL without a usable key equal to a snapshot of the target: both sides are compared as multisets of rows. Rows that
 * MySQL lacks are inserted. If MySQL has rows that the target does not have, all its rows are replaced: they cannot be identified one by
 * one. Memory is bounded, at the price of one reading of both sides for each {@value #ROWS_HELD} rows that may differ. No other session
 * writes to MySQL. Used once, by one thread.
 */
final class KeylessCorrection {

    private static final long ROWS_HELD = 200_000;

    /** Rows that are inserted or deleted in one transaction of MySQL. */
    private static final int ROWS_PER_TRANSACTION = 1_000;

    private final ComparedTable table;
    private final ComparedTable compared;
    private final Connection source;
    private final Connection snapshot;
    private final Connection mysql;
    private final CurrentRows rows;
    private final RowWriters writers;
    private final Ownership ownership;
    private final SourceTransaction none;

    /**
     * @param source reads MySQL, with autocommit
     * @param snapshot reads the target in one snapshot
     * @param mysql writes to MySQL
     * @param rows of the snapshot
     * @param ownership of the progress in MySQL, proven in each transaction
     * @param none named in messages about the rows
     */
    KeylessCorrection(
            ComparedTable table,
            Connection source,
            Connection snapshot,
            Connection mysql,
            CurrentRows rows,
            RowWriters writers,
            Ownership ownership,
            SourceTransaction none) {
        this.table = table;
        this.compared = table.withoutGeneratedColumns();
        this.source = source;
        this.snapshot = snapshot;
        this.mysql = mysql;
        this.rows = rows;
        this.writers = writers;
        this.ownership = ownership;
        this.none = none;
    }

    /** Returns the number of rows that were inserted or deleted. */
    long run() throws SQLException {
        Digest onTarget = new Digest(Digest.MANY_BUCKETS_BITS);
        new TargetReader(snapshot).read(compared, planned(), row -> onTarget.add(row.hash(), row.hash()));
        Digest onMySql = digestOfMySql();
        if (onMySql.isEqualTo(onTarget)) {
            return 0;
        }
        long deleted = 0;
        if (hasMore(onMySql, onTarget)) {
            deleted = deleteAll();
            onMySql = digestOfMySql();
        }
        long inserted = 0;
        for (BitSet buckets : BucketGroups.of(onMySql, onTarget, ROWS_HELD)) {
            inserted += insertMissing(buckets, onTarget);
        }
        return deleted + inserted;
    }

    private String planned() throws SQLException {
        Sessions.planFor(snapshot, KeyRange.WHOLE);
        return "1 = 1";
    }

    private Digest digestOfMySql() throws SQLException {
        Digest digest = new Digest(Digest.MANY_BUCKETS_BITS);
        new SourceReader(source).read(compared, KeyRange.WHOLE, row -> digest.add(row.hash(), row.hash()));
        return digest;
    }

    /** Returns whether MySQL has a row more often than the target. */
    private boolean hasMore(Digest onMySql, Digest onTarget) throws SQLException {
        for (BitSet buckets : BucketGroups.of(onMySql, onTarget, ROWS_HELD)) {
            LongHashMap surplus = surplusOfTarget(buckets, onTarget);
            boolean[] found = {false};
            surplus.forEachKey(hash -> found[0] |= surplus.get(hash) < 0);
            if (found[0]) {
                return true;
            }
        }
        return false;
    }

    /** Returns how much more often the target has each row of these buckets, by its hash. */
    private LongHashMap surplusOfTarget(BitSet buckets, Digest digest) throws SQLException {
        LongHashMap surplus = new LongHashMap();
        new SourceReader(source).read(compared, KeyRange.WHOLE, row -> add(surplus, row.hash(), -1, buckets, digest));
        new TargetReader(snapshot).read(compared, planned(), row -> add(surplus, row.hash(), 1, buckets, digest));
        return surplus;
    }

    private static void add(LongHashMap surplus, long hash, long number, BitSet buckets, Digest digest) {
        if (buckets.get(digest.bucket(hash))) {
            surplus.add(hash, number);
        }
    }

    private long insertMissing(BitSet buckets, Digest digest) throws SQLException {
        LongHashMap surplus = surplusOfTarget(buckets, digest);
        int[] columns = IntStream.range(0, compared.columnCount()).toArray();
        List<CurrentRows.Location> missing = new ArrayList<>();
        new TargetReader(snapshot).readLocated(compared, planned(), row -> {
            long hash = row.hash(columns);
            if (surplus.get(hash) > 0) {
                surplus.add(hash, -1);
                missing.add(new CurrentRows.Location(
                        String.valueOf(row.text(compared.columnCount())),
                        String.valueOf(row.text(compared.columnCount() + 1))));
            }
        });
        for (int from = 0; from < missing.size(); from += ROWS_PER_TRANSACTION) {
            List<RowChange> some = rows.located(
                    table, missing.subList(from, Math.min(from + ROWS_PER_TRANSACTION, missing.size())), none);
            MySqlCorrection.write(
                    table,
                    mysql,
                    ownership,
                    () -> writers.of(table.definition())
                            .insert(some.stream().map(RowImage::after).toList()));
        }
        return missing.size();
    }

    private long deleteAll() throws SQLException {
        long[] deleted = {0};
        long before = -1;
        while (deleted[0] != before) {
            before = deleted[0];
            MySqlCorrection.write(table, mysql, ownership, () -> {
                try (Statement statement = mysql.createStatement()) {
                    deleted[0] += statement.executeUpdate("DELETE FROM "
                            + Identifiers.quoteSource(table.definition().id()) + " LIMIT " + ROWS_PER_TRANSACTION);
                }
            });
        }
        return deleted[0];
    }
}
