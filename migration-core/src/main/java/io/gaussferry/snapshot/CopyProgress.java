package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How far the copy is at one moment. Rows, bytes and ranges are committed on the target.
 *
 * @param rows copied, before the last start too
 * @param estimatedRows how many there are to be, by the source's statistics, which may be far off; at least {@code rows}
 * @param bytes sent to the target since this start, in {@code COPY}'s text format
 * @param ranges copied, before the last start too
 * @param byTable every table, in the order in which they are copied
 * @param rowsPerSecond since this start
 * @param left how long the rest takes at this speed; empty where nothing was copied yet
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

    /** How far a table can be. */
    public enum Stage {
        /** Its turn has not come since this start. */
        WAITING,
        /** Ranges of it are being copied. */
        COPYING,
        /** All of its rows are there. */
        COPIED
    }

    /**
     * One table's part.
     *
     * @param table its name
     * @param stage how far it is
     * @param rows copied, before the last start too
     * @param estimatedRows by the source's statistics; at least {@code rows}
     */
    public record Table(TableId table, Stage stage, long rows, long estimatedRows) {}

    public CopyProgress {
        byTable = List.copyOf(byTable);
    }

    /** Returns of how many tables all rows are there. */
    public int tables() {
        return (int)
                byTable.stream().filter(table -> table.stage() == Stage.COPIED).count();
    }

    /** Returns how many tables there are. */
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
