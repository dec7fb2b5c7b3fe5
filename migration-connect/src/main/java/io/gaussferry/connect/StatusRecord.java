package io.gaussferry.connect;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.Gtid;
import io.gaussferry.pipeline.status.PipelineStatus;
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
     * @param rowsPerSecond row changes committed per second since the previous record
     * @param transactionsPerSecond source transactions committed per second since the previous record
     * @param secondsLeft estimated time until the target has caught up with the source; null if unknown
     */
    static SourceRecord of(
            String topic,
            String source,
            RunningPipeline pipeline,
            String control,
            double rowsPerSecond,
            double transactionsPerSecond,
            @Nullable Long secondsLeft) {
        Map<String, Object> values = values(pipeline, control, rowsPerSecond, transactionsPerSecond, secondsLeft);
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
            RunningPipeline pipeline,
            String control,
            double rowsPerSecond,
            double transactionsPerSecond,
            @Nullable Long secondsLeft) {
        PipelineStatus status = pipeline.status();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("pipeline", pipeline.settings().name());
        values.put("state", pipeline.state());
        values.put("paused", status.isPaused());
        values.put("at", Instant.now().toString());
        values.put("epoch", pipeline.epoch());
        if (!control.isEmpty()) {
            values.put("control", control);
        }
        putIfKnown(values, "cutover", pipeline.cutoverStep());
        values.put("lag_seconds", Math.round(status.lagSeconds() * 10) / 10.0);
        putIfKnown(values, "behind_transactions", status.behindTransactions());
        values.put("transactions", pipeline.statistics().transactions());
        values.put("transactions_per_second", Math.round(transactionsPerSecond));
        values.put("rows_per_second", Math.round(rowsPerSecond));
        Gtid newest = status.newestCommitted();
        putIfKnown(values, "newest_committed", newest == null ? null : newest.toString());
        putIfKnown(values, "copy", pipeline.copyProgress());
        pipeline.copying().ifPresent(progress -> {
            values.put("copy_rows", progress.rows());
            values.put("copy_estimated_rows", progress.estimatedRows());
            values.put("copy_rows_per_second", progress.rowsPerSecond());
        });
        putIfKnown(values, "seconds_left", secondsLeft);
        PipelineStatus.Stall stall = status.stall();
        putIfKnown(values, "stalled_seconds", stall == null ? null : Math.round(stall.seconds()));
        values.put("quarantined_tables", status.quarantined().size());
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
