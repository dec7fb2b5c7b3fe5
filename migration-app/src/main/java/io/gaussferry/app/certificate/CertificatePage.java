package io.gaussferry.app.certificate;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Formats a certificate as a printable page: one HTML file without scripts. */
final class CertificatePage {

    private static final String STYLE =
            "body{font:11pt/1.4 serif;max-width:50em;margin:2em auto;padding:0 1em;color:#111}"
                    + "h1{font-size:18pt}h2{font-size:13pt;border-bottom:1px solid #999;margin-top:1.5em}"
                    + "table{border-collapse:collapse;width:100%;font-size:9pt}th,td{text-align:left;vertical-align:top;"
                    + "border-bottom:1px solid #ccc;padding:.2em .5em .2em 0;overflow-wrap:anywhere}"
                    + "code{font-size:8.5pt;overflow-wrap:anywhere}tr{break-inside:avoid}thead{display:table-header-group}"
                    + "@page{margin:18mm}@media print{body{margin:0;max-width:none}}";

    private final StringBuilder page = new StringBuilder();

    private CertificatePage() {}

    static String of(SignedDocument document) {
        CertificatePage certificate = new CertificatePage();
        certificate.write(document);
        return certificate.page.toString();
    }

    private void write(SignedDocument document) {
        JsonNode certificate = document.certificate();
        page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Migration certificate ")
                .append(escaped(certificate.path("pipeline").asString("")))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body>\n<h1>Migration certificate: ")
                .append(escaped(certificate.path("pipeline").asString("")))
                .append("</h1>\n");
        paragraph(
                "Created " + certificate.path("made").asString("") + " by "
                        + certificate.path("program").asString("") + ". Signed by Ed25519, key "
                        + document.fingerprint()
                        + ". The signature is in the JSON file of the same name; check it with gaussferry certificate check FILE.");
        fields("Source", certificate.path("source"));
        fields("Target", certificate.path("target"));
        heading("Position");
        paragraph(
                "The target has executed the source's transactions "
                        + certificate.path("gtidSet").asString("") + ". "
                        + certificate.path("transactionsNotedSinceCopy").asLong(0)
                        + " of them were recorded since the copy: replicated, skipped by an operator, or written by a return to the source.");
        fields("Cutover", certificate.path("cutover"));
        forecasts(certificate.path("assessment"));
        steps(certificate.path("steps"));
        JsonNode comparison = certificate.path("comparison");
        heading("Comparison");
        paragraph(comparison.path("moment").asString("") + "; "
                + comparison.path("rows").asLong(0) + " rows with every value. Digest: "
                + comparison.path("digest").asString("") + ".");
        list("Tables", comparison.path("table"));
        list("Compared by digest", comparison.path("compared"));
        list("Compared by row", comparison.path("comparedByRow"));
        list("Structure", comparison.path("structure"));
        list("Ledger", comparison.path("ledger"));
        list(
                "Values replaced by conversion rules since the daemon's last start before the comparison",
                comparison.path("conversion"));
        list("Skipped transactions", certificate.path("skippedTransactions"));
        list("Definitions", certificate.path("definitions"));
        objects(certificate.path("objects"));
        chunks(comparison.path("chunks"));
        page.append("</body></html>\n");
    }

    private void forecasts(JsonNode assessment) {
        if (assessment.isMissingNode()) {
            return;
        }
        heading("Forecast and outcome");
        paragraph("Forecasts of the assessment of " + assessment.path("made").asString("")
                + ". An empty outcome is not known.");
        beginTable("Quantity", "Forecast", "From", "To", "Outcome");
        for (JsonNode one : assessment.path("forecasts")) {
            row(
                    one.path("quantity").asString(""),
                    one.path("forecast").asString(""),
                    one.path("low").asString(""),
                    one.path("high").asString(""),
                    one.path("outcome").asString(""));
        }
        endTable();
    }

    private void steps(JsonNode steps) {
        heading("Steps");
        beginTable("Step", "Outcome", "Forecast, ms", "ms", "Detail");
        for (JsonNode step : steps) {
            row(
                    step.path("step").asString(""),
                    step.path("outcome").asString(""),
                    step.path("forecastMillis").asString(""),
                    step.path("millis").asString(""),
                    step.path("detail").asString(""));
        }
        endTable();
    }

    private void objects(JsonNode objects) {
        heading("Objects created by the cutover, with their last known state");
        beginTable("Kind", "Name", "Description", "State");
        for (JsonNode object : objects) {
            row(
                    object.path("kind").asString(""),
                    object.path("name").asString(""),
                    object.path("description").asString(""),
                    object.path("state").asString(""));
        }
        endTable();
    }

    private void chunks(JsonNode chunks) {
        heading("Digests");
        beginTable("Table", "From", "To", "Rows", "Source", "Target");
        for (JsonNode chunk : chunks) {
            row(
                    chunk.path("schema").asString("") + "."
                            + chunk.path("table").asString(""),
                    joined(chunk.path("after")),
                    joined(chunk.path("upTo")),
                    chunk.path("rows").asString(""),
                    chunk.path("source").asString(""),
                    chunk.path("target").asString(""));
        }
        endTable();
    }

    private static String joined(JsonNode key) {
        StringBuilder text = new StringBuilder();
        key.forEach(part -> text.append(text.isEmpty() ? "" : ", ").append(part.asString("")));
        return text.toString();
    }

    private void fields(String title, JsonNode fields) {
        heading(title);
        page.append("<table><tbody>\n");
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            JsonNode value = field.getValue();
            row(field.getKey(), value.isObject() ? value.toString() : value.asString(""));
        }
        endTable();
    }

    private void list(String title, JsonNode lines) {
        heading(title);
        if (lines.isMissingNode()) {
            paragraph("unknown");
            return;
        }
        if (lines.isEmpty()) {
            paragraph("none");
            return;
        }
        page.append("<ul>");
        lines.forEach(
                line -> page.append("<li>").append(escaped(line.asString(""))).append("</li>\n"));
        page.append("</ul>\n");
    }

    private void heading(String title) {
        page.append("<h2>").append(escaped(title)).append("</h2>\n");
    }

    private void paragraph(String text) {
        page.append("<p>").append(escaped(text)).append("</p>\n");
    }

    private void beginTable(String... columns) {
        page.append("<table><thead><tr>");
        for (String column : columns) {
            page.append("<th scope=\"col\">").append(escaped(column)).append("</th>");
        }
        page.append("</tr></thead><tbody>\n");
    }

    private void row(String... values) {
        page.append("<tr>");
        for (String value : values) {
            page.append("<td>").append(escaped(value)).append("</td>");
        }
        page.append("</tr>\n");
    }

    private void endTable() {
        page.append("</tbody></table>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
