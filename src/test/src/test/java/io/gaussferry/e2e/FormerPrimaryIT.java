package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * After a cutover the target fails over, and the daemon restarts while only the former primary answers: MySQL must not get its transactions,
 * which its successor never had. Guards: {@code ReverseRuns}.
 */
class FormerPrimaryIT {

    @Test
    void readsNothingFromFormerPrimaryUntilTheOperatorDecides() throws Exception {
        try (TargetPair pair = TargetPair.start();
                NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_former", source.address(), pair.primary())) {
            pair.commitWithoutStandby();
            migration.daemonTargetUrl(pair.url());
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source("CREATE TABLE note (id INT PRIMARY KEY)", "INSERT INTO note VALUES (1)");
            Api api = Api.of(migration.start());
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            migration.target("INSERT INTO note VALUES (2)");
            awaitAtSource(migration, source, "1", "2");
            pair.killPrimary();
            pair.promote();
            migration.targetIs(pair.primary());
            migration.target("INSERT INTO note VALUES (3)");
            awaitAtSource(migration, source, "1", "2", "3");
            migration.stop();

            pair.killPrimary();
            pair.startOtherAsPrimary();
            migration.targetIs(pair.other());
            migration.target("INSERT INTO note VALUES (4)");
            String fence = new Server(source.address()).value("SELECT @@GLOBAL.read_only");
            Daemon outdated = migration.launch();
            await("the refusal; " + outdated.errors())
                    .atMost(Daemon.PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> CutoverIT.json(Api.of(outdated))
                            .path("problem")
                            .asString("")
                            .contains("lacks the last run of reverse replication"));
            assertThat(rows(migration, source)).containsExactly("1", "2", "3");
            assertThat(new Server(source.address()).value("SELECT @@GLOBAL.read_only"))
                    .isEqualTo(fence)
                    .isEqualTo("1");

            Api.of(outdated)
                    .steer("api/cutover/rearm", "{\"operator\": \"ada\", \"reason\": \"its successor is lost\"}");
            awaitAtSource(migration, source, "1", "2", "4");
        }
    }

    private static List<String> rows(Migration migration, NativeMySqlServer source) throws SQLException {
        return new Server(source.address()).rows("SELECT id FROM " + migration.database() + ".note ORDER BY id");
    }

    private static void awaitAtSource(Migration migration, NativeMySqlServer source, String... ids) {
        await("rows at the source; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(rows(migration, source)).containsExactly(ids));
    }
}
