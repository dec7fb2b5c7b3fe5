package io.gaussferry.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the copy and its verification have come to.
 *
 * @param rows of all tables
 * @param equal whether {@code verify} found both sides equal
 * @param ways in which the rows, or a part of them, were brought over
 * @param verifiedRowsPerSecond by {@code verify}, as it says itself
 * @param scannedRowsPerSecond by a scan of both sides that reads every value and does nothing with it
 */
public record CopyReport(
        long rows, boolean equal, List<Way> ways, double verifiedRowsPerSecond, double scannedRowsPerSecond) {

    /**
     * One way to bring rows over.
     *
     * @param name for a reader
     * @param rows that it brought over
     * @param loadSeconds until all rows were there; null where that is not known
     * @param seconds until all indexes were there too; null where it makes none
     */
    public record Way(
            String name,
            long rows,
            @Nullable Double loadSeconds,
            @Nullable Double seconds) {

        private @Nullable Double loadRate() {
            return loadSeconds == null ? null : rows / loadSeconds;
        }

        private @Nullable Double rate() {
            return seconds == null ? null : rows / seconds;
        }
    }

    /** A table for a terminal; the first way is the one that the others are compared with. */
    public List<String> lines() {
        TextTable table = new TextTable()
                .row("way", "rows", "loaded, s", "rows/s", "with indexes, s", "rows/s", "copy is faster by");
        Way copy = ways.get(0);
        for (Way way : ways) {
            // what makes indexes is compared with the whole, what only loads with the load
            Double own = way.rate() == null ? way.loadRate() : way.rate();
            Double against = way.rate() == null ? copy.loadRate() : copy.rate();
            table.row(
                    way.name(),
                    Numbers.whole(way.rows()),
                    Numbers.decimal(way.loadSeconds(), 1),
                    Numbers.whole(way.loadRate()),
                    Numbers.decimal(way.seconds(), 1),
                    Numbers.whole(way.rate()),
                    own == null || against == null ? Numbers.UNKNOWN : Numbers.decimal(against / own, 2) + "×");
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        lines.add("verify " + Numbers.whole(verifiedRowsPerSecond) + " rows/s, scan of both sides "
                + Numbers.whole(scannedRowsPerSecond) + " rows/s: "
                + Numbers.percent(verifiedRowsPerSecond / scannedRowsPerSecond) + "; "
                + (equal ? "equal" : "different"));
        return lines;
    }
}
