package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Verifies failovers of a source behind one name, as managed services and proxies make them: connections to the former primary may remain, and the
 * replica that is promoted may lack transactions. Guards: {@code SourceMonitor}, {@code SourceReplacement}, {@code SourceSelection.requireExecuted},
 * {@code InitialCopy.requireServer}, {@code FencedServer}.
 */
class SourceFailoverIT {

    private static final String START =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}";

    private static final String READ_ONLY = "SELECT @@GLOBAL.read_only + @@GLOBAL.super_read_only";

    private static final int COPIED_ROWS = 12_000;

    /** The same migration survives a failover during its copy and one during replay, and refuses a third one. */
    @Test
    void followsPromotedReplicasUnlessTransactionsAreLost() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Proxy name = Proxy.before(address.url());
                    Migration migration = Migration.of("gf_e2e_promoted", address)) {
                migration.daemonSourceUrl(name.through(address.url()));
                Ledger ledger = createCopied(migration);
                migration.launch();
                awaitRange(migration);
                OwnServers.awaitReplicated(first, second);
                promote(second);
                first.crash();
                leadTo(migration, name, second);
                ledger.write(50);
                migration.daemon().awaitReplaying();
                migration.assertEqualContent();
                assertThat(migration.targetRows("SELECT DISTINCT server FROM (SELECT source_uuid AS server FROM"
                                + " gaussferry.copy_view WHERE pipeline = '" + migration.pipeline() + "') AS views"))
                        .hasSize(2);

                first.startAgain();
                OwnServers.replicate(second, first);
                OwnServers.awaitReplicated(second, first);
                promote(first);
                // the daemon remains connected to the former primary, which no longer sends anything
                leadTo(migration, name, first);
                ledger.write(50);
                migration.assertEqualContent();
                assertThat(migration.daemon().errors()).contains(" is now server ");

                List<String> before = content(migration);
                leadTo(migration, name, second);
                migration.source("INSERT INTO ledger VALUES (-1)");
                name.cut();
                name.forward();
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors())
                        .contains("HISTORY_DIFFERS", "lacks transactions that the target has", "diverged");
                assertThat(content(migration)).isEqualTo(before);
            }
        }
    }

    /** Rows were copied whose transactions are not replayed yet: the promoted replica never sends them. */
    @Tag("long")
    @Test
    void refusesReplicaWithoutTransactionsOfCopiedRows() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Proxy name = Proxy.before(address.url());
                    Migration migration = Migration.of("gf_e2e_promoted", address)) {
                migration.daemonSourceUrl(name.through(address.url()));
                Ledger ledger = createCopied(migration);
                OwnServers.awaitReplicated(first, second);
                promote(second);
                ledger.write(10);
                migration.launch();
                awaitRange(migration);
                leadTo(migration, name, second);
                name.cut();
                name.forward();
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors())
                        .contains("HISTORY_DIFFERS", "lacks transactions that the target has");
                migration.sourceIs(address);
            }
        }
    }

    /** The promoted replica is read-only, or has the locked accounts, but it was not fenced: sessions from before may write. */
    @ParameterizedTest
    @ValueSource(strings = "super-read-only")
    void rollsBackIfSourceFailsOverBehindFence(String fence) throws Exception {
        failOverBehindFence(fence);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"lock-accounts", "managed", "hook"})
    void rollsBackIfSourceFailsOverBehindOtherFences(String fence) throws Exception {
        failOverBehindFence(fence);
    }

    private static void failOverBehindFence(String fence) throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Proxy name = Proxy.before(address.url());
                    Migration migration = Migration.of("gf_e2e_promoted", address)) {
                Path fenced = migration.directory().resolve("fenced");
                Path failedOver = migration.directory().resolve("failed-over");
                migration.daemonSourceUrl(name.through(address.url()));
                migration.cutoverSetting("fence: " + fence);
                settingsOf(fence).forEach(migration::cutoverSetting);
                migration.cutoverSetting("hooks: {before-verify: \"touch " + fenced + "; while ! test -e " + failedOver
                        + "; do sleep 0.1; done\"}");
                migration.httpSetting("port: 0");
                migration.httpSetting("token: " + Api.TOKEN);
                new Server(address).execute("CREATE USER app IDENTIFIED BY 'Not_secret_1234'");
                Ledger ledger = Ledger.create(migration);
                Api api = Api.of(migration.start());
                migration.awaitCaughtUp();
                api.steer("api/cutover/start", START);
                await("the fence").atMost(Daemon.PATIENCE).until(() -> Files.exists(fenced));

                OwnServers.awaitReplicated(first, second);
                promote(second);
                Server promoted = new Server(second.address());
                boolean unlocks = fence.equals("lock-accounts") || fence.equals("managed");
                if (!unlocks) {
                    // until the cluster's manager opens it
                    promoted.execute("SET GLOBAL super_read_only = ON");
                }
                leadTo(migration, name, second);
                name.cut();
                name.forward();
                Files.createFile(failedOver);
                JsonNode end = await("the rollback; " + migration.daemon().errors())
                        .atMost(Daemon.PATIENCE)
                        .until(
                                () -> CutoverIT.json(api),
                                status -> status.path("state").asString("").matches("ROLLED_BACK|SWITCHED"));
                assertThat(end.path("state").asString("")).as(end::toString).isEqualTo("ROLLED_BACK");
                assertThat(promoted.value(READ_ONLY)).isEqualTo(unlocks ? "0" : "2");
                if (fence.equals("super-read-only")) {
                    openFormerServer(migration, new Server(first.address()));
                }
                promoted.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
                assertThat(promoted.value("SELECT account_locked FROM mysql.user WHERE user = 'app'"))
                        .isEqualTo("N");
                ledger.write(20);
                migration.assertEqualContent();
            }
        }
    }

    private static List<String> settingsOf(String fence) {
        return switch (fence) {
            case "lock-accounts" -> List.of("accounts: [\"app@%\"]");
            case "managed" -> List.of("service-accounts: [root]");
            case "hook" -> List.of("fence-command: \"true\"", "release-command: \"true\"");
            default -> List.of();
        };
    }

    /** The copy and replay would leave each server again at once. */
    @Tag("long")
    @Test
    void refusesLoadBalancer() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Proxy balancer = Proxy.before(address.url());
                    Migration migration = Migration.of("gf_e2e_promoted", address)) {
                migration.daemonSourceUrl(balancer.through(address.url()));
                Ledger ledger = Ledger.create(migration);
                OwnServers.awaitReplicated(first, second);
                balancer.alternateWith(second.address().url());
                assertThat(migration.launch().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains("SOURCE_AMBIGUOUS", " leads to several servers: ");

                balancer.leadTo(first.address().url());
                migration.start();
                ledger.write(10);
                migration.assertEqualContent();
                balancer.alternateWith(second.address().url());
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains("SOURCE_AMBIGUOUS", " leads to several servers: ");
            }
        }
    }

    @Tag("long")
    @Test
    void refusesFailoverWithoutGtids() throws Exception {
        String[] options = {"--gtid-mode=OFF", "--enforce-gtid-consistency=OFF"};
        try (NativeMySqlServer first = OwnServers.start(options);
                NativeMySqlServer second = OwnServers.start("--server-id=2", options[0], options[1])) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.withReplicatedAccount(second);
            try (Proxy name = Proxy.before(address.url());
                    Migration migration = Migration.of("gf_e2e_promoted", address)) {
                migration.daemonSourceUrl(name.through(address.url()));
                Ledger ledger = Ledger.create(migration);
                migration.start();
                ledger.write(10);
                migration.assertEqualContent();
                name.leadTo(second.address().url());
                // the former primary remains connected
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains("HISTORY_DIFFERS", "is not the server");
            }
        }
    }

    /** Executes the statements of the log. */
    private static void openFormerServer(Migration migration, Server former) throws Exception {
        assertThat(former.value(READ_ONLY)).isEqualTo("2");
        Matcher statements = Pattern.compile("keeps its fence.* run there: (.*)")
                .matcher(migration.daemon().errors());
        assertThat(statements.find()).as(() -> migration.daemon().errors()).isTrue();
        former.execute(statements.group(1).split("; "));
        assertThat(former.value(READ_ONLY)).isEqualTo("0");
        assertThat(former.rows("SELECT pipeline FROM gaussferry.fence")).isEmpty();
        assertThat(former.rows("SELECT * FROM performance_schema.persisted_variables"))
                .isEmpty();
    }

    private static Ledger createCopied(Migration migration) throws Exception {
        // about three seconds
        migration.copySettings("workers: 2", "range-bytes: 10KB", "rows-per-second: 4000");
        migration.source(
                "CREATE TABLE copied (id INT PRIMARY KEY, v VARCHAR(20))",
                "SET SESSION cte_max_recursion_depth = 100000",
                "INSERT INTO copied WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                        + COPIED_ROWS + ") SELECT i, 'copied' FROM n",
                "ANALYZE TABLE copied");
        return Ledger.create(migration);
    }

    private static void awaitRange(Migration migration) {
        await("a copied range")
                .atMost(Daemon.PATIENCE)
                // the table may not exist yet
                .ignoreExceptions()
                .until(() -> !migration
                        .targetRows("SELECT 1 FROM gaussferry.copy_range WHERE view_number > 0 AND pipeline = '"
                                + migration.pipeline() + "' LIMIT 1")
                        .isEmpty());
    }

    private static void promote(NativeMySqlServer replica) throws Exception {
        new Server(replica.address()).execute("STOP REPLICA", "RESET REPLICA ALL");
    }

    private static void leadTo(Migration migration, Proxy name, NativeMySqlServer server) {
        name.leadTo(server.address().url());
        migration.sourceIs(OwnServers.addressOf(server));
    }

    private static List<String> content(Migration migration) throws Exception {
        return migration.targetRows("SELECT number FROM ledger ORDER BY number");
    }
}
