package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.LiveFigures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats a report as a table for the terminal. Stateless. */
public final class Summary {
    private Summary() {}

    /** Returns the lines of a report. */
    public static List<String> lines(BenchReport report) {
        List<String> lines = new ArrayList<>();
        BenchReport.Environment environment = report.environment();
        lines.add("MySQL " + environment.source() + " to " + environment.target() + ", " + environment.cores()
                + " cores, daemon with " + environment.daemonOptions() + ", " + environment.durability());
        lines.add("");
        TextTable table = new TextTable();
        table.row(
                "row",
                "rows/s",
                "trans./s",
                "baseline",
                "ratio",
                "ceiling",
                "share",
                "p50 ms",
                "p99 ms",
                "max ms",
                "live",
                "equal");
        for (RowReport row : report.rows()) {
            addRow(table, row);
        }
        lines.addAll(table.lines());
        for (RowReport row : report.rows()) {
            if (row.problem() != null) {
                lines.add("");
                lines.add(row.row() + " has no figures: " + row.problem());
            }
        }
        return lines;
    }

    private static void addRow(TextTable table, RowReport row) {
        RowReport.BacklogFigures backlog = row.backlog();
        LiveFigures live = row.live();
        Double rowsPerSecond = backlog == null ? null : row.rowsPerSecond();
        table.row(
                row.row(),
                Numbers.whole(rowsPerSecond),
                Numbers.whole(transactionsPerSecond(row)),
                Numbers.whole(backlog == null ? null : backlog.baselineRowsPerSecond()),
                Numbers.times(row.ratioToBaseline()),
                Numbers.whole(backlog == null ? null : backlog.ceilingRowsPerSecond()),
                Numbers.percent(row.ratioToCeiling()),
                Numbers.millis(live == null ? null : live.lagP50Millis()),
                Numbers.millis(live == null ? null : live.lagP99Millis()),
                Numbers.millis(live == null ? null : live.lagMaxMillis()),
                live == null ? Numbers.UNKNOWN : live.keepsUp() ? "keeps up" : "falls behind",
                row.equal() ? "yes" : "no");
    }

    /** Returns the transactions per second of the measured stretch; null without one. */
    static @Nullable Double transactionsPerSecond(RowReport row) {
        RowReport.BacklogFigures backlog = row.backlog();
        Double rowsPerSecond = row.rowsPerSecond();
        if (backlog == null || rowsPerSecond == null) {
            return null;
        }
        return rowsPerSecond * backlog.transactions() / backlog.rows();
    }
}
