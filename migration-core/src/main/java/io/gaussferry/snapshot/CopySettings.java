package io.gaussferry.snapshot;

import io.gaussferry.snapshot.source.CopyLock;
import java.time.Duration;

/**
 * Settings for the copy of existing rows.
 *
 * @param workers ranges copied at the same time, each over one connection to each side: 1 to 32
 * @param rangeBytes approximate size of a range in bytes of the source's table
 * @param rowsPerSecond limit for all workers together; 0 for no limit
 * @param autoIncrementRows estimated number of rows, at least 1; a table with at least as many is AUTO_INCREMENT on the target before
 *     its rows are copied
 * @param viewDuration time after which the source's read view is closed, and the remaining rows are read in another one; zero for no limit
 * @param lock whether writers of the source may be blocked
 * @param replaces whether existing rows on the target are deleted first; otherwise they prevent the copy
 */
public record CopySettings(
        int workers,
        long rangeBytes,
        long rowsPerSecond,
        long autoIncrementRows,
        Duration viewDuration,
        CopyLock lock,
        boolean replaces) {

    private static final int MAXIMUM_WORKERS = 32;

    public CopySettings {
        if (workers < 1
                || workers > MAXIMUM_WORKERS
                || rangeBytes < 1
                || rowsPerSecond < 0
                || autoIncrementRows < 1
                || viewDuration.isNegative()) {
            throw new IllegalArgumentException(
                    workers + " workers, ranges of " + rangeBytes + " bytes, " + rowsPerSecond + " rows a second");
        }
    }

    /** Creates the settings of a migration's initial copy, whose target tables are empty. */
    public CopySettings(
            int workers,
            long rangeBytes,
            long rowsPerSecond,
            long autoIncrementRows,
            Duration viewDuration,
            CopyLock lock) {
        this(workers, rangeBytes, rowsPerSecond, autoIncrementRows, viewDuration, lock, false);
    }

    /** Returns these settings with another number of workers. */
    public CopySettings withWorkers(int other) {
        return new CopySettings(other, rangeBytes, rowsPerSecond, autoIncrementRows, viewDuration, lock, replaces);
    }

    /** Returns these settings for a copy that replaces existing rows on the target. */
    public CopySettings replacing() {
        return new CopySettings(workers, rangeBytes, rowsPerSecond, autoIncrementRows, viewDuration, lock, true);
    }
}
