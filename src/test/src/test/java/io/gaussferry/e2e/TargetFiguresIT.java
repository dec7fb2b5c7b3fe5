package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The daemon shows the roles of the target's servers, a COMMIT of another session that waits for a standby, and a change of the primary. Guards:
 * {@code ClusterMonitor}, {@code TargetFigures}.
 */
class TargetFiguresIT {

    private static final Duration WITHIN = Duration.ofSeconds(20);

    @Test
    void showsRolesWaitingCommitAndChange() throws Exception {
        try (TargetPair pair = TargetPair.start();
                Migration migration =
                        Migration.of("gf_e2e_target_figures", Servers.sandbox().source(), pair.primary())) {
            pair.commitWithStandby();
            pair.awaitSynchronous();
            migration.daemonTargetUrl(pair.url());
            migration.httpSetting("port: 0");
            migration.source("CREATE TABLE note (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            await("roles").atMost(WITHIN).untilAsserted(() -> {
                JsonNode target = api.status().path("target");
                assertThat(conditions(target)).containsExactlyInAnyOrder("PRIMARY", "STANDBY");
                assertThat(target.path("synchronousStandbys").asInt(-1)).isEqualTo(1);
                assertThat(target.path("commitWaitSeconds").asDouble(-1)).isNotNegative();
                assertThat(target.path("secondsSinceChange").isNull()).isTrue();
            });

            pair.freezeStandby();
            Thread writer = new Thread(() -> commit(migration), "waiting-writer");
            writer.start();
            await("the waiting COMMIT; " + migration.daemon().errors())
                    .atMost(WITHIN)
                    .until(() -> api.status()
                                            .path("target")
                                            .path("commitWaitSeconds")
                                            .asDouble(-1)
                                    > 3
                            && migration.daemon().errors().contains("has waited for a standby for more than"));
            assertThat(api.get("actuator/prometheus").body())
                    .containsPattern("gaussferry_target_commit_wait_seconds(\\{[^}]*})? [1-9]");
            pair.thawOther();
            writer.join(WITHIN.toMillis());
            assertThat(migration.targetRows("SELECT id FROM note")).containsExactly("7");

            pair.awaitSynchronous();
            pair.killPrimary();
            pair.promote();
            migration.targetIs(pair.primary());
            await("the change; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> {
                        JsonNode target = api.status().path("target");
                        assertThat(conditions(target)).containsExactlyInAnyOrder("PRIMARY", "UNREACHABLE");
                        assertThat(target.path("changes").asInt(-1)).isEqualTo(1);
                        assertThat(target.path("secondsSinceChange").isNumber()).isTrue();
                    });
            pair.rebuildOther();
        }
    }

    private static List<String> conditions(JsonNode target) {
        List<String> conditions = new ArrayList<>();
        target.path("hosts")
                .forEach(host -> conditions.add(host.path("condition").asString("")));
        return conditions;
    }

    private static void commit(Migration migration) {
        try {
            migration.target("INSERT INTO note VALUES (7)");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
