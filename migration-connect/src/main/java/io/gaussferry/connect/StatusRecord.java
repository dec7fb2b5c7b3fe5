package io.gaussferry.connect;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.Gtid;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.Figure.Single;
import io.gaussferry.status.Figure.Type;
import io.gaussferry.status.Figures;
import io.gaussferry.status.MigrationStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reports a pipeline's status as a record of a few hundred bytes in the status topic, with the pipeline's name as key. The same values are the
 * record's offset, so that Connect's REST interface returns the newest ({@code GET /connectors/NAME/offsets}). Neither is ever read
 * back: a pipeline resumes from the progress stored on its target.
 */
final class StatusRecord {

    private StatusRecord() {}

    /**
     * Returns the record.
     *
     * @param source the source's name in its connector
     * @param control the address at which this worker listens for commands; empty for none
     * @param secondsLeft estimated time until the target has caught up with the source; null if unknown
     */
    static SourceRecord of(
            String topic, String source, RunningPipeline pipeline, String control, @Nullable Long secondsLeft) {
        Map<String, Object> values = values(pipeline, pipeline.migrationStatus(), control, secondsLeft);
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("source", source);
        named.putAll(values);
        return new SourceRecord(
                Map.of("source", source),
                values,
                topic,
                null,
                Schema.STRING_SCHEMA,
                pipeline.settings().name(),
                Schema.STRING_SCHEMA,
                json(named));
    }

    static Map<String, Object> values(
            RunningPipeline pipeline, MigrationStatus status, String control, @Nullable Long secondsLeft) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("pipeline", pipeline.settings().name());
        values.put("state", status.state());
        values.put("at", Instant.now().toString());
        if (!control.isEmpty()) {
            values.put("control", control);
        }
        putIfKnown(values, "cutover", pipeline.cutoverStep());
        for (Single figure : Figures.SINGLE) {
            if (figure.isReported()) {
                putIfKnown(values, figure.name(), rounded(figure.type(), figure.value(status)));
            }
        }
        Gtid newest = status.pipeline().newestCommitted();
        putIfKnown(values, "newest_committed", newest == null ? null : newest.toString());
        CopyProgress copying = status.copying();
        putIfKnown(values, "copy", copying == null ? null : copying.toString());
        putIfKnown(values, "seconds_left", secondsLeft);
        GaussferryException problem = pipeline.problem();
        if (problem != null) {
            // the topic and the offsets are not protected by a token
            values.put("problem", RowValueMarks.hidden(problem.problem()));
            values.put("remedy", RowValueMarks.hidden(problem.remedy()));
            values.put("code", problem.code().name());
        } else if (!pipeline.cutoverProblem().isEmpty()) {
            values.put("problem", RowValueMarks.hidden(pipeline.cutoverProblem()));
        }
        return values;
    }

    private static @Nullable Object rounded(Type type, @Nullable Object value) {
        return switch (type) {
            case FLAG, WHOLE -> value;
            case RATE -> value instanceof Number number ? Math.round(number.doubleValue()) : null;
            case REAL -> value instanceof Number number ? Math.round(number.doubleValue() * 10) / 10.0 : null;
        };
    }

    private static void putIfKnown(Map<String, Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    /** Writes strings, numbers and booleans as a JSON object. */
    static String json(Map<String, Object> values) {
        StringBuilder text = new StringBuilder("{");
        values.forEach((name, value) -> {
            text.append(text.length() == 1 ? "" : ",").append(quoted(name)).append(':');
            text.append(value instanceof String string ? quoted(string) : value.toString());
        });
        return text.append('}').toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') {
                quoted.append('\\').append(character);
            } else if (character < ' ') {
                quoted.append(String.format("\\u%04x", (int) character));
            } else {
                quoted.append(character);
            }
        }
        return quoted.append('"').toString();
    }
}
