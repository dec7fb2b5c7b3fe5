package io.gaussferry.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command against a server that answers what Connect's REST interface does. */
class FleetCommandTest {

    private static final int NOT_FOUND = 404;

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private HttpServer server;
    private String url;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        asked.add(request);
        String answer = answers.get(request);
        byte[] body = (answer == null ? "{\"message\":\"nothing here\"}" : answer).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer == null ? NOT_FOUND : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private int run(String... arguments) {
        return FleetCommand.run(
                List.of(arguments),
                new PrintStream(output, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return output.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    /** A template of three with two tasks, of which the pipelines have said what is given; beside it a connector of others. */
    private void fleetOf(String firstTask, String secondTask, String offsets) {
        answers.put("GET /connectors?expand=status&expand=info", """
                {"shops": {"status": {"connector": {"state": "RUNNING"}, "tasks": [%s, %s]},
                           "info": {"config": {"connector.class": "io.gaussferry.connect.GaussferryConnector",
                                               "gaussferry.fleet.sources": "eu, us,asia"}}},
                 "others": {"status": {"tasks": [{"id": 0, "state": "FAILED"}]},
                            "info": {"config": {"connector.class": "org.example.Other"}}}}
                """.formatted(firstTask, secondTask));
        answers.put("GET /connectors/shops/tasks", """
                [{"id": {"task": 0}, "config": {"gaussferry.fleet.task-source": "eu"}},
                 {"id": {"task": 1}, "config": {"gaussferry.fleet.task-source": "us"}}]
                """);
        answers.put("GET /connectors/shops/offsets", "{\"offsets\": [" + offsets + "]}");
    }

    private static String task(int id, String state) {
        return "{\"id\": " + id + ", \"state\": \"" + state + "\", \"worker_id\": \"w" + id + ":8083\"}";
    }

    private static String said(String source, String state, String more) {
        return "{\"partition\": {\"source\": \"" + source + "\"}, \"offset\": {\"state\": \"" + state
                + "\", \"lag_seconds\": 0.2, \"behind_transactions\": 3, \"transactions_per_second\": 12,"
                + " \"rows_per_second\": 34" + more + "}}";
    }

    @Test
    void lists_what_runs_and_what_waits_for_its_turn() {
        fleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", "") + "," + said("us", "COPYING", ""));
        assertThat(run("--url", url)).isZero();
        assertThat(printed().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "CONNECTOR SOURCE STATE LAG s BEHIND TRX/s ROWS/s WORKER",
                        "shops eu REPLAYING 0.2 3 12 34 w0:8083",
                        "shops us COPYING 0.2 3 12 34 w1:8083",
                        "shops asia QUEUED - - - -",
                        "",
                        "3 migrations: {COPYING=1, QUEUED=1, REPLAYING=1}");
        assertThat(complained()).isEmpty();
    }

    @Test
    void columns_stand_below_each_other() {
        fleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", "") + "," + said("us", "COPYING", ""));
        run("--url", url);
        List<String> lines = printed().lines().toList();
        assertThat(lines.get(1).indexOf("w0")).isEqualTo(lines.get(0).indexOf("WORKER"));
        assertThat(lines.get(2).indexOf("COPYING")).isEqualTo(lines.get(0).indexOf("STATE"));
    }

    @Test
    void says_what_needs_a_hand_in_one_line_each_and_by_its_exit_code() {
        String failed = task(1, "FAILED")
                .replace(
                        "}",
                        ", \"trace\": \"org.apache.kafka.connect.errors.ConnectException: Table t is odd.\\n  why\"}");
        fleetOf(task(0, "RUNNING"), failed, said("eu", "RETRYING", ", \"problem\": \"The source is away.\\n  why\""));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed().lines().filter(line -> line.startsWith("needs a hand")))
                .containsExactly(
                        "needs a hand: shops/eu: The source is away.", "needs a hand: shops/us: Table t is odd.");
        assertThat(printed()).contains("{FAILED=1, QUEUED=1, RETRYING=1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ", \"stalled_seconds\": 7|nothing is committed for 7 s",
                ", \"quarantined_tables\": 2|2 table(s) in quarantine",
                ", \"lag_seconds\": 61.4|lags by 61 s"
            })
    void notices_what_a_pipeline_says(String saidAndSeen) {
        String[] parts = saidAndSeen.split("\\|");
        fleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", parts[0]));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs a hand: shops/eu: " + parts[1]);
    }

    @Test
    void a_task_without_a_worker_is_noticed_although_its_pipeline_said_that_all_is_well() {
        fleetOf(task(0, "UNASSIGNED"), task(1, "RUNNING"), said("eu", "REPLAYING", ""));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs a hand: shops/eu: no worker has its task");
    }

    @Test
    void a_task_that_runs_and_says_nothing_is_noticed() {
        String longAgo = ", \"at\": \"" + Instant.now().minusSeconds(200) + "\"";
        fleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", longAgo));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed())
                .contains("SILENT=1")
                .contains("needs a hand: shops/eu: its task runs, and has said nothing");
        // who is told to speak every two minutes is not silent yet
        answers.computeIfPresent(
                "GET /connectors?expand=status&expand=info",
                (request, answer) -> answer.replace(
                        "\"gaussferry.fleet.sources\"",
                        "\"gaussferry.fleet.status-interval\": \"2m\", \"gaussferry.fleet.sources\""));
        assertThat(run("--url", url)).isZero();
    }

    @Test
    void a_fleet_that_does_not_answer_hides_no_other() {
        fleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", ""));
        assertThat(run("--url", "http://127.0.0.1:1", "--url", url)).isEqualTo(1);
        assertThat(printed()).contains("3 migrations");
        assertThat(complained()).contains("http://127.0.0.1:1 does not answer").contains("remedy:");
    }

    @Test
    void a_server_that_is_no_fleet_is_named() {
        answers.put("GET /connectors?expand=status&expand=info", "<html>");
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(complained()).contains(url).contains("does not answer as Kafka Connect does");
    }

    @Test
    void steers_a_connector_in_the_fleets_that_have_it() {
        answers.put("PUT /connectors/my%20shops/pause", "");
        answers.put("PUT /connectors/my%20shops/resume", "");
        answers.put("POST /connectors/my%20shops/restart?includeTasks=true&onlyFailed=true", "{}");
        List<String> expected = new ArrayList<>();
        for (String action : List.of("pause", "resume", "restart")) {
            assertThat(run(action, "--url", url, "my shops")).isZero();
            expected.add(action + " my shops: told the fleet at " + url);
        }
        assertThat(printed().lines()).containsExactlyElementsOf(expected);
        assertThat(asked)
                .containsExactly(
                        "PUT /connectors/my%20shops/pause",
                        "PUT /connectors/my%20shops/resume",
                        "POST /connectors/my%20shops/restart?includeTasks=true&onlyFailed=true");
    }

    @Test
    void a_connector_that_no_fleet_has_is_an_error() {
        assertThat(run("pause", "--url", url, "shops")).isEqualTo(1);
        assertThat(printed()).isEmpty();
        assertThat(complained()).contains("no fleet has a connector shops").contains("remedy:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pause shops",
                "--url",
                "--url http://127.0.0.1:1 pause",
                "--url http://127.0.0.1:1 stop shops",
                "--url http://127.0.0.1:1 pause shops more",
                "--url http://127.0.0.1:1 --all"
            })
    void what_is_not_understood_is_answered_by_its_usage(String words) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
        assertThat(complained()).startsWith("Usage: gaussferry fleet");
        assertThat(printed()).isEmpty();
    }

    @Test
    void help_is_no_error() {
        assertThat(run("pause", "--help")).isZero();
        assertThat(printed()).startsWith("Usage: gaussferry fleet");
    }
}
