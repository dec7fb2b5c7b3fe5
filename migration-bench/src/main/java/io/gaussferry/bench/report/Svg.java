package io.gaussferry.bench.report;

import java.util.Locale;

/** Builds an SVG drawing inside a page. The page's classes define the colours. For one thread. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** Starts a drawing with an accessible name. */
    Svg(double width, double height, String name) {
        text.append(format("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", width, height))
                .append(escaped(name))
                .append("\">");
    }

    Svg bar(String style, double x, double y, double width, double height, String tip) {
        text.append(format(
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"><title>",
                        style, x, y, Math.max(width, 0.5), height))
                .append(escaped(tip))
                .append("</title></rect>");
        return this;
    }

    Svg line(String style, double x1, double y1, double x2, double y2) {
        text.append(
                format("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", style, x1, y1, x2, y2));
        return this;
    }

    Svg path(String style, String definition) {
        text.append("<path class=\"")
                .append(style)
                .append("\" d=\"")
                .append(definition)
                .append("\"/>");
        return this;
    }

    Svg label(String style, double x, double y, String content) {
        text.append(format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style, x, y))
                .append(escaped(content))
                .append("</text>");
        return this;
    }

    /** Returns the finished drawing. */
    String end() {
        return text + "</svg>";
    }

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    static String escaped(String content) {
        return content.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns the smallest of 1, 2 and 5 times a power of ten that is not below the value. */
    static double roundUp(double value) {
        if (!(value > 0)) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : new double[] {1, 1.5, 2, 3, 5, 7.5}) {
            if (value <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }
}
