package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.BacklogFigures;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Draws the rows per second of every row: Gaussferry, the baseline and the ceiling, and the reference as a mark. Stateless.
 */
final class SpeedBars {
    private static final double WIDTH = 900;
    private static final double LEFT = 170;
    private static final double RIGHT = 150;
    private static final double TOP = 8;
    private static final double ROW_HEIGHT = 58;
    private static final double AXIS_HEIGHT = 26;
    private static final int GRID_LINES = 4;

    /** A ceiling above this multiple of Gaussferry's speed is truncated: it would leave no space for the other bars. */
    private static final int CUT_FROM = 8;

    private SpeedBars() {}

    static String draw(List<RowReport> rows) {
        List<RowReport> shown = rows.stream()
                .filter(row -> row.backlog() != null && row.equal())
                .toList();
        double height = TOP + shown.size() * ROW_HEIGHT + AXIS_HEIGHT;
        Svg svg = new Svg(WIDTH, height, "rows per second of Gaussferry, the baseline and the ceiling");
        double longest =
                Svg.roundUp(shown.stream().mapToDouble(SpeedBars::longest).max().orElse(1));
        double bottom = height - AXIS_HEIGHT;
        for (int grid = 0; grid <= GRID_LINES; grid++) {
            double value = longest * grid / GRID_LINES;
            double x = x(value, longest);
            svg.line("grid", x, TOP, x, bottom);
            svg.label("tick middle", x, bottom + 18, Numbers.whole(value));
        }
        for (int index = 0; index < shown.size(); index++) {
            drawRow(svg, shown.get(index), TOP + index * ROW_HEIGHT, longest);
        }
        return svg.end();
    }

    private static double longest(RowReport row) {
        BacklogFigures backlog = Objects.requireNonNull(row.backlog());
        double ceiling = backlog.ceilingRowsPerSecond();
        Double ours = row.rowsPerSecond();
        Double reference = row.referenceTransactionsPerSecond();
        boolean cut = ours != null && ceiling > CUT_FROM * ours;
        return Math.max(
                Math.max(cut ? 0 : ceiling, ours == null ? 0 : ours),
                Math.max(backlog.baselineRowsPerSecond(), reference == null ? 0 : reference));
    }

    private static double x(double value, double longest) {
        return LEFT + value / longest * (WIDTH - LEFT - RIGHT);
    }

    private static void drawRow(Svg svg, RowReport row, double y, double longest) {
        BacklogFigures backlog = Objects.requireNonNull(row.backlog());
        svg.label("name end", LEFT - 12, y + 24, row.row());
        svg.label("tick end", LEFT - 12, y + 40, shortened(row.title()));
        bar(svg, "ceiling", "ceiling", backlog.ceilingRowsPerSecond(), y + 6, longest, "");
        bar(svg, "ours", "Gaussferry", row.rowsPerSecond(), y + 21, longest, "strong");
        bar(svg, "baseline", "baseline", backlog.baselineRowsPerSecond(), y + 36, longest, "");
        Double reference = row.referenceTransactionsPerSecond();
        if (reference != null) {
            double x = x(reference, longest);
            svg.line("reference", x, y + 3, x, y + 52);
        }
        Double ours = row.rowsPerSecond();
        if (ours != null) {
            svg.label("ratio end", WIDTH - 2, y + 25, Numbers.times(row.ratioToBaseline()));
            svg.label("tick end", WIDTH - 2, y + 41, Numbers.percent(row.ratioToCeiling()) + " of ceiling");
        }
    }

    private static void bar(
            Svg svg, String style, String name, @Nullable Double value, double y, double longest, String labelStyle) {
        if (value == null) {
            return;
        }
        boolean cut = value > longest;
        double end = x(cut ? longest : value, longest);
        svg.bar(style, LEFT, y, end - LEFT, 13, name + ": " + Numbers.whole(value) + " rows/s");
        if (cut) {
            svg.label("tick end", end - 5, y + 10.5, Numbers.whole(value) + " →");
            return;
        }
        svg.label("tick " + labelStyle, end + 5, y + 10.5, Numbers.whole(value));
    }

    private static String shortened(String title) {
        return title.length() <= 26 ? title : title.substring(0, 25) + "…";
    }
}
