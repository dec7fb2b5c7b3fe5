package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gaussferry.e2e.CheckRun.Found;
import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The target is a primary with a standby: {@code check} names servers that cannot replace the primary, and lost or hanging commits. */
class ClusterCheckIT {

    /** The stand-in's standbys are asynchronous; openGauss waits for one, always or while one is connected. */
    private static final List<String> COMMITS =
            List.of("TARGET_COMMITS_ASYNCHRONOUS", "TARGET_COMMITS_HANG", "TARGET_COMMITS_WITHOUT_STANDBY");

    @Test
    void namesEveryServerThatCannotReplacePrimary() throws Exception {
        try (TargetPair pair = TargetPair.start();
                Migration migration =
                        Migration.of("gf_e2e_cluster_check", Servers.sandbox().source(), pair.primary())) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            migration.daemonTargetUrl(pair.url());
            assertThat(codes(migration))
                    .containsAnyElementsOf(COMMITS)
                    .doesNotContain("TARGET_HOST_UNREACHABLE", "TARGET_HOST_FOREIGN", "TARGET_PRIMARIES_SEVERAL");

            pair.killPrimary();
            assertThat(codes(migration)).contains("TARGET_PRIMARY_MISSING", "TARGET_HOST_UNREACHABLE");

            pair.promote();
            assertThat(codes(migration))
                    .contains("TARGET_HOST_UNREACHABLE")
                    .doesNotContain("TARGET_PRIMARY_MISSING", "TARGET_HOST_FOREIGN");

            pair.startOtherAsPrimary();
            assertThat(codes(migration)).contains("TARGET_PRIMARIES_SEVERAL").doesNotContain("TARGET_HOST_FOREIGN");
            pair.rebuildOther();
            migration.targetIs(pair.primary());
        }
    }

    /** A start refuses them, too: it could write to the other cluster's data. */
    @Test
    void refusesServersOfDifferentClusters() throws Exception {
        try (TargetPair pair = TargetPair.start();
                TargetPair another = Servers.sandbox().targetIsStandIn() ? TargetPair.start() : pair;
                Migration migration =
                        Migration.of("gf_e2e_cluster_check", Servers.sandbox().source(), pair.primary())) {
            ServerAddress foreign = another == pair ? Servers.sandbox().target() : another.primary();
            assumeFalse(pair.contains(foreign), "the environment names no target besides its pair");
            if (another != pair) {
                new Server(foreign)
                        .execute("ALTER ROLE " + foreign.user() + " PASSWORD '"
                                + pair.primary().password() + "'");
            }
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            migration.daemonTargetUrl(withHosts(pair.primary(), foreign));
            assertThat(codes(migration)).contains("TARGET_PRIMARIES_SEVERAL", "TARGET_HOST_FOREIGN");
            assertThat(migration.launch().awaitEnd()).isNotZero();
            assertThat(migration.daemon().errors()).contains("are of different clusters");
        }
    }

    private static String withHosts(ServerAddress... servers) {
        StringBuilder hosts = new StringBuilder();
        for (ServerAddress server : servers) {
            hosts.append(hosts.length() == 0 ? "" : ",")
                    .append(server.url().replaceFirst("jdbc:opengauss://([^/]+)/.*", "$1"));
        }
        return servers[0].url().replaceFirst("//[^/]+/", "//" + hosts + "/");
    }

    private static List<String> codes(Migration migration) throws Exception {
        return CheckRun.of(migration.configuration(), "--json").findings().stream()
                .map(Found::code)
                .toList();
    }
}
