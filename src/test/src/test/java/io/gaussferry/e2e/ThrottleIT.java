package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Verifies {@code gaussferry.throttle}: copies and verification wait while a server is busy, and replication does not. */
class ThrottleIT {

    /** More than any other test runs at the same time. */
    private static final int SESSIONS = 25;

    /** Sessions of an application that execute a statement until they are closed. */
    private static final class BusySessions implements AutoCloseable {

        private final List<Connection> connections = new ArrayList<>();
        private final List<Statement> statements = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();

        interface Opener {
            Connection open() throws SQLException;
        }

        BusySessions(Opener opener, String endless) throws SQLException {
            for (int i = 0; i < SESSIONS; i++) {
                Connection connection = opener.open();
                connections.add(connection);
                Statement statement = connection.createStatement();
                statements.add(statement);
                Thread thread = new Thread(() -> {
                    try {
                        statement.execute(endless);
                    } catch (SQLException e) {
                        // it was cancelled
                    }
                });
                threads.add(thread);
                thread.start();
            }
        }

        @Override
        public void close() throws Exception {
            for (Statement statement : statements) {
                statement.cancel();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static Migration migration(String name, String... throttle) throws Exception {
        Migration migration = Migration.of(name);
        migration.httpSetting("port: 0");
        migration.throttleSettings(throttle);
        migration.source("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 1), (2, 2)");
        return migration;
    }

    private static List<String> heldBack(Api api) throws Exception {
        List<String> reasons = new ArrayList<>();
        for (JsonNode reason : api.status().get("heldBack")) {
            reasons.add(reason.asString());
        }
        return reasons;
    }

    private static void awaitHeldBack(Api api, String reason) {
        await("held back for " + reason)
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(heldBack(api)).anyMatch(text -> text.contains(reason)));
    }

    private static double seconds(Api api, String work) throws Exception {
        String prefix = "gaussferry_held_back_seconds_total{";
        return api.get("actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(prefix) && line.contains("work=\"" + work + "\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void holdsTheCopyBackWhileTheSourceIsBusy() throws Exception {
        try (Migration migration =
                migration("gf_e2e_throttle_copy", "source-threads-running: 20", "minimum-share: 0")) {
            Daemon daemon;
            try (BusySessions unused = new BusySessions(migration::openSource, "SELECT SLEEP(1000)")) {
                daemon = migration.launch();
                Api api = Api.of(daemon);
                awaitHeldBack(api, "running threads of the source (limit 20)");
                await("the copy waits").atMost(Daemon.PATIENCE).until(() -> seconds(api, "copy") > 1);
                assertThat(daemon.errors()).contains("The copy is held back: ");
                assertThat(daemon.summary()).isEmpty();
                assertThat(seconds(api, "verify")).isZero();
            }
            daemon.awaitReplaying();
            assertThat(daemon.errors()).contains("The copy continues: ");
            migration.assertEqualContent();
        }
    }

    @Test
    void completesAHeldCopyWithItsMinimumShare() throws Exception {
        try (Migration migration =
                        migration("gf_e2e_throttle_share", "source-threads-running: 20", "minimum-share: 50");
                BusySessions unused = new BusySessions(migration::openSource, "SELECT SLEEP(1000)")) {
            Daemon daemon = migration.start();
            awaitHeldBack(Api.of(daemon), "running threads");
            migration.assertEqualContent();
        }
    }

    @Test
    void holdsVerificationBackWhileTheTargetIsBusyAndReplicates() throws Exception {
        try (Migration migration =
                migration("gf_e2e_throttle_verify", "target-active-sessions: 20", "minimum-share: 0")) {
            migration.verifySetting("share: 100");
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            await("a round").atMost(Daemon.PATIENCE).until(() -> daemon.errors().contains("Verified 2 rows"));
            try (BusySessions unused = new BusySessions(migration::openTarget, "SELECT pg_sleep(1000)")) {
                awaitHeldBack(api, "active sessions of the target (limit 20)");
                double before = seconds(api, "verify");
                await("verification waits").atMost(Daemon.PATIENCE).until(() -> seconds(api, "verify") > before + 1);
                migration.source("INSERT INTO t VALUES (3, 3)");
                migration.awaitCaughtUp();
                assertThat(migration.targetRows("SELECT v FROM t WHERE id = 3")).containsExactly("3");
            }
            await("a round of the new row")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> daemon.errors().contains("Verified 3 rows"));
        }
    }

    @Test
    void checkFindsAFigureThatCannotBeRead() throws Exception {
        String[] limits = {
            "source-threads-running: 1000",
            "source-history-length: 1000000",
            "target-active-sessions: 1000",
            "target-standby-lag: 1GB",
            "processor-use: 100"
        };
        try (Migration migration = migration("gf_e2e_throttle_check", limits)) {
            assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                    .extracting(CheckRun.Found::code)
                    .doesNotContain("LOAD_UNREADABLE");
            migration.throttleSettings("source-replicas: ['127.0.0.1:1']", "source-replica-lag: 1s");
            assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                    .filteredOn(found -> found.code().equals("LOAD_UNREADABLE"))
                    .singleElement()
                    .extracting(CheckRun.Found::problem)
                    .asString()
                    .startsWith("gaussferry.throttle.source-replica-lag cannot be read: ");
        }
    }

    @Test
    void holdsTheCopyBackWhileAReplicaDoesNotReplicate() throws Exception {
        Servers.assumeMySql("a replica with the statements of MySQL");
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer replica = OwnServers.start("--server-id=77", "--gtid-mode=ON")) {
            String port = replica.address().url().replaceFirst(".*:(\\d+)/.*", "$1");
            try (Migration migration =
                    Migration.of("gf_e2e_throttle_replica", OwnServers.withReplicatedAccount(first))) {
                OwnServers.replicate(first, replica);
                OwnServers.awaitReplicated(first, replica);
                new Server(replica.address()).execute("STOP REPLICA");
                migration.httpSetting("port: 0");
                migration.throttleSettings(
                        "source-replicas: ['127.0.0.1:" + port + "']", "source-replica-lag: 5s", "minimum-share: 50");
                migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
                Daemon daemon = migration.launch();
                Api api = Api.of(daemon);
                awaitHeldBack(api, "source-replica-lag cannot be read: 127.0.0.1:" + port + " does not replicate");
                new Server(replica.address()).execute("START REPLICA");
                daemon.awaitReplaying();
                await("it replicates")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> heldBack(api).isEmpty());
                assertThat(api.get("actuator/prometheus").body().toLowerCase(Locale.ROOT))
                        .contains("gaussferry_load{figure=\"source-replica-lag\"");
                migration.assertEqualContent();
            }
        }
    }
}
