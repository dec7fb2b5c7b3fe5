package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Progress of the copy at one moment. Rows, bytes and ranges are committed on the target.
 *
 * @param rows copied rows, including earlier starts
 * @param estimatedRows estimated total from the source's statistics, which may be far off; at least {@code rows}
 * @param bytes bytes sent to the target since this start, in {@code COPY}'s text format
 * @param ranges copied ranges, including earlier starts
 * @param byTable every table in copy order
 * @param rowsPerSecond rate since this start
 * @param left estimated remaining time at this rate; empty before the first row is copied
 */
public record CopyProgress(
        long rows,
        long estimatedRows,
        long bytes,
        long ranges,
        List<Table> byTable,
        long rowsPerSecond,
        Optional<Duration> left) {

    private static final long MEBIBYTE = 1024 * 1024;

    /** Stages of a table. */
    public enum Stage {
        /** Not yet reached since this start. */
        WAITING,
        /** Ranges are being copied. */
        COPYING,
        /** All rows are copied. */
        COPIED
    }

    /**
     * Progress of one table.
     *
     * @param table its name
     * @param stage its stage
     * @param rows copied rows, including earlier starts
     * @param estimatedRows estimate from the source's statistics; at least {@code rows}
     */
    public record Table(TableId table, Stage stage, long rows, long estimatedRows) {}

    public CopyProgress {
        byTable = List.copyOf(byTable);
    }

    /** Returns the number of tables whose rows are all copied. */
    public int tables() {
        return (int)
                byTable.stream().filter(table -> table.stage() == Stage.COPIED).count();
    }

    /** Returns the number of tables. */
    public int allTables() {
        return byTable.size();
    }

    @Override
    public String toString() {
        return "copied " + rows + " of about " + estimatedRows + " rows (" + bytes / MEBIBYTE + " MiB, " + ranges
                + " ranges, " + tables() + " of " + allTables() + " tables), " + rowsPerSecond + " rows/s"
                + left.map(time -> ", about " + time.toSeconds() + " s left").orElse("");
    }
}
