package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Verifies that row values appear in the log and in responses to requests with the token, and in no other response of the daemon after any failure.
 * Guards: {@code RowValueMarks}, {@code RowValueMasking}, {@code AccessFilter}.
 */
class RowValuesIT {

    /** Contained in the key and in a value. */
    private static final String MARKER = "Xyzzy4711";

    private static final Pattern PATH = Pattern.compile("^  (/api/[^{}:]+):\n    get:", Pattern.MULTILINE);

    @Test
    void showsRejectedRowOnlyWithToken() throws Exception {
        try (Migration migration = migration()) {
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            migration.target("ALTER TABLE item ADD CONSTRAINT refused CHECK (note NOT LIKE 'Xyzzy%')");
            migration.source("INSERT INTO item VALUES ('" + MARKER + "', '" + MARKER + "')");
            awaitStopped(api);
            String shown = api.show("api/status").toString();
            assertThat(shown).contains(MARKER).contains("refused");
            assertThat(api.status().toString()).contains("refused").contains("‹…›");
            requireHidden(api);
            assertThat(daemon.errors()).contains("Detail: ").contains(MARKER);
        }
    }

    @Test
    void showsUnrepresentableValueOnlyWithToken() throws Exception {
        try (Migration migration = migration()) {
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            migration.source("INSERT INTO item VALUES ('key', CONCAT('" + MARKER + "', CHAR(0)))");
            awaitStopped(api);
            assertThat(api.show("api/status").toString()).contains(MARKER);
            requireHidden(api);
            assertThat(daemon.errors()).contains(MARKER);
        }
    }

    @Test
    void showsMissingRowOnlyWithToken() throws Exception {
        try (Migration migration = migration()) {
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            migration.source("INSERT INTO item VALUES ('" + MARKER + "', 'old')");
            migration.awaitCaughtUp();
            migration.target("DELETE FROM item");
            migration.source("UPDATE item SET note = 'new'");
            awaitStopped(api);
            assertThat(api.show("api/status").toString()).contains(MARKER);
            requireHidden(api);
            assertThat(daemon.errors()).contains(MARKER);
        }
    }

    private static Migration migration() throws Exception {
        Migration migration = Migration.of("gf_e2e_values");
        migration.source("CREATE TABLE item (id VARCHAR(20) PRIMARY KEY, note TEXT)");
        migration.replaySetting("on-failure: wait");
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        return migration;
    }

    private static void awaitStopped(Api api) {
        await("the failure")
                .atMost(Daemon.PATIENCE)
                .until(() -> api.status().path("state").asString("").equals("STOPPED"));
    }

    private static void requireHidden(Api api) throws Exception {
        List<String> paths = new ArrayList<>(List.of("", "actuator/prometheus", "actuator/health"));
        paths.add("actuator/health/readiness");
        paths.add("actuator/health/liveness");
        Path document = Path.of(System.getProperty("gaussferry.home"), "docs", "reference", "openapi.yml");
        Matcher path = PATH.matcher(Files.readString(document, StandardCharsets.UTF_8));
        while (path.find()) {
            paths.add(path.group(1).substring(1));
        }
        assertThat(paths).contains("api/status", "api/cutover", "api/definitions", "api/events", "api/failures");
        for (String each : paths) {
            if (!each.equals("api/events")) {
                assertThat(api.get(each).body()).as(each).doesNotContain(MARKER);
            }
        }
        HttpResponse<Stream<String>> events = api.open("api/events", BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            assertThat(lines.filter(line -> line.startsWith("data:"))
                            .findFirst()
                            .orElse(""))
                    .contains("STOPPED")
                    .doesNotContain(MARKER);
        }
    }
}
