package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.BacklogFigures;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report as one self-contained page: no script, no network. Stateless. */
public final class HtmlPage {
    private HtmlPage() {}

    /** Writes the page; replaces an existing file. */
    public static void write(Path file, BenchReport report) throws IOException {
        Files.writeString(file, html(report), StandardCharsets.UTF_8);
    }

    static String html(BenchReport report) throws IOException {
        return resource("page.html")
                .replace("@STYLE@", resource("page.css"))
                .replace("@MADE@", Svg.escaped(report.made().replace('T', ' ')))
                .replace("@SERVERS@", Svg.escaped(servers(report.environment())))
                .replace("@CARDS@", cards(report))
                .replace("@BARS@", bars(report))
                .replace("@CURVES@", curves(report))
                .replace("@BACKLOG_TABLE@", FigureTables.backlog(report))
                .replace("@LIVE_TABLE@", FigureTables.live(report))
                .replace("@PROBLEMS@", problems(report))
                .replace("@ENVIRONMENT@", FigureTables.environment(report));
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = HtmlPage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String servers(BenchReport.Environment environment) {
        return "MySQL " + environment.source() + " to " + environment.target() + " · " + environment.cores()
                + " cores shared by source, daemon and target where they run on one machine";
    }

    private static String cards(BenchReport report) {
        List<String> cards = new ArrayList<>();
        long equal = report.rows().stream().filter(RowReport::equal).count();
        cards.add(card(
                equal + " of " + report.rows().size(),
                "rows with equal sides, every value compared",
                equal == report.rows().size() ? "good" : "bad"));
        @Nullable Double ratio = median(report, RowReport::ratioToBaseline);
        @Nullable Double share = median(report, RowReport::ratioToCeiling);
        if (ratio != null) {
            cards.add(card(Numbers.times(ratio), "the speed of one commit per row (median)", ""));
            cards.add(card(Numbers.percent(share), "of the target's maximum speed (median)", ""));
        }
        LiveFigures last = report.rows().isEmpty()
                ? null
                : report.rows().get(report.rows().size() - 1).live();
        if (last != null) {
            cards.add(card(
                    Numbers.millis(last.lagP50Millis()) + " / " + Numbers.millis(last.lagP99Millis()) + " ms",
                    "from the source's commit to the target's at " + Numbers.whole(last.wantedTransactionsPerSecond())
                            + " transactions/s: median / p99",
                    ""));
        }
        return String.join("\n", cards);
    }

    private static String card(String figure, String caption, String style) {
        return "<div class=\"card " + style + "\"><b>" + Svg.escaped(figure) + "</b><span>" + Svg.escaped(caption)
                + "</span></div>";
    }

    private static @Nullable Double median(BenchReport report, Function<RowReport, @Nullable Double> figure) {
        List<Double> known = new ArrayList<>();
        for (RowReport row : report.rows()) {
            Double value = figure.apply(row);
            if (value != null) {
                known.add(value);
            }
        }
        known.sort(null);
        return known.isEmpty() ? null : known.get(known.size() / 2);
    }

    private static String bars(BenchReport report) {
        if (report.rows().stream().noneMatch(row -> row.backlog() != null)) {
            return "<p class=\"note\">No backlog was replayed in this run.</p>";
        }
        return SpeedBars.draw(report.rows());
    }

    private static String curves(BenchReport report) {
        StringBuilder curves = new StringBuilder();
        for (RowReport row : report.rows()) {
            if (!row.equal()) {
                continue;
            }
            curves.append("<section class=\"pair\"><h3>")
                    .append(Svg.escaped(row.row()))
                    .append(" <small>")
                    .append(Svg.escaped(row.title() + " · " + row.workload()))
                    .append("</small></h3><div class=\"charts\">");
            BacklogFigures backlog = row.backlog();
            if (backlog != null) {
                curves.append(figure("backlog: transactions/s", speedChart(row, backlog)));
            }
            LiveFigures live = row.live();
            if (live != null) {
                curves.append(figure(
                        "live: transactions/s",
                        TimeChart.draw(
                                row.row() + ": live transactions per second",
                                "ours",
                                List.of(TimeChart.speed(live.speedCurve())),
                                live.warmUpSeconds())));
                curves.append(figure(
                        "live: lag, ms",
                        TimeChart.draw(
                                row.row() + ": lag in milliseconds",
                                "lag",
                                List.of(live.lagCurve()),
                                live.warmUpSeconds())));
            }
            curves.append("</div></section>\n");
        }
        return curves.toString();
    }

    private static String speedChart(RowReport row, BacklogFigures backlog) {
        List<List<Point>> lines = backlog.replays().stream()
                .map(ReplayFigures::curve)
                .map(TimeChart::speed)
                .toList();
        double runUp = backlog.replays().stream()
                .mapToDouble(
                        replay -> replay.curve().get(replay.curve().size() - 1).x() - replay.seconds())
                .min()
                .orElse(0);
        return TimeChart.draw(row.row() + ": transactions per second of the replay", "ours", lines, runUp);
    }

    private static String figure(String caption, String svg) {
        return "<figure><figcaption>" + caption + "</figcaption>" + svg + "</figure>";
    }

    private static String problems(BenchReport report) {
        return report.rows().stream()
                .filter(row -> row.problem() != null)
                .map(row -> "<p class=\"problem\"><b>" + Svg.escaped(row.row()) + "</b> has no figures: "
                        + Svg.escaped(String.valueOf(row.problem())) + "</p>")
                .collect(Collectors.joining("\n"));
    }
}
