package io.gaussferry.app.fleet;

import static io.gaussferry.app.fleet.FakeConnect.reported;
import static io.gaussferry.app.fleet.FakeConnect.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.app.GaussferryApplication;
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

/** The command against a fake of Kafka Connect's REST interface. */
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
        List<String> words = new ArrayList<>(List.of(arguments));
        words.add(0, "fleet");
        return GaussferryApplication.run(
                words,
                new PrintStream(output, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return output.toString(StandardCharsets.UTF_8);
    }

    private String errorOutput() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsRunningAndQueuedMigrations() {
        connect.hasFleetOf(
                task(0, "RUNNING"),
                task(1, "RUNNING"),
                reported("eu", "REPLAYING", "") + "," + reported("us", "COPYING", COPYING));
        assertThat(run("--url", url)).isZero();
        assertThat(printed().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "CONNECTOR SOURCE STATE LAG s BEHIND LEFT s TRX/s ROWS/s WORKER",
                        "shops eu REPLAYING 0.2 3 - 12 34 w0:8083",
                        "shops us COPYING 0.2 3 77 12 5000 w1:8083",
                        "shops asia QUEUED - - - - -",
                        "",
                        "3 migrations: {COPYING=1, QUEUED=1, REPLAYING=1}");
        assertThat(errorOutput()).isEmpty();
    }

    @Test
    void alignsColumns() {
        connect.hasFleetOf(
                task(0, "RUNNING"),
                task(1, "RUNNING"),
                reported("eu", "REPLAYING", "") + "," + reported("us", "COPYING", ""));
        run("--url", url);
        List<String> lines = printed().lines().toList();
        assertThat(lines.get(1).indexOf("w0")).isEqualTo(lines.get(0).indexOf("WORKER"));
        assertThat(lines.get(2).indexOf("COPYING")).isEqualTo(lines.get(0).indexOf("STATE"));
    }

    @Test
    void reportsMigrationsThatNeedAttention() {
        String failed = task(1, "FAILED")
                .replace(
                        "}",
                        ", \"trace\": \"org.apache.kafka.connect.errors.ConnectException: Table t is odd.\\n  why\"}");
        connect.hasFleetOf(
                task(0, "RUNNING"),
                failed,
                reported("eu", "RETRYING", ", \"problem\": \"The source is away.\\n  why\""));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed().lines().filter(line -> line.startsWith("needs attention")))
                .containsExactly(
                        "needs attention: shops/eu: The source is away.", "needs attention: shops/us: Table t is odd.");
        assertThat(printed()).contains("{FAILED=1, QUEUED=1, RETRYING=1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ", \"stalled_seconds\": 7|no commit for 7 s",
                ", \"quarantined_tables\": 2|2 table(s) in quarantine",
                ", \"lag_seconds\": 61.4|lag is 61 s"
            })
    void reportsProblemOfRunningPipeline(String statusAndReason) {
        String[] parts = statusAndReason.split("\\|");
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), reported("eu", "REPLAYING", parts[0]));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs attention: shops/eu: " + parts[1]);
    }

    @Test
    void omitsRemainingTimeOfEndedPipelines() {
        connect.hasFleetOf(
                task(0, "FAILED"),
                task(1, "PAUSED"),
                reported("eu", "COPYING", COPYING) + "," + reported("us", "COPYING", COPYING));
        run("--url", url);
        assertThat(printed()).doesNotContain("77");
    }

    @Test
    void reportsTaskWithoutWorker() {
        connect.hasFleetOf(task(0, "UNASSIGNED"), task(1, "RUNNING"), reported("eu", "REPLAYING", ""));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed()).contains("needs attention: shops/eu: no worker runs its task");
    }

    @Test
    void reportsRunningTaskWithoutRecentStatus() {
        String longAgo = ", \"at\": \"" + Instant.now().minusSeconds(200) + "\"";
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), reported("eu", "REPLAYING", longAgo));
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(printed())
                .contains("SILENT=1")
                .contains("needs attention: shops/eu: its task runs but has not reported");
        // with a status interval of two minutes it is not silent yet
        connect.responses()
                .computeIfPresent(
                        "GET /connectors?expand=status&expand=info",
                        (request, response) -> response.replace(
                                "\"gaussferry.fleet.sources\"",
                                "\"gaussferry.fleet.status-interval\": \"2m\", \"gaussferry.fleet.sources\""));
        assertThat(run("--url", url)).isZero();
    }

    @Test
    void listsOtherFleetsIfOneDoesNotRespond() {
        connect.hasFleetOf(task(0, "RUNNING"), task(1, "RUNNING"), reported("eu", "REPLAYING", ""));
        assertThat(run("--url", "http://127.0.0.1:1", "--url", url)).isEqualTo(1);
        assertThat(printed()).contains("3 migrations");
        assertThat(errorOutput())
                .contains("http://127.0.0.1:1 does not respond")
                .contains("remedy:");
    }

    @Test
    void reportsServerThatIsNotConnect() {
        connect.responses().put("GET /connectors?expand=status&expand=info", "<html>");
        assertThat(run("--url", url)).isEqualTo(1);
        assertThat(errorOutput()).contains(url).contains("does not respond like Kafka Connect");
    }

    @Test
    void controlsConnectorInFleetsThatHaveIt() {
        connect.responses().put("PUT /connectors/my%20shops/pause", "");
        connect.responses().put("PUT /connectors/my%20shops/resume", "");
        connect.responses().put("POST /connectors/my%20shops/restart?includeTasks=true&onlyFailed=true", "{}");
        List<String> expected = new ArrayList<>();
        for (String action : List.of("pause", "resume", "restart")) {
            assertThat(run(action, "--url", url, "my shops")).isZero();
            expected.add(action + " my shops: requested from the fleet at " + url);
        }
        assertThat(printed().lines()).containsExactlyElementsOf(expected);
        assertThat(connect.requests())
                .containsExactly(
                        "PUT /connectors/my%20shops/pause",
                        "PUT /connectors/my%20shops/resume",
                        "POST /connectors/my%20shops/restart?includeTasks=true&onlyFailed=true");
    }

    @Test
    void reportsUnknownConnector() {
        assertThat(run("pause", "--url", url, "shops")).isEqualTo(1);
        assertThat(printed()).isEmpty();
        assertThat(errorOutput()).contains("no fleet has a connector shops").contains("remedy:");
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
    void reportsInvalidCommandOrPrintsUsage(String words) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
        assertThat(errorOutput()).startsWith("gaussferry: The command line is invalid: ");
        assertThat(printed()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"worker", "localhost:8083", "ftp://127.0.0.1/", "http:///", "http://user:s3cret@127.0.0.1:1"})
    void rejectsMalformedFleetUrl(String other) {
        assertThat(run("--url", other)).isEqualTo(2);
        assertThat(errorOutput()).contains("--url").contains("remedy:").doesNotContain("s3cret");
    }

    @Test
    void servesPageUntilInterrupted() throws Exception {
        Thread command = new Thread(() -> run("page", "--url", url, "--listen", "0"));
        command.start();
        await().until(() -> printed().startsWith("page at http://127.0.0.1:"));
        command.interrupt();
        command.join();
        assertThat(errorOutput()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "127.0.0.1", "127.0.0.1:65536", ":9190", "192.0.2.1:0", "no-such-host.invalid:0"})
    void rejectsUnusableListenAddress(String address) {
        assertThat(run("page", "--url", url, "--listen", address)).isEqualTo(2);
        assertThat(errorOutput()).contains(address).contains("remedy:");
        assertThat(printed()).isEmpty();
    }

    @Test
    void reportsPortInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();
            assertThat(run("page", "--url", url, "--listen", address)).isEqualTo(2);
            assertThat(errorOutput())
                    .contains(address + " is in use by another program")
                    .contains("remedy:");
        }
    }

    @Test
    void printsHelpSuccessfully() {
        assertThat(run("pause", "--help")).isZero();
        assertThat(printed()).startsWith("Usage: gaussferry fleet");
    }
}
