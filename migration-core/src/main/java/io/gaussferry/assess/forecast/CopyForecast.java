package io.gaussferry.assess.forecast;

import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopySettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Predicts the copy and the comparison of all tables. Tables that were not measured take the time per byte of the measured ones. The
 * workers of the probe ran concurrently, so each measured time already contains what they take from each other.
 */
final class CopyForecast {

    /** A row in a permanent table costs more than one in a temporary table: it is logged. An assumption. */
    static final double LOGGED_FACTOR = 1.15;

    /** Reading and writing takes this multiple of reading, if the target is not known. */
    static final double ASSUMED_WRITING_FACTOR = 2.5;

    /** The relative error of that assumption. */
    static final double ASSUMED_WRITING_ERROR = 1.5;

    /** The statistics of InnoDB sample 20 pages of a table. */
    static final double ROW_COUNT_ERROR = 0.2;

    /** The error that remains with exact counts: other load, caches, checkpoints. */
    static final double MODEL_ERROR = 0.2;

    /** The error of the speed of a table that was not measured. */
    static final double OTHER_TABLE_ERROR = 0.5;

    /** Time until the first row: connections, checks, the view of the source. */
    static final double START_SECONDS = 1;

    /** Each table is completed by a transaction and ANALYZE, in addition to its creation. */
    static final double COMPLETION_FACTOR = 2;

    /** Child rows per second that the target checks against a parent table. */
    static final double FOREIGN_KEY_ROWS_PER_SECOND = 500_000;

    private final ProbeResult probe;
    private final List<TableSize> sizes;
    private final CopySettings settings;
    private final Map<TableId, List<MeasuredTable>> measured = new HashMap<>();

    CopyForecast(ProbeResult probe, List<TableSize> sizes, CopySettings settings) {
        this.probe = probe;
        this.sizes = sizes;
        this.settings = settings;
        for (MeasuredTable table : probe.tables()) {
            if (table.copied().isMeasured()) {
                measured.computeIfAbsent(table.table(), unused -> new ArrayList<>())
                        .add(table);
            }
        }
    }

    ForecastItem copy() {
        if (measured.isEmpty() && rows() > 0) {
            return ForecastItem.unknown(ForecastQuantity.COPY_TIME, reason());
        }
        List<Estimate> rows = new ArrayList<>();
        List<Estimate> indexes = new ArrayList<>();
        double longestTable = 0;
        double longestIndex = 0;
        double foreignKeys = 0;
        for (TableSize size : sizes) {
            Estimate table = rowsOf(size);
            rows.add(table);
            longestTable = Math.max(longestTable, table.likely() / Math.min(probe.workers(), ranges(size)));
            Estimate index = probe.withTarget() ? indexOf(size) : Estimate.ZERO;
            indexes.add(index);
            longestIndex = Math.max(longestIndex, index.likely());
            foreignKeys += size.foreignKeys() * rows(size) / FOREIGN_KEY_ROWS_PER_SECOND;
        }
        double factor = probe.withTarget() ? LOGGED_FACTOR : ASSUMED_WRITING_FACTOR;
        Estimate copying =
                Estimate.sumOfIndependent(rows).times(factor / probe.workers()).orMore(factor * longestTable);
        Estimate indexing = Estimate.sumOfIndependent(indexes)
                .times(LOGGED_FACTOR / probe.workers())
                .orMore(longestIndex);
        double fixed = START_SECONDS + sizes.size() * createSeconds() * (1 + COMPLETION_FACTOR / probe.workers());
        Estimate total = copying.plus(indexing).plus(Estimate.exactly(foreignKeys));
        Estimate widened = widened(total, probe.withTarget() ? MODEL_ERROR : ASSUMED_WRITING_ERROR)
                .plus(Estimate.exactly(fixed));
        double least = settings.rowsPerSecond() > 0 ? (double) rows() / settings.rowsPerSecond() : 0;
        return ForecastItem.of(ForecastQuantity.COPY_TIME, widened.orMore(least), basis(copying, indexing, fixed));
    }

    private String basis(Estimate copying, Estimate indexing, double fixed) {
        String measuredPart = String.format(
                Locale.ROOT,
                "%s: %,d rows of %d tables, %.0f%% of all bytes are in measured tables; about %,d rows",
                probe.withTarget()
                        ? "copied to temporary tables by " + workers()
                        : "read from the source by " + workers() + "; writing is assumed to make it "
                                + ASSUMED_WRITING_FACTOR + " times as long",
                probe.rows(),
                measured.size(),
                100 * measuredShare(),
                rows());
        return measuredPart
                + String.format(
                        Locale.ROOT,
                        ": rows %.1f s, indexes %s, other %.1f s",
                        copying.likely(),
                        probe.withTarget() ? String.format(Locale.ROOT, "%.1f s", indexing.likely()) : "unknown",
                        fixed)
                + (settings.rowsPerSecond() > 0 ? "; limited by gaussferry.copy.rows-per-second" : "");
    }

    /** Returns the number of ranges of a table. A range is copied by one worker. */
    private double ranges(TableSize size) {
        return Math.max(1, Math.ceil((double) size.dataBytes() / settings.rangeBytes()));
    }

    private String workers() {
        return probe.workers() == 1 ? "1 worker" : probe.workers() + " workers";
    }

    ForecastItem verification() {
        if (!probe.withTarget()) {
            return ForecastItem.unknown(ForecastQuantity.VERIFICATION_TIME, "a comparison needs the target");
        }
        Slice all = Slice.NONE;
        for (MeasuredTable table : probe.tables()) {
            all = all.plus(table.compared());
        }
        if (!all.isMeasured()) {
            return ForecastItem.unknown(ForecastQuantity.VERIFICATION_TIME, reason());
        }
        List<Estimate> parts = new ArrayList<>();
        for (TableSize size : sizes) {
            Slice own = Slice.NONE;
            for (MeasuredTable table : measured.getOrDefault(size.table(), List.of())) {
                own = own.plus(table.compared());
            }
            parts.add(
                    own.isMeasured()
                            ? Estimate.around(rows(size) * own.secondsPerRow(), rowError(size))
                            : Estimate.around(rows(size) * all.secondsPerRow(), OTHER_TABLE_ERROR));
        }
        double fixed = probe.definitionsSeconds() + START_SECONDS;
        Estimate total = widened(Estimate.sumOfIndependent(parts).times(1.0 / probe.workers()), MODEL_ERROR)
                .plus(Estimate.exactly(fixed));
        return ForecastItem.of(
                ForecastQuantity.VERIFICATION_TIME,
                total,
                String.format(
                        Locale.ROOT,
                        "%,d rows were read from both sides and compared, over %d connections",
                        all.rows(),
                        probe.workers()));
    }

    /** Returns the time of one worker for the rows of a table, without logging. */
    private Estimate rowsOf(TableSize size) {
        List<MeasuredTable> own = measured.get(size.table());
        if (own == null) {
            double seconds = bytesOf(size) * secondsPerByte();
            return seconds == 0 ? Estimate.ZERO : Estimate.around(seconds, OTHER_TABLE_ERROR);
        }
        Slice steady = own.stream().map(MeasuredTable::steady).reduce(Slice.NONE, Slice::plus);
        double scatter = own.stream().mapToDouble(MeasuredTable::scatter).max().orElse(0);
        return Estimate.around(rows(size) * steady.secondsPerRow(), rowError(size) + scatter);
    }

    /** Sorting makes the time of an index grow slightly faster than its rows. */
    private Estimate indexOf(TableSize size) {
        if (size.indexes() == 0) {
            return Estimate.ZERO;
        }
        Slice own = measured.getOrDefault(size.table(), List.of()).stream()
                .map(MeasuredTable::indexes)
                .filter(Slice::isMeasured)
                .max((a, b) -> Long.compare(a.rows(), b.rows()))
                .orElse(Slice.NONE);
        if (own.isMeasured()) {
            return Estimate.around(
                    own.seconds() * sortCost(rows(size)) / sortCost(own.rows()), rowError(size) + MODEL_ERROR);
        }
        double perRow = indexSecondsPerRow();
        return perRow == 0 ? Estimate.ZERO : Estimate.around(rows(size) * size.indexes() * perRow, OTHER_TABLE_ERROR);
    }

    private double indexSecondsPerRow() {
        double entries = 0;
        double seconds = 0;
        for (TableSize size : sizes) {
            for (MeasuredTable table : measured.getOrDefault(size.table(), List.of())) {
                entries += (double) table.indexes().rows() * size.indexes();
                seconds += table.indexes().seconds();
            }
        }
        return entries == 0 ? 0 : seconds / entries;
    }

    private static double sortCost(long rows) {
        return rows * Math.log(Math.max(2, rows));
    }

    private double secondsPerByte() {
        double bytes = 0;
        double seconds = 0;
        for (TableSize size : sizes) {
            List<MeasuredTable> own = measured.get(size.table());
            if (own != null) {
                Slice steady = own.stream().map(MeasuredTable::steady).reduce(Slice.NONE, Slice::plus);
                seconds += rows(size) * steady.secondsPerRow();
                bytes += bytesOf(size);
            }
        }
        return bytes == 0 ? 0 : seconds / bytes;
    }

    private double measuredShare() {
        double all = sizes.stream().mapToDouble(CopyForecast::bytesOf).sum();
        double of = sizes.stream()
                .filter(size -> measured.containsKey(size.table()))
                .mapToDouble(CopyForecast::bytesOf)
                .sum();
        return all == 0 ? 1 : of / all;
    }

    private static double bytesOf(TableSize size) {
        return Math.max(0, size.dataBytes());
    }

    long rows() {
        return sizes.stream().mapToLong(this::rows).sum();
    }

    /** Returns the exact number if all rows were copied; otherwise the estimate, at least the number of copied rows. */
    private long rows(TableSize size) {
        List<MeasuredTable> own = measured.getOrDefault(size.table(), List.of());
        long copied =
                own.stream().mapToLong(table -> table.copied().rows()).max().orElse(0);
        return own.stream().anyMatch(MeasuredTable::isComplete) ? copied : Math.max(copied, size.rows());
    }

    private double rowError(TableSize size) {
        return measured.getOrDefault(size.table(), List.of()).stream().anyMatch(MeasuredTable::isComplete)
                ? 0
                : ROW_COUNT_ERROR;
    }

    private double createSeconds() {
        return probe.tables().stream()
                .mapToDouble(MeasuredTable::createSeconds)
                .average()
                .orElse(0);
    }

    private static Estimate widened(Estimate estimate, double error) {
        return new Estimate(estimate.low() / (1 + error), estimate.likely(), estimate.high() * (1 + error));
    }

    private String reason() {
        return probe.problems().isEmpty()
                ? "no row was measured"
                : "no row was measured: " + String.join("; ", probe.problems().values());
    }
}
