package io.gaussferry.app.verify;

import io.gaussferry.verify.ComparisonNotes;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Column;
import io.gaussferry.verify.compare.StoredOtherwise;
import io.gaussferry.verify.structure.StructureFinding;
import io.gaussferry.verify.structure.StructureReport;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a report as one JSON document, which docs/reference/verify.md describes. {@code version} is incremented when a key changes its meaning or
 * is removed, not when a key is added.
 */
final class VerifyJson {

    private static final int VERSION = 1;

    private VerifyJson() {}

    static String write(VerificationReport report) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("version", VERSION);
            json.writeNumberProperty("exitCode", report.exitCode());
            json.writeNumberProperty("rows", report.rows());
            json.writeNumberProperty("differences", report.differenceCount());
            json.writeNumberProperty("repaired", report.repairedCount());
            json.writeNumberProperty("milliseconds", report.duration().toMillis());
            json.writeArrayPropertyStart("tables");
            for (TableOutcome table : report.tables()) {
                writeTable(json, table);
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("rowsThatDiffer");
            for (Difference difference : report.differences()) {
                writeDifference(json, difference);
            }
            json.writeEndArray();
            writeNotes(json, report.notes());
            writeStructure(json, report.structure());
            writeOrder(json, report.order());
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void writeTable(JsonGenerator json, TableOutcome table) {
        json.writeStartObject();
        json.writeStringProperty("schema", table.table().schema());
        json.writeStringProperty("table", table.table().name());
        json.writeNumberProperty("rows", table.rows());
        json.writeNumberProperty("ranges", table.pieces());
        json.writeNumberProperty("differences", table.differences());
        json.writeNumberProperty("repaired", table.repaired());
        json.writeNumberProperty("comparedAgain", table.comparedAgain());
        writeText(json, "undecided", table.undecided().isEmpty() ? null : table.undecided());
        json.writeEndObject();
    }

    private static void writeDifference(JsonGenerator json, Difference difference) {
        json.writeStartObject();
        json.writeStringProperty("schema", difference.table().schema());
        json.writeStringProperty("table", difference.table().name());
        json.writeStringProperty("kind", lower(difference.kind()));
        json.writeObjectPropertyStart("key");
        difference.key().forEach(value -> writeText(json, value.column(), value.text()));
        json.writeEndObject();
        json.writeNumberProperty("copies", difference.copies());
        json.writeArrayPropertyStart("columns");
        for (Column column : difference.columns()) {
            json.writeStartObject();
            json.writeStringProperty("name", column.name());
            if (column.shown()) {
                writeText(json, "source", column.source());
                writeText(json, "target", column.target());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringProperty("proof", lower(difference.proof()));
        json.writeStringProperty("repair", lower(difference.repair()));
        writeText(json, "note", difference.note().isEmpty() ? null : difference.note());
        json.writeEndObject();
    }

    private static void writeNotes(JsonGenerator json, ComparisonNotes notes) {
        json.writeNumberProperty("storedOtherwise", notes.storedOtherwise());
        json.writeArrayPropertyStart("rowsStoredOtherwise");
        for (StoredOtherwise row : notes.rows()) {
            json.writeStartObject();
            json.writeStringProperty("schema", row.table().schema());
            json.writeStringProperty("table", row.table().name());
            json.writeObjectPropertyStart("key");
            row.key().forEach(value -> writeText(json, value.column(), value.text()));
            json.writeEndObject();
            writeNames(json, "columns", row.columns());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("columnsLeftOut");
        notes.leftOut().forEach((table, columns) -> {
            json.writeStartObject();
            json.writeStringProperty("schema", table.schema());
            json.writeStringProperty("table", table.name());
            writeNames(json, "columns", columns);
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    private static void writeNames(JsonGenerator json, String property, List<String> names) {
        json.writeArrayPropertyStart(property);
        names.forEach(json::writeString);
        json.writeEndArray();
    }

    private static void writeStructure(JsonGenerator json, StructureReport structure) {
        json.writeObjectPropertyStart("structure");
        json.writeNumberProperty("tables", structure.tables());
        json.writeNumberProperty("differences", structure.differences().size());
        json.writeArrayPropertyStart("findings");
        for (StructureFinding finding : structure.findings()) {
            json.writeStartObject();
            json.writeStringProperty("schema", finding.table().schema());
            json.writeStringProperty("table", finding.table().name());
            json.writeStringProperty("aspect", lower(finding.aspect()));
            json.writeStringProperty("weight", lower(finding.weight()));
            json.writeStringProperty("description", finding.description());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeOrder(JsonGenerator json, OrderStatement order) {
        json.writeObjectPropertyStart("order");
        json.writeBooleanProperty("sourceFollows", order.sourceFollows());
        json.writeStringProperty("target", order.target().toString());
        json.writeStringProperty("sourceAtStart", order.sourceAtStart().toString());
        json.writeStringProperty("sourceAtEnd", order.sourceAtEnd().toString());
        json.writeStringProperty("outstanding", order.outstanding().toString());
        json.writeStringProperty("steppedOver", order.gaps().toString());
        json.writeStringProperty("unknownToSource", order.unknown().toString());
        json.writeBooleanProperty("complete", order.isComplete());
        json.writeBooleanProperty("withoutGap", order.hasNoGaps());
        json.writeNumberProperty("transactionsSinceCopy", order.sinceCopy());
        json.writeNumberProperty("transactionsCounted", order.counted());
        json.writeBooleanProperty("eachOnce", order.isExactlyOnce());
        json.writeEndObject();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static void writeText(JsonGenerator json, String property, @Nullable String text) {
        if (text == null) {
            json.writeNullProperty(property);
        } else {
            json.writeStringProperty(property, text);
        }
    }
}
