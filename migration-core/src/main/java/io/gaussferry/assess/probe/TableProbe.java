package io.gaussferry.assess.probe;

import io.gaussferry.assess.forecast.MeasuredTable;
import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.convert.Conversion;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.ExplicitZeroException;
import io.gaussferry.snapshot.chunk.RangeCopier;
import io.gaussferry.snapshot.chunk.RangeCopier.Copied;
import io.gaussferry.snapshot.chunk.RejectedValues;
import io.gaussferry.snapshot.chunk.RowRateThrottler;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Measures one table: copies its first rows into a temporary table as the copy does, creates the indexes, compares both sides as the
 * verification does, and changes rows in sets. Everything happens in one transaction of the target, which the caller rolls back. Used by one
 * thread.
 */
final class TableProbe {

    private static final String SCHEMA = "SELECT n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
            + " ON n.oid = c.relnamespace WHERE c.relname = ? AND c.relpersistence = 't'"
            + " AND pg_catalog.pg_table_is_visible(c.oid)";

    private static final double COPY_SHARE = 0.5;
    private static final double COMPARISON_SHARE = 0.25;
    private static final double CHANGE_SHARE = 0.15;

    /** Small enough that the time limit is kept, large enough that a statement's own cost hardly matters. */
    private static final long BYTES_PER_RANGE = 2L << 20;

    private static final long MOST_ROWS_PER_RANGE = 50_000;
    private static final long LEAST_ROWS_PER_RANGE = 100;
    private static final long UNKNOWN_ROW_BYTES = 200;

    private final Connection source;
    private final Connection target;
    private final Conversion conversion;
    private final ProbeLimits limits;
    private final RowRateThrottler throttler;

    /** @param throttler applies the configured limit of the copy; shared by all workers */
    TableProbe(
            Connection source,
            Connection target,
            Conversion conversion,
            ProbeLimits limits,
            RowRateThrottler throttler) {
        this.throttler = throttler;
        this.source = source;
        this.target = target;
        this.conversion = conversion;
        this.limits = limits;
    }

    /**
     * Measures a table.
     *
     * @param name of the temporary table, unused in this session
     * @param seconds the approximate duration
     */
    MeasuredTable measure(TableDefinition table, TableSize size, String name, double seconds)
            throws SQLException, InterruptedException {
        Stopwatch creating = Stopwatch.start();
        TableDefinition temporary = create(table, name);
        TargetSchema schema = TargetSchema.of(temporary, conversion);
        double createSeconds = creating.seconds();
        SourceSample sample = new SourceSample(source, temporary, rowsPerRange(size));
        List<KeyRange> ranges = new ArrayList<>();
        List<Slice> slices = new ArrayList<>();
        boolean complete = copy(sample, ranges, slices, COPY_SHARE * seconds);
        Slice copied = slices.stream().reduce(Slice.NONE, Slice::plus);
        Slice indexes = createIndexes(schema, copied.rows());
        ComparedTable compared = ComparedTable.of(
                List.of(temporary), new TargetCatalog(target).find(temporary).orElseThrow(), conversion);
        return new MeasuredTable(
                table.id(),
                complete,
                slices,
                indexes,
                compare(compared, ranges, COMPARISON_SHARE * seconds),
                change(compared, name, ranges, CHANGE_SHARE * seconds),
                createSeconds);
    }

    /** Creates the temporary table; returns its definition. */
    private TableDefinition create(TableDefinition table, String name) throws SQLException {
        TableDefinition unqualified = table.withTarget(new TableId("pg_temp", name));
        TargetSchema schema = TargetSchema.of(unqualified, conversion);
        String permanent = "CREATE TABLE " + Identifiers.quoteTarget(unqualified.targetId());
        if (!schema.createTable().startsWith(permanent)) {
            throw new IllegalStateException("not a definition of a table: " + schema.createTable());
        }
        Sql.execute(
                target,
                "CREATE TEMPORARY TABLE " + Identifiers.quoteTarget(name)
                        + schema.createTable().substring(permanent.length()));
        String own = Sql.first(target, row -> row.getString(1), SCHEMA, name).orElseThrow();
        TableDefinition temporary = table.withTarget(new TableId(own, name));
        for (TargetSchema.Index index : TargetSchema.of(temporary, conversion).indexes()) {
            if (isRowKey(temporary, index)) {
                Sql.execute(target, index.create(temporary, index.name(), ""));
            }
        }
        return temporary;
    }

    private static boolean isRowKey(TableDefinition table, TargetSchema.Index index) {
        return table.rowKey().filter(key -> key.name().equals(index.source())).isPresent();
    }

    static long rowsPerRange(TableSize size) {
        long rowBytes = size.rows() == 0 ? UNKNOWN_ROW_BYTES : Math.max(1, size.dataBytes() / size.rows());
        return Math.min(MOST_ROWS_PER_RANGE, Math.max(LEAST_ROWS_PER_RANGE, BYTES_PER_RANGE / rowBytes));
    }

    /** Copies ranges until the time is over; returns whether that was the whole table. */
    private boolean copy(SourceSample sample, List<KeyRange> ranges, List<Slice> slices, double seconds)
            throws SQLException, InterruptedException {
        RejectedValues rejected = new RejectedValues();
        RangeCopier copier = new RangeCopier(source, target, conversion, throttler, rejected);
        Stopwatch all = new Stopwatch(seconds);
        long rows = 0;
        long bytes = 0;
        while (!all.isOver() && rows < limits.rowsPerTable() && bytes < limits.bytesPerTable()) {
            Stopwatch one = Stopwatch.start();
            Optional<KeyRange> range = sample.next();
            if (range.isEmpty()) {
                return true;
            }
            Copied copied = copy(copier, sample, range.get(), rejected);
            slices.add(new Slice(copied.rows(), copied.bytes(), one.seconds()));
            ranges.add(range.get());
            rows += copied.rows();
            bytes += copied.bytes();
            if (sample.isComplete(copied.rows())) {
                return true;
            }
        }
        return false;
    }

    private static Copied copy(RangeCopier copier, SourceSample sample, KeyRange range, RejectedValues rejected)
            throws SQLException, InterruptedException {
        try {
            return copier.copy(sample.order(), range, OptionalInt.empty())
                    .orElseThrow(() -> new UnmeasurableTableException(
                            rejected.problems().get(0).problem()));
        } catch (ExplicitZeroException e) {
            throw new IllegalStateException("no column was to be checked", e);
        }
    }

    /** Creates the indexes that the copy creates after the rows. */
    private Slice createIndexes(TargetSchema schema, long rows) throws SQLException {
        Stopwatch time = Stopwatch.start();
        boolean any = false;
        for (TargetSchema.Index index : schema.indexes()) {
            if (!isRowKey(schema.table(), index)) {
                Sql.execute(target, index.create(schema.table(), index.name(), ""));
                any = true;
            }
        }
        return any ? new Slice(rows, 0, time.seconds()) : Slice.NONE;
    }

    private Slice compare(ComparedTable table, List<KeyRange> ranges, double seconds) throws SQLException {
        SourceReader onSource = new SourceReader(source);
        TargetReader onTarget = new TargetReader(target);
        Stopwatch all = new Stopwatch(seconds);
        long[] rows = new long[1];
        long[] hashes = new long[1];
        for (KeyRange range : ranges) {
            if (all.isOver()) {
                break;
            }
            onSource.read(table, range, row -> {
                rows[0]++;
                hashes[0] += row.hash();
            });
            onTarget.read(table, table.order().targetCondition(range), row -> hashes[0] -= row.hash());
        }
        return rows[0] == 0 ? Slice.NONE : new Slice(rows[0], 0, all.seconds());
    }

    /** Deletes, inserts and updates the rows of each range by one statement each; only updates them if they cannot be saved. */
    private Slice change(ComparedTable table, String name, List<KeyRange> ranges, double seconds) throws SQLException {
        if (!table.hasKey()) {
            return Slice.NONE;
        }
        String quoted = Identifiers.quoteTarget(table.definition().targetId());
        String saved = Identifiers.quoteTarget(name + "_saved");
        Set<Integer> key = keyColumns(table.definition());
        Optional<String> changed = table.definition().columns().stream()
                .map(column -> column.name())
                .filter(column -> !key.contains(indexOf(table.definition(), column)))
                .reduce((first, second) -> second)
                .map(Identifiers::quoteTarget);
        Stopwatch all = new Stopwatch(seconds);
        Slice slice = Slice.NONE;
        for (KeyRange range : ranges) {
            if (all.isOver()) {
                break;
            }
            String where = " WHERE " + table.order().targetCondition(range);
            boolean isSaved = isExecuted("CREATE TEMPORARY TABLE " + saved + " AS SELECT * FROM " + quoted + where);
            Stopwatch time = Stopwatch.start();
            long rows = 0;
            if (isSaved) {
                rows += Sql.update(target, "DELETE FROM " + quoted + where);
                rows += Sql.update(target, "INSERT INTO " + quoted + " SELECT * FROM " + saved);
            }
            if (changed.isPresent()) {
                rows += Sql.update(
                        target, "UPDATE " + quoted + " SET " + changed.get() + " = " + changed.get() + where);
            }
            slice = slice.plus(new Slice(rows, 0, time.seconds()));
            if (isSaved) {
                Sql.execute(target, "DROP TABLE " + saved);
            }
        }
        return slice;
    }

    /** Executes a definition that the target may refuse: openGauss with dolphin has no CREATE TABLE AS with SET columns. */
    private boolean isExecuted(String sql) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            Sql.execute(target, sql);
            target.releaseSavepoint(before);
            return true;
        } catch (SQLException e) {
            target.rollback(before);
            return false;
        }
    }

    private static Set<Integer> keyColumns(TableDefinition table) {
        return table.rowKey().orElseThrow().parts().stream()
                .map(part -> part.column())
                .collect(Collectors.toSet());
    }

    private static int indexOf(TableDefinition table, String column) {
        return table.columns().stream().map(one -> one.name()).toList().indexOf(column);
    }
}
