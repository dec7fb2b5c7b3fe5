package io.gaussferry.snapshot;

import java.time.Duration;
import java.util.Optional;

/**
 * How far the copy is at one moment. Rows, bytes and ranges are committed on the target.
 *
 * @param rows copied, before the last start too
 * @param estimatedRows how many there are to be, by the source's statistics, which may be far off; at least {@code rows}
 * @param bytes sent to the target since this start, in {@code COPY}'s text format
 * @param ranges copied, before the last start too
 * @param tables all of their rows are there
 * @param allTables how many there are
 * @param rowsPerSecond since this start
 * @param left how long the rest takes at this speed; empty where nothing was copied yet
 */
public record CopyProgress(
        long rows,
        long estimatedRows,
        long bytes,
        long ranges,
        int tables,
        int allTables,
        long rowsPerSecond,
        Optional<Duration> left) {

    private static final long MEBIBYTE = 1024 * 1024;

    @Override
    public String toString() {
        return "copied " + rows + " of about " + estimatedRows + " rows (" + bytes / MEBIBYTE + " MiB, " + ranges
                + " ranges, " + tables + " of " + allTables + " tables), " + rowsPerSecond + " rows/s"
                + left.map(time -> ", about " + time.toSeconds() + " s left").orElse("");
    }
}
