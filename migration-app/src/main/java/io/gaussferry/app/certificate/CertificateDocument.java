package io.gaussferry.app.certificate;

import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.record.Evidence;
import io.gaussferry.cutover.record.MigrationRecord;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.ComparedChunk;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a certificate as JSON, and reads back its digests for a check. Numbers are integers, times are UTC. */
final class CertificateDocument {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CertificateDocument() {}

    /**
     * Writes a certificate.
     *
     * @param compared a comparison made for the certificate; null to use the comparison of the cutover
     */
    static ObjectNode of(
            String pipeline, MigrationRecord record, @Nullable Comparison compared, String program, Instant now) {
        ObjectNode document = MAPPER.createObjectNode();
        document.put("kind", "Gaussferry migration certificate");
        document.put("version", 2);
        document.put("made", now.toString());
        document.put("program", program);
        document.put("java", Runtime.version().toString());
        document.put("pipeline", pipeline);
        strings(document.putObject("source"), record.source());
        strings(document.putObject("target"), record.target());
        document.put("gtidSet", record.executed());
        document.put("transactionsNotedSinceCopy", record.transactions());
        cutover(document, record);
        lines(document, "skippedTransactions", record.skipped());
        lines(document, "definitions", record.definitions());
        steps(document.putArray("steps"), record);
        objects(document.putArray("objects"), record.objects());
        comparison(document.putObject("comparison"), record, compared);
        return document;
    }

    /**
     * A comparison that was made for the certificate.
     *
     * @param chunks every compared range
     * @param facts statements by name
     * @param moment the statement about the time of the comparison
     */
    record Comparison(List<Evidence.Chunk> chunks, Map<String, List<String>> facts, String moment) {}

    private static void cutover(ObjectNode document, MigrationRecord record) {
        CutoverState state = record.state();
        Cutover attempt = state.attempt();
        ObjectNode cutover = document.putObject("cutover");
        cutover.put("state", state.getClass().getSimpleName());
        if (attempt == null) {
            return;
        }
        cutover.put("id", attempt.id());
        cutover.put("operator", attempt.request().operator());
        cutover.put("host", attempt.request().host());
        cutover.put("verify", attempt.request().verify().name());
        ReturnStatement reverseReplication =
                ReturnStatement.of(record, attempt.request().noReverseReplication());
        cutover.put("reverseReplication", reverseReplication.name());
        cutover.put("reverseReplicationMeans", reverseReplication.toString());
        if (reverseReplication == ReturnStatement.ARMED) {
            cutover.put(
                    "reverseReplicationBehindBytes", record.reverseReplication().behindBytes());
        }
        cutover.put("started", attempt.started().toString());
        if (attempt.fencedPosition() != null) {
            cutover.put("position", attempt.fencedPosition().toString());
        }
        Instant switched = switchedAt(record);
        if (attempt.fencedAt() != null) {
            cutover.put("fencedAt", attempt.fencedAt().toString());
        }
        if (switched != null && attempt.fencedAt() != null) {
            cutover.put("switchedAt", switched.toString());
            cutover.put(
                    "refusedMillis",
                    Duration.between(attempt.fencedAt(), switched).toMillis());
            cutover.put(
                    "refusedMeans",
                    "from just before the source was made to refuse writes until the decision for the target; the hook that redirects"
                            + " the application runs after it (step SWITCH)");
            ObjectNode parts = cutover.putObject("refusedMillisByPart");
            Downtime.parts(record.steps(), record.facts())
                    .forEach(part -> parts.put(part.name(), Math.round(1e3 * part.seconds())));
        }
        returned(cutover, record);
    }

    /** A return removes the time of the switch from the state, but not the steps that led to it. */
    private static @Nullable Instant switchedAt(MigrationRecord record) {
        if (record.state() instanceof Switched switched) {
            return switched.switchedAt();
        }
        return record.state() instanceof Finished finished
                ? finished.switchedAt()
                : step(record, CutoverStep.SWITCH)
                        .map(CutoverStatus.Step::started)
                        .orElse(null);
    }

    private static Optional<CutoverStatus.Step> step(MigrationRecord record, CutoverStep step) {
        return record.steps().stream()
                .filter(one -> one.step().equals(step.name()))
                .findFirst();
    }

    /** Records the return of the writers to the source, if there was one after the switch. */
    private static void returned(ObjectNode cutover, MigrationRecord record) {
        CutoverStatus.Step rollback = step(record, CutoverStep.ROLLBACK).orElse(null);
        if (rollback == null || step(record, CutoverStep.SWITCH).isEmpty()) {
            return;
        }
        cutover.put("returnDecidedAt", rollback.started().toString());
        if (rollback.ended() != null) {
            cutover.put("sourceAcceptsWritesSince", rollback.ended().toString());
        }
        if (record.state() instanceof RolledBack back) {
            cutover.put("returnReason", back.reason());
        }
    }

    private static void steps(ArrayNode array, MigrationRecord record) {
        for (CutoverStatus.Step step : record.steps()) {
            ObjectNode node = array.addObject();
            node.put("step", step.step());
            node.put("started", step.started().toString());
            if (step.ended() != null) {
                node.put("ended", step.ended().toString());
                node.put(
                        "millis", Duration.between(step.started(), step.ended()).toMillis());
            }
            record.forecast().stream()
                    .filter(part -> part.name().equals(step.step()))
                    .forEach(part -> node.put("forecastMillis", Math.round(1e3 * part.seconds())));
            node.put("outcome", step.outcome());
            node.put("detail", step.detail());
        }
    }

    private static void objects(ArrayNode array, List<CutoverStatus.CreatedObject> objects) {
        for (CutoverStatus.CreatedObject object : objects) {
            ObjectNode node = array.addObject();
            node.put("kind", object.kind().name());
            node.put("name", object.name());
            node.put("description", object.description());
            node.put("state", object.state());
            lines(node, "statements", object.statements());
            lines(node, "undo", object.undo());
        }
    }

    private static void comparison(ObjectNode node, MigrationRecord record, @Nullable Comparison compared) {
        node.put("moment", compared == null ? moment(record) : compared.moment());
        node.put("stoodStill", compared == null && !record.facts().isEmpty());
        node.put(
                "digest",
                "the sum, modulo 2^64, of a 64-bit hash of every row in the common form in which both sides are compared: it detects"
                        + " accidental differences, not deliberate manipulation");
        Map<String, List<String>> facts = compared == null ? record.facts() : compared.facts();
        facts.forEach((name, values) -> lines(node, name, values));
        ArrayNode array = node.putArray("chunks");
        long rows = 0;
        for (Evidence.Chunk chunk : compared == null ? record.chunks() : compared.chunks()) {
            ObjectNode one = array.addObject();
            one.put("schema", chunk.table().schema());
            one.put("table", chunk.table().name());
            lines(one, "after", chunk.range().after());
            lines(one, "upTo", chunk.range().upTo());
            one.put("rows", chunk.chunk().rows());
            one.put("source", Long.toHexString(chunk.chunk().sourceDigest()));
            one.put("target", Long.toHexString(chunk.chunk().targetDigest()));
            rows += chunk.chunk().rows();
        }
        node.put("rows", rows);
    }

    /** Returns the time of the cutover's comparison. Evidence exists only if the comparison ran while neither side accepted writes. */
    private static String moment(MigrationRecord record) {
        return record.facts().isEmpty()
                ? "unknown: the target has no evidence of a comparison in this cutover"
                : "while neither side accepted writes, at the position of the cutover";
    }

    private static void strings(ObjectNode node, Map<String, String> values) {
        values.forEach(node::put);
    }

    private static void lines(ObjectNode node, String name, List<String> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }

    /** Returns whether the source's rows must still be those that were compared. */
    static boolean isSourceFinal(JsonNode certificate) {
        JsonNode cutover = certificate.path("cutover");
        // certificates of an earlier version call it wayBack
        JsonNode reverse = cutover.has("wayBack") ? cutover.path("wayBack") : cutover.path("reverseReplication");
        return certificate.path("comparison").path("stoodStill").asBoolean(false)
                && reverse.asString("").equals(ReturnStatement.NONE_ACCEPTED.name());
    }

    /** Returns the ranges and digests of a certificate. */
    static List<Evidence.Chunk> chunks(JsonNode certificate) {
        List<Evidence.Chunk> chunks = new ArrayList<>();
        for (JsonNode chunk : certificate.path("comparison").path("chunks")) {
            chunks.add(new Evidence.Chunk(
                    new TableId(
                            chunk.path("schema").asString(""),
                            chunk.path("table").asString("")),
                    new KeyRange(strings(chunk.path("after")), strings(chunk.path("upTo"))),
                    new ComparedChunk(
                            chunk.path("rows").asLong(0),
                            Long.parseUnsignedLong(chunk.path("source").asString("0"), 16),
                            Long.parseUnsignedLong(chunk.path("target").asString("0"), 16))));
        }
        return chunks;
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asString("")));
        return strings;
    }
}
