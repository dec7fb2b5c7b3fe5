package io.gaussferry.app.assess;

import java.util.List;

/** Builds HTML. Every value is escaped; only the methods of this class write markup. Used by one thread. */
final class HtmlBuilder {

    private final StringBuilder html = new StringBuilder();

    /** Writes an element with text. */
    HtmlBuilder element(String name, String text) {
        return element(name, "", text);
    }

    /** @param cssClass the class; empty for none */
    HtmlBuilder element(String name, String cssClass, String text) {
        open(name, cssClass);
        html.append(escaped(text));
        return close(name);
    }

    /** Writes a heading that a link can lead to. */
    HtmlBuilder anchored(String name, String anchor, String text) {
        html.append('<').append(name).append(" id=\"").append(escaped(anchor)).append("\">");
        html.append(escaped(text));
        return close(name);
    }

    /** Opens an element. */
    HtmlBuilder open(String name, String cssClass) {
        html.append('<').append(name);
        if (!cssClass.isEmpty()) {
            html.append(" class=\"").append(escaped(cssClass)).append('"');
        }
        html.append('>');
        return this;
    }

    HtmlBuilder close(String name) {
        html.append("</").append(name).append(">\n");
        return this;
    }

    /** Writes a figure with its title. */
    HtmlBuilder card(String title, String figure, String note) {
        open("div", "card").element("h3", title).element("p", "figure", figure);
        if (!note.isEmpty()) {
            element("p", "quiet", note);
        }
        return close("div");
    }

    /**
     * Writes a table; nothing if it has no rows.
     *
     * @param columns the titles; one that ends in {@code #} is of a column of numbers
     */
    HtmlBuilder table(List<String> columns, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return element("p", "quiet", "none");
        }
        open("div", "scroll").open("table", "").open("thead", "").open("tr", "");
        for (String column : columns) {
            html.append("<th scope=\"col\"").append(numberClass(column)).append('>');
            html.append(escaped(column.replace("#", ""))).append("</th>");
        }
        close("tr").close("thead").open("tbody", "");
        for (List<String> row : rows) {
            open("tr", "");
            for (int i = 0; i < row.size(); i++) {
                html.append("<td").append(numberClass(columns.get(i))).append('>');
                html.append(escaped(row.get(i))).append("</td>");
            }
            close("tr");
        }
        return close("tbody").close("table").close("div");
    }

    private static String numberClass(String column) {
        return column.endsWith("#") ? " class=\"number\"" : "";
    }

    /** Writes a link within the page. */
    HtmlBuilder link(String anchor, String text) {
        html.append("<a href=\"#")
                .append(escaped(anchor))
                .append("\">")
                .append(escaped(text))
                .append("</a>");
        return this;
    }

    /** Returns the page with the written content. */
    String page(String title, String style) {
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n<title>" + escaped(title) + "</title>\n<style>\n" + style
                + "</style></head><body><main>\n" + html + "</main></body></html>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
