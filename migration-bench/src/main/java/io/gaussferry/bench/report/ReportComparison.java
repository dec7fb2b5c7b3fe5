package io.gaussferry.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares two reports. Stateless. */
public final class ReportComparison {
    private ReportComparison() {}

    /** Returns the lines of the comparison. Ratios come first: rates vary with the machine and the time. */
    public static List<String> lines(BenchReport old, BenchReport now) {
        List<String> lines = new ArrayList<>(differences(old, now));
        if (!lines.isEmpty()) {
            lines.add("");
        }
        Map<String, RowReport> before =
                old.rows().stream().collect(Collectors.toMap(RowReport::row, Function.identity(), (one, other) -> one));
        TextTable table = new TextTable();
        table.row("row", "ratio to baseline", "", "share of ceiling", "", "rows/s", "", "p99 ms", "");
        for (RowReport row : now.rows()) {
            RowReport earlier = before.remove(row.row());
            if (earlier == null) {
                lines.add(row.row() + " is only in the new report");
                continue;
            }
            if (!row.equal() || !earlier.equal()) {
                lines.add(row.row() + " has no figures in the " + (row.equal() ? "old" : "new") + " report");
                continue;
            }
            if (earlier.backlog() != null && row.backlog() != null) {
                note(
                        lines,
                        row.row() + "'s logical clock",
                        earlier.backlog().logicalClock(),
                        row.backlog().logicalClock());
            }
            Double oldLag = earlier.live() == null ? null : earlier.live().lagP99Millis();
            Double newLag = row.live() == null ? null : row.live().lagP99Millis();
            table.row(
                    row.row(),
                    Numbers.times(earlier.ratioToBaseline()) + " → " + Numbers.times(row.ratioToBaseline()),
                    change(earlier.ratioToBaseline(), row.ratioToBaseline()),
                    Numbers.percent(earlier.ratioToCeiling()) + " → " + Numbers.percent(row.ratioToCeiling()),
                    change(earlier.ratioToCeiling(), row.ratioToCeiling()),
                    Numbers.whole(earlier.rowsPerSecond()) + " → " + Numbers.whole(row.rowsPerSecond()),
                    change(earlier.rowsPerSecond(), row.rowsPerSecond()),
                    Numbers.millis(oldLag) + " → " + Numbers.millis(newLag),
                    change(oldLag, newLag));
        }
        before.keySet().forEach(row -> lines.add(row + " is only in the old report"));
        lines.addAll(table.lines());
        return lines;
    }

    /** Returns the relative difference in percent of the old figure; empty without two figures. */
    static String change(@Nullable Double old, @Nullable Double now) {
        if (old == null || now == null || old == 0 || !Double.isFinite(old) || !Double.isFinite(now)) {
            return "";
        }
        return String.format(Locale.ROOT, "%+.0f %%", (now / old - 1) * 100);
    }

    /** Returns the differences in the environment that make the figures of two reports hard to compare. */
    private static List<String> differences(BenchReport old, BenchReport now) {
        List<String> lines = new ArrayList<>();
        BenchReport.Environment before = old.environment();
        BenchReport.Environment after = now.environment();
        note(lines, "source", before.source(), after.source());
        note(lines, "target", before.target(), after.target());
        note(lines, "cores", before.cores(), after.cores());
        note(lines, "memory (MB)", before.memoryMegabytes(), after.memoryMegabytes());
        note(lines, "Java", before.java(), after.java());
        note(lines, "daemon's options", before.daemonOptions(), after.daemonOptions());
        note(lines, "durability", before.durability(), after.durability());
        note(lines, "logical clock", before.logicalClock(), after.logicalClock());
        note(lines, "scale", old.settings().scale(), now.settings().scale());
        note(lines, "appliers", old.settings().appliers(), now.settings().appliers());
        note(lines, "live rate", old.settings().rate(), now.settings().rate());
        return lines;
    }

    private static void note(List<String> lines, String what, Object old, Object now) {
        if (!old.equals(now)) {
            lines.add("Note: different " + what + ": " + old + " → " + now);
        }
    }
}
