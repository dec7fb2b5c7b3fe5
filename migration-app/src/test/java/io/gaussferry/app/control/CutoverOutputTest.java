package io.gaussferry.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The output of commands that wait for a cutover or a return. */
class CutoverOutputTest {

    private static final String DONE = step("FENCE", "00.000Z", "\"2026-11-27T00:00:00.140Z\"", "DONE", "fenced at 7");
    private static final String RUNNING = step("DRAIN", "00.140Z", "null", "AT_WORK", "");
    private static final String ROLLBACK =
            step("ROLLBACK", "01.000Z", "\"2026-11-27T00:00:01.500Z\"", "DONE", "the source accepts writes again");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream output = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private static String step(String name, String start, String end, String outcome, String detail) {
        return "{\"step\": \"" + name + "\", \"started\": \"2026-11-27T00:00:" + start + "\", \"ended\": " + end
                + ", \"outcome\": \"" + outcome + "\", \"detail\": \"" + detail + "\"}";
    }

    private static JsonNode status(String fields) {
        return new ObjectMapper().readTree("{" + fields + "}");
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void printsEachStepOnceWhenItEnds() {
        CutoverOutput.Course course = new CutoverOutput.Course(output);
        course.show(status("\"steps\": [" + DONE + ", " + RUNNING + "]"));
        course.show(status("\"steps\": [" + DONE + ", " + RUNNING + "], \"problem\": \"waits\""));
        assertThat(text()).isEqualTo("FENCE     done      0.14 s  fenced at 7\n  waits\n");
    }

    @Test
    void printsProgressOfPreparation() {
        CutoverOutput.Course course = new CutoverOutput.Course(output);
        String work =
                "\"step\": \"PREPARE\", \"preparation\": {\"work\": \"ANALYZE of a.b\", \"number\": 1, \"total\": 2}";
        course.show(status(work));
        course.show(status(work));
        course.show(status(work.replace("PREPARE", "FENCE")));
        assertThat(text()).isEqualTo("1/2  ANALYZE of a.b\n");
    }

    /** The steps of the cutover itself are over. */
    @Test
    void printsStepsOfReturn() {
        CutoverOutput.Course course = CutoverOutput.Course.ofReturn(output);
        course.show(status("\"returnSteps\": [" + DONE + "], \"steps\": [" + DONE + "]"));
        course.show(status("\"returnSteps\": [" + DONE + "], \"steps\": [" + DONE + ", " + ROLLBACK + "]"));
        assertThat(text())
                .isEqualTo("FENCE     done      0.14 s  fenced at 7\n"
                        + "ROLLBACK  done      0.50 s  the source accepts writes again\n");
    }

    @Test
    void printsForecastBesideRefusedTime() {
        assertThat(
                        CutoverOutput.end(
                                status(
                                        "\"state\": \"SWITCHED\", \"step\": \"WATCH\", \"refusedSeconds\": 0.64,"
                                                + " \"forecast\": [{\"name\": \"FENCE\", \"seconds\": 0.2}, {\"name\": \"ARM\", \"seconds\": 0.5}]")))
                .contains("writes were refused for 0.64 s; forecast 0.70 s");
    }
}
