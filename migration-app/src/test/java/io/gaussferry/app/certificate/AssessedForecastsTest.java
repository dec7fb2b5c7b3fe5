package io.gaussferry.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

class AssessedForecastsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private static ObjectNode certificate() {
        ObjectNode certificate = new ObjectMapper().createObjectNode();
        certificate.put("pipeline", "shop");
        certificate.putObject("cutover").put("refusedMillis", 770);
        return certificate;
    }

    private Path assessment(String pipeline) throws Exception {
        return Files.writeString(
                directory.resolve("assessment.json"),
                "{\"assessments\": [{\"pipeline\": \"" + pipeline + "\", \"made\": \"2026-01-02T03:04:05Z\","
                        + " \"forecast\": {\"copy_time_seconds\": {\"likely\": 2}, \"downtime_seconds\": {\"low\": 0.3, \"likely\": 0.6, \"high\": null}}}]}");
    }

    @Test
    void forecastAndOutcomeAreNextToEachOther() throws Exception {
        ObjectNode certificate = certificate();
        AssessedForecasts.add(certificate, assessment("shop"));
        assertThat(certificate.path("assessment").path("forecasts").toString())
                .isEqualTo("[{\"quantity\":\"copy, ms\",\"forecast\":2000},{\"quantity\":\"verification, ms\"},"
                        + "{\"quantity\":\"downtime, ms\",\"forecast\":600,\"low\":300,\"outcome\":770}]");
    }

    @Test
    void anUnknownOutcomeIsLeftOut() throws Exception {
        ObjectNode certificate = certificate();
        certificate.remove("cutover");
        AssessedForecasts.add(certificate, assessment("shop"));
        assertThat(certificate.path("assessment").path("forecasts").path(2).has("outcome"))
                .isFalse();
    }

    @Test
    void anAssessmentOfAnotherMigrationIsRefused() throws Exception {
        Path other = assessment("crm");
        assertThatThrownBy(() -> AssessedForecasts.add(certificate(), other))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("has no assessment of pipeline shop");
        Path noJson = Files.writeString(directory.resolve("none.json"), "no");
        assertThatThrownBy(() -> AssessedForecasts.add(certificate(), noJson))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("cannot be read");
    }
}
