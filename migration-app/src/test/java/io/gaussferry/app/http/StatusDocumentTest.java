package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.control.StatusDocument;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class StatusDocumentTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void reportsProgressAndRemainingTimeOfVerification() {
        assertJson(
                new ContinuousVerification.State(3, STARTED.minusSeconds(60), 2, 4, 1, STARTED, 20, 400, 1_000, "why"),
                """
                {"rounds": 3, "verifiedUpTo": "2026-01-02T03:03:05Z", "differences": 2, "structureDifferences": 4, "undecidedTables": 1,
                 "roundBegan": "2026-01-02T03:04:05Z", "share": 20, "rowsInRound": 400, "estimatedRows": 1000,
                 "secondsLeft": 15, "problem": "why"}
                """);
    }

    @Test
    void writesNullForUnknownFields() {
        assertJson(new ContinuousVerification.State(0, null, 0, 0, 0, null, 0, 0, 0, null), """
                {"rounds": 0, "verifiedUpTo": null, "differences": 0, "structureDifferences": 0, "undecidedTables": 0,
                 "roundBegan": null, "share": 0, "rowsInRound": 0, "estimatedRows": 0,
                 "secondsLeft": null, "problem": null}
                """);
    }

    private static void assertJson(ContinuousVerification.State state, String expected) {
        String json = MAPPER.writeValueAsString(StatusDocument.Verification.of(state, STARTED.plusSeconds(10)));
        assertThat(MAPPER.readTree(json)).isEqualTo(MAPPER.readTree(expected));
    }
}
