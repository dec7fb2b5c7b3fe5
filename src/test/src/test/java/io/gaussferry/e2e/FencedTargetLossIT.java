package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The target is restarted while the source refuses writes for a cutover, and nothing is replicated. The cutover must end: either the target has
 * the writers, or the source has them again. Guards: {@code TargetMonitor}.
 */
class FencedTargetLossIT {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void endsCutoverAfterRestartOfTheTarget() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.start();
                Migration migration = Migration.of("gf_e2e_fenced_loss", source.address(), target.address())) {
            Path fenced = migration.directory().resolve("fenced");
            Path restarted = migration.directory().resolve("restarted");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("hooks: {after-fence: \"touch " + fenced + "; while [ ! -e " + restarted
                    + " ]; do sleep 0.05; done\"}");
            migration.source("CREATE TABLE note (id INT PRIMARY KEY)", "INSERT INTO note VALUES (1)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\"}");
            await("the fence; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Files.exists(fenced));
            target.kill();
            target.startAgain();
            Files.createFile(restarted);
            JsonNode end = await("the end of the cutover; " + migration.daemon().errors())
                    .atMost(LONGEST)
                    .ignoreExceptions()
                    .until(() -> CutoverIT.json(api), FencedTargetLossIT::isEnd);
            boolean isSwitched = end.path("state").asString("").equals("SWITCHED");
            assertThat(new Server(source.address()).value("SELECT @@GLOBAL.read_only"))
                    .isEqualTo(isSwitched ? "1" : "0");
        }
    }

    private static boolean isEnd(JsonNode status) {
        String state = status.path("state").asString("");
        return state.equals("ROLLED_BACK")
                || state.equals("SWITCHED") && status.path("step").asString("").equals("WATCH");
    }
}
