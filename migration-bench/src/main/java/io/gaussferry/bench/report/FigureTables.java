package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.BacklogFigures;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of the page. Stateless. */
final class FigureTables {
    private FigureTables() {}

    static String backlog(BenchReport report) {
        StringBuilder table = new StringBuilder("<table><thead><tr><th>row</th><th>transactions</th><th>rows/s</th>"
                + "<th>transactions/s</th><th>reference¹</th><th>baseline</th><th>clock⁴</th><th>ratio</th><th>ceiling</th><th>share</th>"
                + "<th>from cold²</th><th>CPU daemon³</th><th>CPU target³</th></tr></thead><tbody>");
        for (RowReport row : report.rows()) {
            BacklogFigures backlog = row.backlog();
            if (backlog == null) {
                continue;
            }
            Double reference = row.referenceTransactionsPerSecond();
            row(
                    table,
                    row.row(),
                    Numbers.whole(backlog.transactions()),
                    Numbers.whole(row.rowsPerSecond()),
                    Numbers.whole(Summary.transactionsPerSecond(row)),
                    Numbers.whole(reference),
                    Numbers.whole(backlog.baselineRowsPerSecond()),
                    backlog.logicalClock(),
                    Numbers.times(row.ratioToBaseline()),
                    Numbers.whole(backlog.ceilingRowsPerSecond()),
                    Numbers.percent(row.ratioToCeiling()),
                    Numbers.whole(backlog.cold().rowsPerSecond()),
                    Numbers.decimal(median(backlog.replays(), ReplayFigures::daemonSecondsPerMillionRows), 1),
                    Numbers.decimal(median(backlog.replays(), ReplayFigures::targetSecondsPerMillionRows), 1));
        }
        return table.append("</tbody></table>").toString();
    }

    static String live(BenchReport report) {
        StringBuilder table = new StringBuilder("<table><thead><tr><th>row</th><th>target transactions/s</th>"
                + "<th>written</th><th>rows/s</th><th>lag p50, ms</th><th>p99</th><th>max</th><th>caught up, s</th>"
                + "<th>keeps up</th></tr></thead><tbody>");
        for (RowReport row : report.rows()) {
            LiveFigures live = row.live();
            if (live == null) {
                continue;
            }
            row(
                    table,
                    row.row(),
                    Numbers.whole(live.wantedTransactionsPerSecond()),
                    Numbers.whole(live.transactionsPerSecond()),
                    Numbers.whole(live.rows() / live.seconds()),
                    Numbers.millis(live.lagP50Millis()),
                    Numbers.millis(live.lagP99Millis()),
                    Numbers.millis(live.lagMaxMillis()),
                    Numbers.decimal(live.catchUpSeconds(), 2),
                    live.keepsUp() ? "yes" : "no");
        }
        return table.append("</tbody></table>").toString();
    }

    static String environment(BenchReport report) {
        BenchReport.Environment environment = report.environment();
        BenchReport.Settings settings = report.settings();
        StringBuilder list = new StringBuilder("<dl>");
        item(list, "Gaussferry", environment.gaussferry());
        item(list, "source", "MySQL " + environment.source());
        item(list, "target", environment.target());
        item(list, "durability of the target", environment.durability());
        item(
                list,
                "machine",
                environment.cores() + " cores, " + Numbers.whole(environment.memoryMegabytes()) + " MB, "
                        + environment.system());
        item(list, "Java", environment.java() + "; the daemon with " + environment.daemonOptions());
        item(list, "scale", Numbers.decimal(settings.scale(), settings.scale() < 0.01 ? 5 : 2));
        item(list, "mode", settings.mode() + ", " + settings.repeat() + " replays of each backlog by a warm daemon");
        item(list, "appliers", Integer.toString(settings.appliers()));
        item(list, "baseline", settings.baselineConnections() + " connections");
        item(list, "logical clock of the source", environment.logicalClock());
        item(list, "ceiling", settings.ceilingConnections() + " connections");
        item(list, "seed", Long.toString(settings.seed()));
        item(list, "duration", Numbers.whole(report.seconds()) + " s");
        return list.append("</dl>").toString();
    }

    private static void item(StringBuilder list, String name, String value) {
        list.append("<dt>")
                .append(Svg.escaped(name))
                .append("</dt><dd>")
                .append(Svg.escaped(value))
                .append("</dd>");
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("<tr>");
        for (String cell : cells) {
            table.append("<td>").append(Svg.escaped(cell)).append("</td>");
        }
        table.append("</tr>");
    }

    private static @Nullable Double median(
            List<ReplayFigures> replays, Function<ReplayFigures, @Nullable Double> figure) {
        List<Double> known = replays.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .sorted()
                .toList();
        return known.isEmpty() ? null : known.get(known.size() / 2);
    }
}
