package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.verify.ContinuousVerification;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class StatusDocumentTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Instant BEGAN = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void tells_how_far_the_comparison_is_and_how_long_it_will_take() {
        assertJson(
                new ContinuousVerification.State(3, BEGAN.minusSeconds(60), 2, 4, 1, BEGAN, 20, 400, 1_000, "why"),
                """
                {"rounds": 3, "verifiedUpTo": "2026-01-02T03:03:05Z", "differences": 2, "structureDifferences": 4, "undecidedTables": 1,
                 "roundBegan": "2026-01-02T03:04:05Z", "share": 20, "rowsInRound": 400, "estimatedRows": 1000,
                 "secondsLeft": 15, "problem": "why"}
                """);
    }

    @Test
    void names_what_is_not_known_of_the_comparison() {
        assertJson(new ContinuousVerification.State(0, null, 0, 0, 0, null, 0, 0, 0, null), """
                {"rounds": 0, "verifiedUpTo": null, "differences": 0, "structureDifferences": 0, "undecidedTables": 0,
                 "roundBegan": null, "share": 0, "rowsInRound": 0, "estimatedRows": 0,
                 "secondsLeft": null, "problem": null}
                """);
    }

    private static void assertJson(ContinuousVerification.State state, String expected) {
        String json = MAPPER.writeValueAsString(StatusDocument.Verification.of(state, BEGAN.plusSeconds(10)));
        assertThat(MAPPER.readTree(json)).isEqualTo(MAPPER.readTree(expected));
    }
}
