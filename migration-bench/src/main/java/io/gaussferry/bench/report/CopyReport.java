package io.gaussferry.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of the initial copy and its verification.
 *
 * @param rows rows of all tables
 * @param equal whether {@code verify} found both sides equal
 * @param ways the methods that copied the rows, or a part of them
 * @param verifiedRowsPerSecond speed of {@code verify}, as it reports it
 * @param scannedRowsPerSecond speed of a scan of both sides that reads every value and discards it
 */
public record CopyReport(
        long rows, boolean equal, List<Way> ways, double verifiedRowsPerSecond, double scannedRowsPerSecond) {

    /**
     * One method of copying rows.
     *
     * @param name name for display
     * @param rows number of copied rows
     * @param loadSeconds until all rows were loaded; null if unknown
     * @param seconds until all indexes were built; null if the method builds none
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

    /** Returns a table for a terminal; the first method is compared with the others. */
    public List<String> lines() {
        TextTable table = new TextTable()
                .row("method", "rows", "loaded, s", "rows/s", "with indexes, s", "rows/s", "copy is faster by");
        Way copy = ways.get(0);
        for (Way way : ways) {
            // methods that build indexes are compared with the whole copy, methods that only load with the load
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
