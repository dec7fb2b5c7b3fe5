package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies that a daemon that cannot apply a transaction waits there and resumes by the operator's decision, without a restart; and that it
 * ends if another daemon takes over its pipeline.
 */
class WaitIT {

    @Test
    void retriesOrSkipsByOperatorDecision() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_wait")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)");
            migration.replaySetting("on-failure: wait");
            migration.definitionSettings("mode: hold");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            migration.target("ALTER TABLE item ADD CONSTRAINT small CHECK (n > 0)");
            migration.source("INSERT INTO item VALUES (1, 1)", "INSERT INTO item VALUES (2, -2)");

            retriesUntilTargetAccepts(migration, api);
            skipsWithReason(migration, api);
            skipsWithDefinition(migration, api);

            migration.source("INSERT INTO item VALUES (9, -9, 'last')");
            awaitWaiting(api, "");
            Daemon second = migration.launch();
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors()).contains("PIPELINE_TAKEN_OVER");
            awaitWaiting(Api.of(second), "");
            assertThat(second.terminate()).isZero();
            assertThat(migration.targetRows("SELECT id, n FROM item ORDER BY id"))
                    .containsExactly("1|1", "2|-2", "4|4", "5|5");
        }
    }

    private static void retriesUntilTargetAccepts(Migration migration, Api api) throws Exception {
        JsonNode waiting = awaitWaiting(api, "");
        assertThat(waiting.path("problem").asString()).contains("item").contains("small");
        assertThat(api.status().path("state").asString()).isEqualTo("STOPPED");
        assertThat(api.get("actuator/health/readiness").body()).contains("STOPPED");
        assertThat(api.get("actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(migration.targetRows("SELECT id FROM item")).containsExactly("1");
        JsonNode failure = api.show("api/failures?values=true").path(0);
        assertThat(failure.path("state").asString()).isEqualTo("WAITING");
        assertThat(failure.path("values").path(1).path("after").asString()).isEqualTo("-2");

        api.steer("api/failures/" + failure.path("id").asString() + "/retry", "{\"reason\": \"hope\"}");
        awaitWaiting(api, waiting.path("since").asString());
        migration.target("ALTER TABLE item DROP CONSTRAINT small");
        CommandRun retried =
                CommandRun.of("retry", "--config", migration.configuration().toString(), "--url", api.url());
        assertThat(retried.exitCode()).as(retried.errors()).isZero();
        migration.awaitCaughtUp();
        migration.assertEqualContent();
        assertThat(api.show("api/failures").path(0).path("state").asString()).isEqualTo("RETRIED");
    }

    private static void skipsWithReason(Migration migration, Api api) throws Exception {
        migration.target("ALTER TABLE item ADD CONSTRAINT odd CHECK (n <> 3 AND n <> -9)");
        migration.source("INSERT INTO item VALUES (3, 3)", "INSERT INTO item VALUES (4, 4)");
        String transaction = awaitWaiting(api, "").path("transaction").asString();
        String path = "api/failures/" + transaction + "/skip";
        assertThat(api.post(path, "Bearer " + Api.TOKEN, "{}").statusCode()).isEqualTo(400);
        assertThat(api.post("api/failures/" + transaction + "0/skip", "Bearer " + Api.TOKEN, "{\"reason\": \"x\"}")
                        .statusCode())
                .isEqualTo(409);
        CommandRun skipped = CommandRun.of(
                "skip",
                "--config",
                migration.configuration().toString(),
                "--transaction",
                transaction,
                "--reason",
                "three is not wanted",
                "--url",
                api.url());
        assertThat(skipped.exitCode()).as(skipped.errors()).isZero();
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT id FROM item ORDER BY id")).containsExactly("1", "2", "4");
        JsonNode failure = api.show("api/failures").path(0);
        assertThat(failure.path("state").asString()).isEqualTo("SKIPPED");
        assertThat(failure.path("skipReason").asString()).isEqualTo("three is not wanted");
        assertThat(migration.daemon().errors()).contains("reason: three is not wanted");
    }

    private static void skipsWithDefinition(Migration migration, Api api) throws Exception {
        migration.source("ALTER TABLE item ADD COLUMN note VARCHAR(20)", "INSERT INTO item VALUES (5, 5, 'five')");
        JsonNode waiting = awaitWaiting(api, "");
        assertThat(waiting.path("problem").asString()).contains("ADD COLUMN note");
        String path = "api/failures/" + waiting.path("transaction").asString() + "/skip";
        String body = "{\"reason\": \"done by hand\", \"definitions\": true}";
        assertThat(api.post(path, "Bearer " + Api.TOKEN, body).body()).contains("without a column");
        migration.target("ALTER TABLE item ADD COLUMN note varchar(20)");
        assertThat(api.steer(path, body).path("changed").path(0).asString("")).endsWith(".item");
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT note FROM item WHERE id = 5")).containsExactly("five");
    }

    /** Waits until replay waits since another moment than the given one. */
    private static JsonNode awaitWaiting(Api api, String notSince) {
        return await("replay to wait")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.status().path("waiting"),
                        waiting -> waiting.isObject()
                                && !waiting.path("since").asString().equals(notSince));
    }
}
