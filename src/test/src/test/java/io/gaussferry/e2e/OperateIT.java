package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.daemon.DaemonJar;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Verifies the status and control of a running daemon from outside: one daemon for all tests, because its start takes most of the time. */
class OperateIT {

    private static final Pattern DOCUMENTED = Pattern.compile("\\| `(gaussferry_[a-z_]+)` \\| ([a-z]+) \\|.*");
    private static final Pattern SERVED = Pattern.compile("# TYPE (gaussferry_[a-z_]+) ([a-z]+)");

    private @Nullable Api daemonApi;

    @Test
    void exposesStatusAndControl() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_operate")) {
            migration.source(
                    "CREATE TABLE seen (id INT PRIMARY KEY, note VARCHAR(20))",
                    "INSERT INTO seen VALUES (1, 'one')",
                    "CREATE TABLE late (id INT PRIMARY KEY)");
            migration.throttleSettings("processor-use: 100");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.ruleSetting("nul: strip");
            migration.replaySetting("on-failure: quarantine");
            Daemon daemon = migration.start();
            daemonApi = Api.of(daemon);

            metricsCountCommits(migration);
            rejectsChangesWithoutToken(daemon);
            pausesAndResumes(migration);
            requestedVerificationReportsEachTable(migration);
            controlsByCommandLine(migration);
            exposesOnlyPublicEndpoints();
            showsQuarantinedTable(migration);
            doesNotReplayPausedTransactionsAtShutdown(migration);
            assertThat(daemon.errors()).doesNotContain(Api.TOKEN);
            assertThat(daemon.output()).noneMatch(line -> line.contains(Api.TOKEN));
        }
    }

    private Api api() {
        return Objects.requireNonNull(daemonApi);
    }

    private void metricsCountCommits(Migration migration) throws Exception {
        migration.sourceTransaction(
                "INSERT INTO seen VALUES (2, CONCAT('t', CHAR(0))), (3, 'three')",
                "UPDATE seen SET note = 'ONE' WHERE id = 1",
                "DELETE FROM seen WHERE id = 3");
        migration.awaitCaughtUp();
        String table = "{operation=\"%s\",table=\"" + migration.database() + ".seen\"}";
        await("the commit's count")
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(metrics())
                        .contains(
                                "gaussferry_rows_total" + table.formatted("insert") + " 2.0",
                                "gaussferry_rows_total" + table.formatted("update") + " 1.0",
                                "gaussferry_rows_total" + table.formatted("delete") + " 1.0",
                                "gaussferry_rows_written_total 2.0",
                                "gaussferry_state{state=\"replaying\"} 1.0"));
        Map<String, String> served = new TreeMap<>();
        for (String line : metrics()) {
            Matcher matcher = SERVED.matcher(line);
            if (matcher.matches()) {
                served.put(matcher.group(1), matcher.group(2));
            }
        }
        assertThat(served).isEqualTo(documented());
    }

    private static Map<String, String> documented() throws Exception {
        Map<String, String> metrics = new TreeMap<>();
        for (String line :
                Files.readAllLines(Path.of("..", "..", "docs", "reference", "metrics.md"), StandardCharsets.UTF_8)) {
            Matcher matcher = DOCUMENTED.matcher(line);
            if (matcher.matches()) {
                metrics.put(matcher.group(1), matcher.group(2));
            }
        }
        return metrics;
    }

    private List<String> metrics() throws Exception {
        return api().get("actuator/prometheus").body().lines().toList();
    }

    private void rejectsChangesWithoutToken(Daemon daemon) throws Exception {
        for (String path : List.of(
                "api/pause", "api/resume", "api/throttle", "api/verify", "api/failures/a:1/skip", "no/such/path")) {
            assertThat(api().post(path, "", "{}").statusCode()).as(path).isEqualTo(401);
        }
        assertThat(api().post("api/pause", "Bearer wrong", "{}").statusCode()).isEqualTo(401);
        for (String path :
                List.of("api/failures", "api/%66ailures", "api/failures?values=true", "api/failures/a:1@1")) {
            assertThat(api().get(path).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(api().status().path("paused").asBoolean()).isFalse();
        assertThat(daemon.errors()).contains("audit: Refused POST /api/pause by 127.0.0.1");
    }

    private void pausesAndResumes(Migration migration) throws Exception {
        assertThat(api().steer("api/pause", "{\"reason\": \"a\\nlook\"}")
                        .path("state")
                        .asString())
                .isEqualTo("PAUSED");
        assertThat(migration.daemon().errors()).contains("audit: Replication paused by 127.0.0.1; reason: a look");
        migration.source("INSERT INTO seen VALUES (4, 'four')");
        await("the paused transaction")
                .atMost(Daemon.PATIENCE)
                .until(() -> api().status().path("pendingTransactions").asLong() == 1);
        awaitPendingTransactions(1);
        assertThat(api().get("actuator/health/readiness").statusCode()).isEqualTo(503);
        assertThat(api().get("actuator/health/readiness").body()).contains("PAUSED");
        assertThat(api().get("actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(migration.targetRows("SELECT id FROM seen ORDER BY id")).containsExactly("1", "2");

        assertThat(api().steer("api/resume", "").path("paused").asBoolean()).isFalse();
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT id FROM seen ORDER BY id")).containsExactly("1", "2", "4");
        await("its count")
                .atMost(Daemon.PATIENCE)
                .until(() -> api().get("actuator/health/readiness").statusCode() == 200);
        awaitPendingTransactions(0);
        assertThat(api().steer("api/throttle", "{\"rowsPerSecond\": 1000}")
                        .path("rowsPerSecondLimit")
                        .asLong())
                .isEqualTo(1000);
        assertThat(api().post("api/throttle", "Bearer " + Api.TOKEN, "{\"rowsPerSecond\": -1}")
                        .statusCode())
                .isEqualTo(400);
    }

    private void awaitPendingTransactions(long transactions) {
        await("the source's head")
                .atMost(Daemon.PATIENCE)
                .until(() -> api().status().path("behindTransactions").asLong(-1) == transactions);
    }

    /** {@code verify.share} is 0. */
    private void requestedVerificationReportsEachTable(Migration migration) throws Exception {
        assertThat(api().status().path("verification").path("rounds").asLong()).isZero();
        migration.target("UPDATE seen SET note = 'other' WHERE id = 4");
        assertThat(api().post("api/verify", "Bearer " + Api.TOKEN, "{\"share\": 101}")
                        .statusCode())
                .isEqualTo(400);
        api().steer("api/verify", "{\"share\": 100, \"reason\": \"doubt\"}");
        assertThat(migration.daemon().errors()).contains("reason: doubt");
        awaitRounds(1);
        assertThat(api().status().path("verification").path("differences").asLong())
                .isEqualTo(1);
        assertThat(table("seen").path("differences").asLong()).isEqualTo(1);
        assertThat(table("late").path("differences").asLong(-1)).isZero();
        assertThat(api().status().path("state").asString()).isEqualTo("DIVERGED");
        migration.target("UPDATE seen SET note = 'four' WHERE id = 4");
        api().steer("api/verify", "{}");
        awaitRounds(2);
        JsonNode seen = table("seen");
        assertThat(seen.path("verifiedUpTo").asString("")).isNotEmpty();
        assertThat(seen.path("comparedRows").asLong()).isEqualTo(3);
        assertThat(seen.path("copiedRows").asLong()).isEqualTo(1);
        assertThat(seen.path("inserted").asLong()).isEqualTo(3);
        assertThat(seen.path("state").asString()).isEqualTo("REPLAYING");
    }

    private void awaitRounds(long rounds) {
        await("round " + rounds + " of the verification")
                .atMost(Daemon.PATIENCE)
                .until(() -> api().status().path("verification").path("rounds").asLong() == rounds);
    }

    private JsonNode table(String name) throws Exception {
        for (JsonNode table :
                new ObjectMapper().readTree(api().get("api/tables").body())) {
            if (table.path("table").asString("").endsWith("." + name)) {
                return table;
            }
        }
        throw new AssertionError("no table " + name);
    }

    private void controlsByCommandLine(Migration migration) throws Exception {
        assertThat(command(migration, "throttle", "off")).contains("limit       none");
        assertThat(command(migration, "pause")).contains("state       paused");
        assertThat(command(migration, "resume", "--reason", "done")).contains("applier 3");
        assertThat(migration.daemon().errors()).contains("reason: done");
    }

    private String command(Migration migration, String name, String... more) throws Exception {
        List<String> command = new ArrayList<>(DaemonJar.runCommand(migration.configuration()));
        command.set(command.indexOf("run"), name);
        command.addAll(List.of("--url", api().url()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private void exposesOnlyPublicEndpoints() throws Exception {
        HttpResponse<String> page = api().get("");
        assertThat(page.body()).contains("<title>Gaussferry</title>");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'");
        for (String part : List.of("page.js", "charts.js", "chartjs/chart.umd.js", "chartjs/LICENSE.md", "style.css")) {
            assertThat(api().get(part).statusCode()).as(part).isEqualTo(200);
        }
        for (String closed :
                List.of("actuator", "actuator/env", "actuator/beans", "actuator/heapdump", "actuator/metrics")) {
            assertThat(api().get(closed).statusCode()).as(closed).isEqualTo(404);
        }
        HttpResponse<Stream<String>> events = api().open("api/events", BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            assertThat(lines.filter(line -> line.startsWith("data:"))
                            .findFirst()
                            .orElse(""))
                    .contains("\"state\":\"REPLAYING\"");
        }
    }

    private void showsQuarantinedTable(Migration migration) throws Exception {
        migration.target("ALTER TABLE seen ADD CONSTRAINT small CHECK (id < 9)");
        migration.source("INSERT INTO seen VALUES (10, 'ten')");
        migration.awaitCaughtUp();
        await("the quarantined table")
                .atMost(Daemon.PATIENCE)
                .until(() -> api().status().path("state").asString().equals("DIVERGED"));
        assertThat(api().get("actuator/health/readiness").body()).contains("DIVERGED");
        assertThat(metrics()).contains("gaussferry_quarantined_tables 1.0");
        JsonNode failure = api().show("api/failures").path(0);
        assertThat(failure.path("table").asString()).endsWith(".seen");
        assertThat(failure.path("state").asString()).isEqualTo("SET_ASIDE");
        assertThat(failure.path("values").isNull()).isTrue();
        assertThat(api().show("api/failures?values=true").toString()).contains("\"after\":\"ten\"");
        String id = failure.path("id").asString();
        assertThat(api().show("api/failures/" + id).toString()).contains("\"after\":\"ten\"");
        HttpResponse<String> refused = api().post("api/failures/" + id + "/retry", "Bearer " + Api.TOKEN, "{}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("copy it again");
        assertThat(command(migration, "failures")).contains("INSERT").contains(".seen");
    }

    /** A page remains open: the daemon must not wait for it. */
    private void doesNotReplayPausedTransactionsAtShutdown(Migration migration) throws Exception {
        HttpResponse<InputStream> openPage = api().open("api/events", BodyHandlers.ofInputStream());
        try (InputStream page = openPage.body()) {
            assertThat(page.read()).isPositive();
            api().steer("api/pause", "{}");
            migration.source("INSERT INTO late VALUES (1)");
            await("the paused transaction")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> api().status().path("pendingTransactions").asLong() == 1);
            migration.stop();
        }
        assertThat(migration.targetRows("SELECT id FROM late")).isEmpty();
    }
}
