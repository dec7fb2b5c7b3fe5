package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that a replica that is missing data of its source is not used for failover. */
class ReplicaRulesIT {

    @Tag("long")
    @Test
    void rejectsReplicaWithTableFilter() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            Server replica = new Server(second.address());
            replica.execute("CHANGE REPLICATION FILTER REPLICATE_WILD_IGNORE_TABLE = ('gf\\_e2e\\_rules.audit')");
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_rules", address)) {
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                migration.source(
                        "CREATE TABLE orders (id INT PRIMARY KEY, v VARCHAR(20))",
                        "CREATE TABLE audit (id INT PRIMARY KEY, v VARCHAR(20))",
                        "INSERT INTO orders VALUES (1, 'copied')",
                        "INSERT INTO audit VALUES (1, 'copied')");
                OwnServers.awaitReplicated(first, second);
                assertFound(migration, "SOURCE_REPLICATION_FILTER", "REPLICATE_WILD_IGNORE_TABLE");
                migration.start();
                await().atMost(Daemon.PATIENCE)
                        .until(() -> migration.daemon().errors().contains("This server cannot take over"));
                migration.source("INSERT INTO orders VALUES (2, 'both')", "INSERT INTO audit VALUES (2, 'both')");
                migration.assertEqualContent();
                migration.stop();
                migration.source("INSERT INTO orders VALUES (3, 'before')", "INSERT INTO audit VALUES (3, 'before')");
                OwnServers.awaitReplicated(first, second);

                first.shutDown();
                migration.launch();
                await().atMost(Daemon.PATIENCE)
                        .until(() -> migration.daemon().errors().contains("has replication filter rules"));
                assertThat(migration.targetRows("SELECT id FROM orders ORDER BY id"))
                        .containsExactly("1", "2");
                VerifyRun verified = VerifyRun.of(migration);
                assertThat(verified.exitCode()).as(verified::toString).isNotZero();
                assertThat(verified.toString()).contains("has replication filter rules");

                first.startAgain();
                migration.awaitCaughtUp();
                assertThat(migration.targetRows("SELECT id FROM audit ORDER BY id"))
                        .containsExactly("1", "2", "3");
                migration.assertEqualContent();
                migration.stop();
            }
        }
    }

    /** The source becomes a replica with a filter while it is read. */
    @Tag("long")
    @Test
    void stopsWhenSourceGetsReplicationFilter() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_new_rules", server.address())) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.start();
            migration.assertEqualContent();
            new Server(server.address())
                    .execute(
                            "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = 1, SOURCE_AUTO_POSITION = 1",
                            "CHANGE REPLICATION FILTER REPLICATE_IGNORE_DB = (elsewhere)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("has replication filter rules: REPLICATE_IGNORE_DB = (elsewhere)");
        }
    }

    /** Filters on tables that are not replicated have no effect. */
    @Tag("long")
    @Test
    void acceptsReplicaWithFilterOnOtherTables() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            new Server(second.address())
                    .execute("CHANGE REPLICATION FILTER REPLICATE_IGNORE_TABLE = (elsewhere.t),"
                            + " REPLICATE_WILD_IGNORE_TABLE = ('mysql.rds%')");
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_other_rules", address)) {
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
                migration.start();
                migration.source("INSERT INTO t VALUES (2)");
                migration.assertEqualContent();
                migration.source("INSERT INTO t VALUES (3)");
                OwnServers.awaitReplicated(first, second);
                first.shutDown();
                migration.sourceIs(OwnServers.addressOf(second));
                migration.source("INSERT INTO t VALUES (4)");
                migration.assertEqualContent();
                assertThat(VerifyRun.of(migration).exitCode()).isZero();
                migration.stop();
                first.startAgain();
            }
        }
    }

    @Test
    void rejectsReplicaWithoutLoggedUpdates() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2", "--log-replica-updates=OFF")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_unlogged", address)) {
                migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
                OwnServers.awaitReplicated(first, second);
                migration.daemonSourceUrl(OwnServers.addressOf(second).url());
                assertFound(migration, "SOURCE_REPLICA_NOT_LOGGED", "does not log the changes that it receives");
                assertThat(migration.launch().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains("does not log the changes that it receives");
                migration.daemonSourceUrl(address.url());
            }
        }
    }

    @Test
    void rejectsServerWithBinlogFilter() throws Exception {
        try (NativeMySqlServer server = OwnServers.start("--binlog-ignore-db=elsewhere");
                Migration migration = Migration.of("gf_e2e_binlog_rules", server.address())) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            assertThat(migration.launch().awaitEnd()).isBetween(1, 2);
            assertThat(migration.daemon().errors())
                    .contains("excludes databases from its binlog", "binlog-ignore-db = \"elsewhere\"");
            assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                    .extracting(CheckRun.Found::code)
                    .contains("SOURCE_BINLOG_FILTER");
        }
    }

    @Tag("long")
    @Test
    void checkReportsTransactionsOnlyOnReplica() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_errant", address)) {
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
                OwnServers.awaitReplicated(first, second);
                Server replica = new Server(second.address());
                replica.execute("CREATE DATABASE errant", "FLUSH BINARY LOGS");
                List<String> files = replica.rows("SHOW BINARY LOGS");
                replica.execute(
                        "PURGE BINARY LOGS TO '" + files.get(files.size() - 1).split("\\|", -1)[0] + "'");
                String uuid = replica.value("SELECT @@server_uuid");
                assertFound(migration, "SOURCE_REPLICA_PURGED", uuid + ":1");
                migration.start();
                migration.assertEqualContent();
                migration.stop();

                migration.daemonSourceUrl(OwnServers.addressOf(second).url());
                assertThat(migration.launch().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors())
                        .contains("has purged transactions that the target lacks: " + uuid + ":1")
                        .contains("commit an empty transaction under each of these GTIDs");
                // as the remedy states
                migration.source("SET GTID_NEXT = '" + uuid + ":1'", "BEGIN", "COMMIT", "SET GTID_NEXT = 'AUTOMATIC'");
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                migration.start();
                // a transaction that the replica still has proves that its history is the same
                migration.source("INSERT INTO t VALUES (2)");
                migration.awaitCaughtUp();
                OwnServers.awaitReplicated(first, second);
                migration.stop();
                migration.daemonSourceUrl(OwnServers.addressOf(second).url());
                migration.start();
                migration.source("INSERT INTO t VALUES (3)");
                migration.assertEqualContent();
                migration.stop();
                migration.daemonSourceUrl(address.url());
            }
        }
    }

    private static void assertFound(Migration migration, String code, String problem) throws Exception {
        CheckRun run = CheckRun.of(migration.configuration(), "--json");
        assertThat(run.findings()).as(run::toString).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo(code);
            assertThat(finding.problem()).contains(problem);
        });
    }
}
