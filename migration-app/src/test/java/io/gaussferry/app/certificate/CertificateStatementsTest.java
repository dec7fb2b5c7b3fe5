package io.gaussferry.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.objects.ObjectAction;
import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.record.Evidence;
import io.gaussferry.cutover.record.MigrationRecord;
import io.gaussferry.cutover.record.ReturnEvidence;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.ComparedChunk;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every statement of a certificate, in a case where it is true and in one where it is not. */
class CertificateStatementsTest {

    private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant FENCED = BEGUN.plusMillis(1_000);
    private static final Instant SWITCHED = BEGUN.plusMillis(3_500);

    @TempDir
    private Path directory;

    private static final ReturnEvidence ARMED = new ReturnEvidence(true, true, 42);

    /** Evidence of a complete migration; other cases differ in one respect. */
    private static final Case WHOLE = new Case(
            switchedBy(false),
            List.of("uuid:7: a wrong row: 2026-01-01"),
            Map.of("table", List.of("d.t: 2 rows on both sides"), "conversion", List.of("d.t.c: 1 replaced")),
            ARMED);

    private record Case(
            CutoverState state,
            List<String> skipped,
            Map<String, List<String>> facts,
            ReturnEvidence reverseReplication) {

        Case with(CutoverState other) {
            return new Case(other, skipped, facts, reverseReplication);
        }

        Case with(ReturnEvidence other) {
            return new Case(state, skipped, facts, other);
        }

        Case withFacts(Map<String, List<String>> other) {
            return new Case(state, skipped, other, reverseReplication);
        }

        Case withSkipped(List<String> other) {
            return new Case(state, other, facts, reverseReplication);
        }

        ObjectNode document() {
            return document(null);
        }

        ObjectNode document(CertificateDocument.@Nullable Comparison compared) {
            return CertificateDocument.of("p", record(), compared, "Gaussferry 0", BEGUN);
        }

        private MigrationRecord record() {
            return new MigrationRecord(
                    Map.of("serverUuid", "uuid", "answeredAs", "another"),
                    Map.of("database", "target"),
                    "uuid:1-9",
                    5,
                    skipped,
                    List.of("d.t: defined as after uuid:3"),
                    state,
                    List.of(
                            new CutoverStatus.Step("FENCE", FENCED, SWITCHED, "DONE", "fenced"),
                            new CutoverStatus.Step("WATCH", SWITCHED, null, "AT_WORK", "written to the source")),
                    List.of(new Downtime.Part("FENCE", 0.25)),
                    List.of(new CutoverStatus.CreatedObject(
                            ObjectAction.Kind.values()[0],
                            "d.t",
                            "a counter",
                            List.of("do"),
                            List.of("undo"),
                            "UNDONE")),
                    facts.isEmpty()
                            ? List.of()
                            : List.of(new Evidence.Chunk(
                                    new TableId("d", "t"), KeyRange.WHOLE, new ComparedChunk(2, 17, 17))),
                    facts,
                    reverseReplication);
        }
    }

    private String page(Case given) {
        return CertificatePage.of(SignedDocument.sign(given.document(), SigningKey.of(directory.resolve("key"))));
    }

    private static Cutover attempt(boolean noReverseReplication) {
        return new Cutover(
                "id",
                new CutoverRequest("ada", "here", noReverseReplication, VerifyMode.FULL),
                BEGUN,
                "memory",
                FENCED,
                new FencedPosition("uuid:1-9", new BinlogPosition("binlog.1", 4)));
    }

    private static CutoverState switchedBy(boolean noReverseReplication) {
        return new CutoverState.Switched(attempt(noReverseReplication), CutoverStep.WATCH, SWITCHED, SWITCHED);
    }

    @Test
    void statesReverseReplicationByEvidenceOnTarget() {
        assertThat(reverseReplication(WHOLE)).isEqualTo("ARMED");
        assertThat(WHOLE.document()
                        .path("cutover")
                        .path("reverseReplicationBehindBytes")
                        .asLong())
                .isEqualTo(42);
        assertThat(reverseReplication(WHOLE.with(switchedBy(true)))).isEqualTo("NONE_ACCEPTED");
        // another session has dropped the slot, or the armed state
        assertThat(reverseReplication(WHOLE.with(new ReturnEvidence(true, false, 0))))
                .isEqualTo("LOST");
        assertThat(reverseReplication(WHOLE.with(ReturnEvidence.NONE))).isEqualTo("LOST");
        assertThat(reverseReplication(WHOLE.with(new CutoverState.Finished(attempt(false), SWITCHED, SWITCHED))
                        .with(ReturnEvidence.NONE)))
                .isEqualTo("FINISHED");
        assertThat(reverseReplication(
                        WHOLE.with(new CutoverState.Advancing(attempt(false), CutoverStep.DRAIN, BEGUN, SWITCHED))))
                .isEqualTo("NOT_ARMED");
        assertThat(reverseReplication(WHOLE.with(new CutoverState.RolledBack(attempt(false), "late", SWITCHED))
                        .with(ReturnEvidence.NONE)))
                .isEqualTo("RETURNED");
    }

    private static String reverseReplication(Case given) {
        return given.document().path("cutover").path("reverseReplication").asString("");
    }

    @Test
    void statesFencedComparisonOnlyWithEvidence() {
        assertThat(moment(WHOLE.document())).contains("while neither side accepted writes");
        assertThat(moment(WHOLE.withFacts(Map.of()).document())).contains("no evidence of a comparison");
        CertificateDocument.Comparison now =
                new CertificateDocument.Comparison(List.of(), Map.of(), "while changes were replicated");
        assertThat(moment(WHOLE.document(now))).isEqualTo("while changes were replicated");
        assertThat(WHOLE.document(now).path("comparison").path("stoodStill").asBoolean(true))
                .isFalse();
    }

    private static String moment(JsonNode certificate) {
        return certificate.path("comparison").path("moment").asString("");
    }

    /** With reverse replication the source changes after the switch, so a range that differs is not a forgery. */
    @Test
    void treatsSourceAsFinalWithoutReverseReplication() {
        assertThat(CertificateDocument.isSourceFinal(
                        WHOLE.with(switchedBy(true)).document()))
                .isTrue();
        assertThat(CertificateDocument.isSourceFinal(WHOLE.document())).isFalse();
        assertThat(CertificateDocument.isSourceFinal(
                        WHOLE.with(switchedBy(true)).withFacts(Map.of()).document()))
                .isFalse();
    }

    @Test
    void measuresRefusedTimeFromFenceToSwitch() {
        JsonNode cutover = WHOLE.document().path("cutover");
        assertThat(cutover.path("refusedMillis").asLong()).isEqualTo(2_500);
        assertThat(cutover.path("refusedMillisByPart").path("FENCE").asLong()).isEqualTo(2_500);
        JsonNode returned = WHOLE.with(new CutoverState.RolledBack(attempt(false), "late", SWITCHED))
                .document()
                .path("cutover");
        assertThat(returned.has("switchedAt")).isFalse();
        assertThat(returned.has("refusedMillis")).isFalse();
        JsonNode none = WHOLE.with(new CutoverState.Idle()).document().path("cutover");
        assertThat(none.has("operator")).isFalse();
    }

    @Test
    void listsStepsAndObjectsWithOutcome() {
        JsonNode certificate = WHOLE.document();
        assertThat(certificate.path("steps").get(0).path("millis").asLong()).isEqualTo(2_500);
        assertThat(certificate.path("steps").get(1).has("ended")).isFalse();
        assertThat(certificate.path("steps").get(1).path("detail").asString("")).isEqualTo("written to the source");
        assertThat(certificate.path("objects").get(0).path("state").asString(""))
                .isEqualTo("UNDONE");
    }

    @Test
    void countsRowsOfComparedRanges() {
        assertThat(WHOLE.document().path("comparison").path("rows").asLong(-1)).isEqualTo(2);
        assertThat(WHOLE.withFacts(Map.of())
                        .document()
                        .path("comparison")
                        .path("rows")
                        .asLong(-1))
                .isZero();
    }

    @Test
    void distinguishesNoneFromUnknownOnPage() {
        assertThat(section(page(WHOLE), "Values replaced by")).contains("1 replaced");
        assertThat(section(page(WHOLE.withFacts(Map.of("conversion", List.of()))), "Values replaced by"))
                .contains("none");
        assertThat(section(page(WHOLE.withFacts(Map.of("table", List.of()))), "Values replaced by"))
                .contains("unknown");
        assertThat(section(page(WHOLE), "Ledger")).contains("unknown");
        assertThat(section(page(WHOLE), "Compared by digest")).contains("unknown");
        assertThat(section(page(WHOLE), "Skipped transactions")).contains("a wrong row");
        assertThat(section(page(WHOLE.withSkipped(List.of())), "Skipped transactions"))
                .contains("none");
        assertThat(page(WHOLE)).contains("refusedMillisByPart</td><td>{&quot;FENCE&quot;:2500}");
    }

    private static String section(String page, String title) {
        int begin = page.indexOf("<h2>" + title);
        assertThat(begin).as(title).isNotNegative();
        return page.substring(begin, page.indexOf("<h2>", begin + 1));
    }
}
