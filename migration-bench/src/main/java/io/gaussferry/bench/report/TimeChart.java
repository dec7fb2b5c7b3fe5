package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.Point;
import java.util.ArrayList;
import java.util.List;

/** Draws a small chart over seconds. Stateless. */
final class TimeChart {
    private static final double WIDTH = 290;
    private static final double HEIGHT = 150;
    private static final double LEFT = 46;
    private static final double RIGHT = 10;
    private static final double TOP = 10;
    private static final double BOTTOM = 22;

    /** Number of points when a growing count is converted to a speed. */
    private static final int SPEED_POINTS = 24;

    private TimeChart() {}

    /** Draws lines. The first {@code shadedUntil} seconds do not count and are shaded. */
    static String draw(String name, String style, List<List<Point>> lines, double shadedUntil) {
        double right =
                lines.stream().flatMap(List::stream).mapToDouble(Point::x).max().orElse(1);
        double top = Svg.roundUp(
                lines.stream().flatMap(List::stream).mapToDouble(Point::y).max().orElse(1));
        double width = WIDTH - LEFT - RIGHT;
        double height = HEIGHT - TOP - BOTTOM;
        Svg svg = new Svg(WIDTH, HEIGHT, name);
        if (shadedUntil > 0) {
            svg.bar("shade", LEFT, TOP, Math.min(shadedUntil / right, 1) * width, height, "not in the figures");
        }
        for (int grid = 0; grid <= 2; grid++) {
            double y = TOP + height * grid / 2;
            svg.line("grid", LEFT, y, WIDTH - RIGHT, y);
            svg.label("tick end", LEFT - 5, y + 4, brief(top * (2 - grid) / 2));
        }
        svg.label("tick", LEFT, HEIGHT - 6, "0");
        svg.label("tick end", WIDTH - RIGHT, HEIGHT - 6, Numbers.decimal(right, 1) + " s");
        for (List<Point> line : lines) {
            StringBuilder path = new StringBuilder();
            for (Point point : line) {
                path.append(path.length() == 0 ? "M" : "L")
                        .append(Svg.format(
                                "%.1f %.1f", LEFT + point.x() / right * width, TOP + (1 - point.y() / top) * height));
            }
            svg.path("curve " + style, path.toString());
        }
        return svg.end();
    }

    /** Returns the speed of a growing count. */
    static List<Point> speed(List<Point> counts) {
        List<Point> speed = new ArrayList<>();
        if (counts.size() < 2) {
            return speed;
        }
        double first = counts.get(0).x();
        double step = (counts.get(counts.size() - 1).x() - first) / SPEED_POINTS;
        for (int index = 1; index <= SPEED_POINTS; index++) {
            double end = first + index * step;
            speed.add(new Point(end - step / 2, (at(counts, end) - at(counts, end - step)) / step));
        }
        return speed;
    }

    private static double at(List<Point> counts, double x) {
        Point before = counts.get(0);
        for (Point point : counts) {
            if (point.x() >= x) {
                double span = point.x() - before.x();
                return span <= 0 ? point.y() : before.y() + (point.y() - before.y()) * (x - before.x()) / span;
            }
            before = point;
        }
        return before.y();
    }

    private static String brief(double value) {
        if (value >= 10_000) {
            return Numbers.whole(value / 1_000) + "k";
        }
        return value >= 10 || value == 0 ? Numbers.whole(value) : Numbers.decimal(value, 1);
    }
}
