package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies a target that has exhausted a resource or temporarily rejects writes: replay waits, reports the reason, and resumes. One daemon for all
 * cases. A trigger simulates the server's own condition: the daemon only observes the SQLSTATE.
 */
class ResourcesIT {

    @Tag("long")
    @Test
    void waitsAndReportsReason() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_resources")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY)");
            migration.httpSetting("port: 0");
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            int id = 0;
            for (String state : new String[] {"53000", "53100", "53200", "25006", "57P03", "58030"}) {
                id++;
                refuse(migration, state);
                migration.source("INSERT INTO item VALUES (" + id + ")");
                isSeen(api, state);
                // longer than the first wait: the statement is retried and rejected again
                await("a second attempt at " + state)
                        .atMost(Daemon.PATIENCE)
                        .until(() -> countOf(daemon.errors(), "SQLSTATE " + state) > 1);
                assertThat(daemon.process().isAlive()).as(daemon::errors).isTrue();
                migration.target("DROP TRIGGER refuses ON item");
                migration.assertEqualContent();
            }
            await("the state after the last")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> api.status().path("state").asString().equals("REPLAYING"));
            migration.stop();
        }
    }

    private static void refuse(Migration migration, String state) throws Exception {
        migration.target(
                "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " RAISE EXCEPTION 'no more of it' USING ERRCODE = '" + state + "'; END $$",
                "CREATE TRIGGER refuses BEFORE INSERT ON item FOR EACH ROW EXECUTE PROCEDURE refuse()");
    }

    private static void isSeen(Api api, String state) throws Exception {
        await("health while the target reports " + state)
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> {
                    HttpResponse<String> health = api.get("actuator/health/readiness");
                    assertThat(health.body()).contains("RETRYING");
                    assertThat(health.statusCode()).isEqualTo(503);
                });
        assertThat(api.get("actuator/health/liveness").statusCode()).isEqualTo(200);
        JsonNode errors = api.status().path("errors");
        assertThat(errors.toString()).contains("no more of it").contains("remedy");
    }

    private static int countOf(String text, String part) {
        return text.split(part, -1).length - 1;
    }
}
