package io.gaussferry.snapshot;

import java.time.Duration;
import java.util.Optional;

/** Counts what the copy has committed. Thread-safe. */
final class CopyMeter {

    private final long begunNanos = System.nanoTime();
    private final long rowsBefore;
    private final long estimatedRows;
    private final int allTables;
    private long rows;
    private long bytes;
    private long ranges;

    CopyMeter(long rowsBefore, long rangesBefore, long estimatedRows, int allTables) {
        this.rowsBefore = rowsBefore;
        this.ranges = rangesBefore;
        this.estimatedRows = estimatedRows;
        this.allTables = allTables;
    }

    synchronized void copied(long newRows, long newBytes) {
        rows += newRows;
        bytes += newBytes;
        ranges++;
    }

    synchronized long rows() {
        return rowsBefore + rows;
    }

    /** @param tables whose rows are all there */
    synchronized CopyProgress progress(int tables) {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        long all = rowsBefore + rows;
        long estimated = Math.max(all, estimatedRows);
        long speed = Math.round(rows / Math.max(0.001, seconds));
        return new CopyProgress(
                all,
                estimated,
                bytes,
                ranges,
                tables,
                allTables,
                speed,
                speed == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds((estimated - all) / speed)));
    }
}
