package io.gaussferry.app.fleet;

import static io.gaussferry.app.fleet.FakeConnect.said;
import static io.gaussferry.app.fleet.FakeConnect.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command against a server that answers what Connect's REST interface does. */
class FleetCommandTest {

    private static final String COPYING = ", \"copy_rows_per_second\": 5000, \"seconds_left\": 77";

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private FakeConnect connect;
    private String url;

    @BeforeEach
    void startServer() throws IOException {
        connect = new FakeConnect();
        url = connect.url();
    }

    @AfterEach
    void stopServer() {
        connect.close();
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

    @Test
    void lists_what_runs_and_what_waits_for_its_turn() {
        connect.hasFleetOf(
                task(0, "RUNNING"),
                task(1, "RUNNING"),
                said("eu", "REPLAYING", "") + "," + said("us", "COPYING", COPYING));
        assertThat(run("--url", url)).isZero();
        assertThat(printed().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "CONNECTOR SOURCE STATE LAG s BEHIND LEFT s TRX/s ROWS/s WORKER",
                        "shops eu REPLAYING 0.2 3 - 12 34 w0:8083",
                        "shops us COPYING 0.2 3 77 12 5000 w1:8083",
                        "shops asia QUEUED - - - - -",
                        "",
                        "3 migrations: {COPYING=1, QUEUED=1, REPLAYING=1}");
        assertThat(complained()).isEmpty();
    }

    @Test
    void columns_stand_below_each_other() {
        connect.hasFleetOf(
                task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", "") + "," + said("us", "COPYING", ""));
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
        connect.hasFleetOf(
                task(0, "RUNNING"), failed, said("eu", "RETRYING", ", \"problem\": \"The source is away.\\n  why\""));
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
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", parts[0]));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs a hand: shops/eu: " + parts[1]);
    }

    @Test
    void the_time_left_of_one_that_has_ended_is_not_known() {
        connect.hasFleetOf(
                task(0, "FAILED"),
                task(1, "PAUSED"),
                said("eu", "COPYING", COPYING) + "," + said("us", "COPYING", COPYING));
        run("--url", url);
        assertThat(printed()).doesNotContain("77");
    }

    @Test
    void a_task_without_a_worker_is_noticed_although_its_pipeline_said_that_all_is_well() {
        connect.hasFleetOf(task(0, "UNASSIGNED"), task(1, "RUNNING"), said("eu", "REPLAYING", ""));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs a hand: shops/eu: no worker has its task");
    }

    @Test
    void a_task_that_runs_and_says_nothing_is_noticed() {
        String longAgo = ", \"at\": \"" + Instant.now().minusSeconds(200) + "\"";
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", longAgo));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed())
                .contains("SILENT=1")
                .contains("needs a hand: shops/eu: its task runs, and has said nothing");
        // who is told to speak every two minutes is not silent yet
        connect.answers()
                .computeIfPresent(
                        "GET /connectors?expand=status&expand=info",
                        (request, answer) -> answer.replace(
                                "\"gaussferry.fleet.sources\"",
                                "\"gaussferry.fleet.status-interval\": \"2m\", \"gaussferry.fleet.sources\""));
        assertThat(run("--url", url)).isZero();
    }

    @Test
    void a_fleet_that_does_not_answer_hides_no_other() {
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), said("eu", "REPLAYING", ""));
        assertThat(run("--url", "http://127.0.0.1:1", "--url", url)).isEqualTo(1);
        assertThat(printed()).contains("3 migrations");
        assertThat(complained()).contains("http://127.0.0.1:1 does not answer").contains("remedy:");
    }

    @Test
    void a_server_that_is_no_fleet_is_named() {
        connect.answers().put("GET /connectors?expand=status&expand=info", "<html>");
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(complained()).contains(url).contains("does not answer as Kafka Connect does");
    }

    @Test
    void steers_a_connector_in_the_fleets_that_have_it() {
        connect.answers().put("PUT /connectors/my%20shops/pause", "");
        connect.answers().put("PUT /connectors/my%20shops/resume", "");
        connect.answers().put("POST /connectors/my%20shops/restart?includeTasks=true&onlyFailed=true", "{}");
        List<String> expected = new ArrayList<>();
        for (String action : List.of("pause", "resume", "restart")) {
            assertThat(run(action, "--url", url, "my shops")).isZero();
            expected.add(action + " my shops: told the fleet at " + url);
        }
        assertThat(printed().lines()).containsExactlyElementsOf(expected);
        assertThat(connect.asked())
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
                "--url http://127.0.0.1:1 --all",
                "page",
                "--url http://127.0.0.1:1 --listen 0",
                "--url http://127.0.0.1:1 page more",
                "--url http://127.0.0.1:1 pause shops --listen 0"
            })
    void a_mistyped_command_is_answered_by_the_mistake_or_the_usage(String words) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
        assertThat(complained())
                .matches("(?s)(Usage: gaussferry fleet|gaussferry: The command line is not understood: \\S).*");
        assertThat(printed()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"worker", "localhost:8083", "ftp://127.0.0.1/", "http:///", "http://user:s3cret@127.0.0.1:1"})
    void what_is_no_url_of_a_fleet_is_refused(String other) {
        assertThat(run("--url", other)).isEqualTo(2);
        assertThat(complained()).contains("--url").contains("remedy:").doesNotContain("s3cret");
    }

    @Test
    void the_page_lasts_until_it_is_ended() throws Exception {
        Thread command = new Thread(() -> run("page", "--url", url, "--listen", "0"));
        command.start();
        await().until(() -> printed().startsWith("page at http://127.0.0.1:"));
        command.interrupt();
        command.join();
        assertThat(complained()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "127.0.0.1", "127.0.0.1:65536", ":9190", "192.0.2.1:0", "no-such-host.invalid:0"})
    void a_page_that_cannot_be_there_is_refused(String address) {
        assertThat(run("page", "--url", url, "--listen", address)).isEqualTo(2);
        assertThat(complained()).contains(address).contains("remedy:");
        assertThat(printed()).isEmpty();
    }

    @Test
    void a_port_that_is_taken_is_said() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();
            assertThat(run("page", "--url", url, "--listen", address)).isEqualTo(2);
            assertThat(complained())
                    .contains(address + " is taken by another program")
                    .contains("remedy:");
        }
    }

    @Test
    void help_is_no_error() {
        assertThat(run("pause", "--help")).isZero();
        assertThat(printed()).startsWith("Usage: gaussferry fleet");
    }
}
