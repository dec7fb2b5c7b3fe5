package io.gaussferry.bench.measure;

import io.gaussferry.bench.report.RowReport;
import java.util.Locale;

/** Formats one line about a row that has just ended. Stateless. */
final class RowLine {
    private RowLine() {}

    static String of(RowReport row) {
        if (!row.equal()) {
            return "  " + row.row() + " has no figures: " + row.problem();
        }
        StringBuilder line = new StringBuilder("  ").append(row.row()).append(':');
        Double rate = row.rowsPerSecond();
        Double ratio = row.ratioToBaseline();
        Double share = row.ratioToCeiling();
        if (row.backlog() != null && rate != null && ratio != null && share != null) {
            line.append(String.format(
                    Locale.ROOT,
                    " %,.0f rows/s, %.1f times the baseline, %.0f %% of the ceiling",
                    rate,
                    ratio,
                    share * 100));
        }
        RowReport.LiveFigures live = row.live();
        if (live != null) {
            line.append(String.format(
                    Locale.ROOT,
                    "%s live lag %.1f / %.1f / %.1f ms (p50/p99/max)",
                    row.backlog() == null ? "" : ";",
                    live.lagP50Millis(),
                    live.lagP99Millis(),
                    live.lagMaxMillis()));
        }
        return line.append("; ")
                .append(String.format(Locale.ROOT, "%,d rows equal", row.comparedRows()))
                .toString();
    }
}
