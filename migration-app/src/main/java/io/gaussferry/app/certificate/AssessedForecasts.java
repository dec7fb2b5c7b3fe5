package io.gaussferry.app.certificate;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds the forecasts of an assessment to a certificate, next to the outcomes that the servers have evidence of: only the downtime. The times of the
 * copy and of earlier comparisons are not stored.
 */
final class AssessedForecasts {

    private static final double MILLIS_PER_SECOND = 1e3;

    private AssessedForecasts() {}

    /**
     * Adds the forecasts.
     *
     * @param certificate has its pipeline and cutover
     * @param file the JSON document of {@code assess}
     * @throws GaussferryException if the file is no assessment of the certificate's pipeline
     */
    static void add(ObjectNode certificate, Path file) {
        String pipeline = certificate.path("pipeline").asString("");
        JsonNode assessment = find(read(file), pipeline, file);
        ObjectNode node = certificate.putObject("assessment");
        node.put("made", assessment.path("made").asString(""));
        ArrayNode quantities = node.putArray("forecasts");
        JsonNode forecast = assessment.path("forecast");
        interval(quantities, "copy, ms", forecast.path("copy_time_seconds"), MissingNode.getInstance());
        interval(quantities, "verification, ms", forecast.path("verification_time_seconds"), MissingNode.getInstance());
        interval(
                quantities,
                "downtime, ms",
                forecast.path("downtime_seconds"),
                certificate.path("cutover").path("refusedMillis"));
    }

    private static void interval(ArrayNode quantities, String name, JsonNode forecast, JsonNode outcome) {
        ObjectNode one = quantities.addObject();
        one.put("quantity", name);
        millis(one, "forecast", forecast.path("likely"));
        millis(one, "low", forecast.path("low"));
        millis(one, "high", forecast.path("high"));
        if (outcome.isNumber()) {
            one.put("outcome", outcome.asLong());
        }
    }

    /** Certificates have integers only. */
    private static void millis(ObjectNode node, String name, JsonNode seconds) {
        if (seconds.isNumber()) {
            node.put(name, Math.round(MILLIS_PER_SECOND * seconds.asDouble()));
        }
    }

    private static JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException | JacksonException e) {
            throw refused("The assessment " + file + " cannot be read.", e);
        }
    }

    private static JsonNode find(JsonNode document, String pipeline, Path file) {
        for (JsonNode assessment : document.path("assessments")) {
            if (assessment.path("pipeline").asString("").equals(pipeline)) {
                return assessment;
            }
        }
        throw refused("The file " + file + " has no assessment of pipeline " + pipeline + ".", null);
    }

    private static GaussferryException refused(String problem, @Nullable Exception cause) {
        return new GaussferryException(
                ErrorCode.COMMAND_INVALID, problem, "give the JSON file that gaussferry assess has written", cause);
    }
}
