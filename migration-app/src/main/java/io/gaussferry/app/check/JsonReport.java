package io.gaussferry.app.check;

import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.io.StringWriter;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a report as one JSON document:
 *
 * <pre>{@code
 * {"version": 1,
 *  "exitCode": 2,
 *  "counts": {"blocker": 1, "warning": 0, "note": 0},
 *  "findings": [
 *    {"code": "TARGET_COLUMN_MISSING", "severity": "blocker",
 *     "side": "target", "schema": "shop", "table": "orders", "column": "total",
 *     "problem": "…", "why": "…", "remedy": "…"}]}
 * }</pre>
 *
 * <p>{@code severity} is {@code blocker}, {@code warning} or {@code note}; {@code side} is {@code configuration}, {@code
 * source}, {@code target} or {@code both}. {@code schema}, {@code table} and {@code column} are null if the finding does not concern
 * one. The most severe findings come first. {@code version} is incremented when a key changes its meaning or is removed, not when
 * a key is added.
 */
final class JsonReport {

    private static final int VERSION = 1;

    private JsonReport() {}

    static String write(PreflightReport report) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("version", VERSION);
            json.writeNumberProperty("exitCode", report.exitCode());
            json.writeObjectPropertyStart("counts");
            for (Severity severity : new Severity[] {Severity.BLOCKER, Severity.WARNING, Severity.NOTE}) {
                json.writeNumberProperty(severity.name().toLowerCase(Locale.ROOT), report.count(severity));
            }
            json.writeEndObject();
            json.writeArrayPropertyStart("findings");
            for (Finding finding : report.findings()) {
                write(json, finding);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("code", finding.code().name());
        json.writeStringProperty("severity", finding.severity().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("side", finding.location().side().label());
        writeName(json, "schema", finding.location().schema());
        writeName(json, "table", finding.location().table());
        writeName(json, "column", finding.location().column());
        json.writeStringProperty("problem", finding.problem());
        json.writeStringProperty("why", finding.why());
        json.writeStringProperty("remedy", finding.remedy());
        json.writeEndObject();
    }

    private static void writeName(JsonGenerator json, String property, String name) {
        if (name.isEmpty()) {
            json.writeNullProperty(property);
        } else {
            json.writeStringProperty(property, name);
        }
    }
}
