package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Verifies that a held definition change is applied, replaced or skipped by the operator's decision, through the daemon or without one. */
class HeldDefinitionsIT {

    @Test
    void decidesThroughWaitingDaemon() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_held")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.definitionSettings("mode: hold");
            migration.replaySetting("on-failure: wait");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);

            migration.source("ALTER TABLE item ADD COLUMN a INT", "INSERT INTO item VALUES (2, 2, 2)");
            JsonNode waiting = awaitHeld(api, "ADD COLUMN a");
            assertThat(waiting.path("definition").path("reason").asString()).contains("mode is hold");
            assertThat(waiting.path("definition").path("wouldExecute").asString())
                    .contains("ALTER TABLE", "\"a\"");
            String path = "api/definitions/" + waiting.path("transaction").asString() + "/";
            assertThat(api.post(path + "apply", "", "{\"reason\": \"x\"}").statusCode())
                    .isEqualTo(401);
            assertThat(api.post(path + "apply", "Bearer " + Api.TOKEN, "{}").statusCode())
                    .isEqualTo(400);
            assertThat(api.steer(path + "apply", "{\"reason\": \"seen\"}")
                            .path("executed")
                            .asString())
                    .contains("ALTER TABLE");
            migration.assertEqualContent();

            migration.source("ALTER TABLE item ADD COLUMN b INT", "UPDATE item SET b = id");
            awaitHeld(api, "ADD COLUMN b");
            Path sql = Files.writeString(
                    migration.directory().resolve("replacement.sql"),
                    "ALTER TABLE \"" + migration.database() + "\".item ADD COLUMN b integer; -- by hand\n");
            CommandRun replaced = decide(migration, "replace", api, "--sql-file", sql.toString());
            assertThat(replaced.exitCode()).as(replaced.errors()).isZero();
            migration.assertEqualContent();

            migration.source("ALTER TABLE item ADD COLUMN c INT", "UPDATE item SET c = id");
            awaitHeld(api, "ADD COLUMN c");
            CommandRun tooEarly = decide(migration, "skip", api);
            assertThat(tooEarly.exitCode()).isEqualTo(1);
            assertThat(tooEarly.errors()).contains("without a column \"c\"");
            migration.target("ALTER TABLE item ADD COLUMN c integer");
            assertThat(decide(migration, "skip", api).exitCode()).isZero();
            migration.assertEqualContent();

            assertThat(api.get("api/definitions?limit=2").body()).contains("\"SKIPPED\"", "\"REPLACED\"");
            assertThat(api.get("actuator/prometheus").body())
                    .contains("gaussferry_definition_changes_total{result=\"applied\"} 1.0")
                    .contains("gaussferry_definition_changes_total{result=\"held\"} 3.0");
            migration.stop();
        }
    }

    @Tag("long")
    @Test
    void decidesOnTargetWithoutDaemon() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_held")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.definitionSettings("mode: hold");
            migration.start();

            migration.source("ALTER TABLE item ADD COLUMN a INT", "INSERT INTO item VALUES (2, 2, 2)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains(
                            "ALTER TABLE item ADD COLUMN a INT",
                            "The statement is held: ",
                            "the target would execute: ALTER TABLE")
                    .contains("gaussferry definitions apply|replace|skip");
            CommandRun shown = command(migration, "definitions", "show");
            assertThat(shown.output()).contains("held ", "ADD COLUMN a", "would be", "ALTER TABLE");
            CommandRun applied = decide(migration, "apply", null);
            assertThat(applied.exitCode()).as(applied.errors()).isZero();
            assertThat(decide(migration, "apply", null).errors()).contains("The target already has transaction");

            migration.source("CREATE TABLE more (id INT PRIMARY KEY)", "INSERT INTO more VALUES (7)");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            Path sql = Files.writeString(
                    migration.directory().resolve("replacement.sql"),
                    "CREATE TABLE \"" + migration.database() + "\".more (id integer PRIMARY KEY); COMMIT");
            CommandRun ended = decide(migration, "replace", null, "--sql-file", sql.toString());
            assertThat(ended.errors()).contains("has ended the transaction");
            assertThat(decide(migration, "skip", null).exitCode()).isZero();

            migration.source("DROP TABLE more");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            // a table that no longer exists need not be dropped from the target
            assertThat(decide(migration, "skip", null).exitCode()).isZero();
            skipsKeyIgnoredByEngine(migration);
            migration.definitionSettings("mode: follow");
            migration.source(
                    "ALTER TABLE item ADD COLUMN b INT", "UPDATE item SET b = 1", "DELETE FROM item WHERE id = 1");
            migration.start();
            migration.awaitCopies();
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id, item FROM child")).containsExactly("1|1");
            assertThat(migration.targetRows("SELECT id FROM more")).containsExactly("7");
            migration.target("DROP TABLE more");
            migration.assertEqualContent();
            assertThat(command(migration, "definitions", "show", "--json").output())
                    .contains("\"APPLIED\"", "\"SKIPPED\"", "\"FOLLOWED\"");
            migration.stop();
        }
    }

    /** Guards: {@code IgnoredForeignKeys}. On the target the key's action would change rows that MySQL keeps. */
    private static void skipsKeyIgnoredByEngine(Migration migration) throws Exception {
        migration.source(
                "SET SESSION default_storage_engine = MyISAM",
                "CREATE TABLE child (id INT PRIMARY KEY, item INT, FOREIGN KEY (item) REFERENCES item (id) ON DELETE CASCADE)",
                "INSERT INTO child VALUES (1, 1)");
        assertThat(migration.launch().awaitEnd()).isEqualTo(1);
        CommandRun applied = decide(migration, "apply", null);
        assertThat(applied.exitCode()).as(applied.errors()).isZero();
        assertThat(applied.output()).contains("is quarantined, and copied while replication runs");
    }

    private static JsonNode awaitHeld(Api api, String statement) {
        return await("replay to wait at " + statement)
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.status().path("waiting"),
                        waiting -> waiting.path("definition")
                                .path("statement")
                                .asString("")
                                .contains(statement));
    }

    /** Decides about the newest held change. */
    private static CommandRun decide(Migration migration, String action, @Nullable Api api, String... more)
            throws Exception {
        String transaction = Servers.target()
                .rows("SELECT gtid FROM gaussferry.definition_change WHERE pipeline = '" + migration.pipeline()
                        + "' ORDER BY changed_at DESC LIMIT 1")
                .get(0);
        List<String> words = new ArrayList<>(List.of("definitions", action));
        words.addAll(List.of("--transaction", transaction, "--reason", "decided by a test"));
        if (api != null) {
            words.addAll(List.of("--url", api.url()));
        }
        words.addAll(List.of(more));
        return command(migration, words.toArray(String[]::new));
    }

    private static CommandRun command(Migration migration, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--config", migration.configuration().toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }
}
