package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The command that redirects the application fails after the switch. The operator corrects it and repeats {@code cutover start}. Guards: {@code
 * CutoverRunner}.
 */
class FailedHookIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\"}";

    @Test
    void repeatsHookOfTheSwitch() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_failed_hook", source.address())) {
            Path corrected = migration.directory().resolve("corrected");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("hooks: {after-switch: \"test -e " + corrected + "\"}");
            migration.source("CREATE TABLE note (id INT PRIMARY KEY)", "INSERT INTO note VALUES (1)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            api.steer("api/cutover/start", START);
            JsonNode failed = await("the failed hook")
                    .atMost(Daemon.PATIENCE)
                    .until(
                            () -> CutoverIT.json(api),
                            status -> status.path("problem").asString("").contains("exit code 1"));
            assertThat(failed.path("step").asString("")).isEqualTo("SWITCH");

            Files.createFile(corrected);
            api.steer("api/cutover/start", START);
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            migration.target("INSERT INTO note VALUES (2)");
            await("reverse replication")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(new Server(source.address())
                                    .rows("SELECT id FROM " + migration.database() + ".note ORDER BY id"))
                            .containsExactly("1", "2"));
        }
    }
}
