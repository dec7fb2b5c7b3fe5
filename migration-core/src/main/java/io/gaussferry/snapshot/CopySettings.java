package io.gaussferry.snapshot;

import io.gaussferry.snapshot.source.CopyLock;

/**
 * How the rows that are there are copied.
 *
 * @param workers ranges that are copied at the same time, each over a connection to either side: 1 to 32
 * @param rangeBytes about how many bytes of the source's table a range has
 * @param rowsPerSecond rows that all workers together copy in a second at most; 0 for no limit
 * @param maximumThreadsRunning up to how many running threads of the source, its own not counted, ranges are begun; 0 for no limit
 * @param lock whether writers of the source may be held off
 * @param replaces whether rows that are on the target are removed first, instead of being a reason not to begin
 */
public record CopySettings(
        int workers, long rangeBytes, long rowsPerSecond, int maximumThreadsRunning, CopyLock lock, boolean replaces) {

    private static final int MAXIMUM_WORKERS = 32;

    public CopySettings {
        if (workers < 1
                || workers > MAXIMUM_WORKERS
                || rangeBytes < 1
                || rowsPerSecond < 0
                || maximumThreadsRunning < 0) {
            throw new IllegalArgumentException(
                    workers + " workers, ranges of " + rangeBytes + " bytes, " + rowsPerSecond + " rows a second");
        }
    }

    /** The copy that a migration begins with: the target has no rows. */
    public CopySettings(int workers, long rangeBytes, long rowsPerSecond, int maximumThreadsRunning, CopyLock lock) {
        this(workers, rangeBytes, rowsPerSecond, maximumThreadsRunning, lock, false);
    }

    /** Returns the same with another number of workers. */
    public CopySettings withWorkers(int other) {
        return new CopySettings(other, rangeBytes, rowsPerSecond, maximumThreadsRunning, lock, replaces);
    }

    /** Returns the same for a copy of tables that have rows on the target, which are removed. */
    public CopySettings replacing() {
        return new CopySettings(workers, rangeBytes, rowsPerSecond, maximumThreadsRunning, lock, true);
    }
}
