package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies replay when the source stops, crashes, is replaced, or loses data. */
class SourceFailureIT {

    @Test
    void resumesAfterSourceRestartAndCrash() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_source", server.address())) {
            Ledger ledger = Ledger.create(migration);
            migration.start();
            for (int round = 0; round < 3; round++) {
                try (Writers writers = ledger.startWriters()) {
                    writers.awaitCommitted(100);
                    ledger.awaitReplayed();
                    if (round == 0) {
                        server.shutDown();
                    } else {
                        server.crash();
                    }
                }
                server.startAgain();
            }
            ledger.write(100);
            migration.assertEqualContent();
            assertThat(migration.daemon().errors()).contains("restarting from the target's progress");
            migration.stop();
        }
    }

    /**
     * Guards {@code PreparedXaLookup}, the first bytes that {@code EventReader} and {@code TransactionPayload} keep of large events, and {@code
     * SourceHistory.waitsForReplica}.
     */
    @Tag("long")
    @Test
    void continuesDespiteUnreplicatedTablesAndReplicaWait() throws Exception {
        try (NativeMySqlServer server = OwnServers.start("--max-allowed-packet=128M");
                Migration migration = Migration.of("gf_e2e_source", server.address())) {
            Server root = new Server(server.address());
            root.execute(
                    "CREATE DATABASE elsewhere",
                    "CREATE TABLE elsewhere.files (id INT PRIMARY KEY, n INT, v LONGBLOB)");
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            migration.start();
            root.execute(
                    "XA START 'one'",
                    "INSERT INTO elsewhere.files VALUES (1, 0, 'x')",
                    "XA END 'one'",
                    "XA PREPARE 'one'");
            migration.source("INSERT INTO t VALUES (1)");
            migration.awaitCaughtUp();
            migration.stop();
            root.execute(
                    "XA COMMIT 'one'",
                    "SET SESSION binlog_transaction_compression = ON",
                    "INSERT INTO elsewhere.files VALUES (2, 0, REPEAT('y', 80000000))");
            migration.source("INSERT INTO t VALUES (2)");
            migration.start();
            migration.awaitCaughtUp();

            root.execute(
                    "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
                    "SET GLOBAL rpl_semi_sync_source_timeout = 600000",
                    "SET GLOBAL rpl_semi_sync_source_enabled = ON");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    migration.source("INSERT INTO t VALUES (3)");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(Daemon.PATIENCE)
                    .until(() -> migration.targetRows("SELECT id FROM t").size() == 3);
            migration.stop();
            migration.launch();
            await().atMost(Daemon.PATIENCE)
                    .until(() -> migration.daemon().errors().contains("semi-synchronous replica"));
            root.execute("SET GLOBAL rpl_semi_sync_source_enabled = OFF");
            waiting.join();
            migration.source("INSERT INTO t VALUES (4)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void failsOverToReplicaWithAllTargetTransactions() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_failover", address)) {
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                Ledger ledger = Ledger.create(migration);
                migration.start();
                ledger.write(100);
                OwnServers.awaitReplicated(first, second);

                // the replica continues to receive, but applies nothing
                Server replica = new Server(second.address());
                replica.execute("STOP REPLICA SQL_THREAD");
                ledger.write(50);
                migration.awaitCaughtUp();
                String executed = new Server(first.address()).value("SELECT @@GLOBAL.gtid_executed");
                awaitReceived(replica, executed);
                first.crash();
                await().atMost(Daemon.PATIENCE)
                        .until(() -> migration.daemon().errors().contains(" lags: "));

                replica.execute("START REPLICA SQL_THREAD");
                assertThat(replica.value("SELECT WAIT_FOR_EXECUTED_GTID_SET('" + executed + "', 60)"))
                        .isEqualTo("0");
                replica.execute("STOP REPLICA", "RESET REPLICA ALL");
                migration.sourceIs(OwnServers.addressOf(second));
                ledger.write(100);
                migration.assertEqualContent();
                migration.stop();
                migration.start();
                ledger.write(20);
                migration.assertEqualContent();
                assertThat(migration.targetRows(
                                "SELECT DISTINCT source_uuid FROM gaussferry.progress WHERE pipeline = '"
                                        + migration.pipeline() + "'"))
                        .isEqualTo(replica.rows("SELECT @@server_uuid"));
            }
        }
    }

    private static void awaitReceived(Server replica, String executed) {
        String received = "SELECT GTID_SUBSET('" + executed + "', CONCAT(received_transaction_set, ',', "
                + "@@GLOBAL.gtid_executed)) FROM performance_schema.replication_connection_status";
        await().atMost(Daemon.PATIENCE).until(() -> replica.value(received).equals("1"));
    }

    @Tag("long")
    @Test
    void rejectsServerMissingTransactionsOfTarget() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_diverged", address)) {
                Ledger ledger = Ledger.create(migration);
                migration.start();
                OwnServers.awaitReplicated(first, second);
                Server other = new Server(second.address());
                other.execute("STOP REPLICA");
                ledger.write(20);
                migration.assertEqualContent();
                migration.stop();

                // as if it had been promoted without the last transactions
                migration.daemonSourceUrl(OwnServers.addressOf(second).url());
                String unknown = new Server(first.address())
                        .value("SELECT GTID_SUBTRACT(@@GLOBAL.gtid_executed, '"
                                + other.value("SELECT @@GLOBAL.gtid_executed") + "')");
                assertThat(migration.launch().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors())
                        .contains("lacks transactions that the target has: " + unknown)
                        .contains("diverged");
                migration.daemonSourceUrl(address.url());
            }
        }
    }

    @Test
    void rejectsRestoredSourceWhileRunning() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_setback", server.address())) {
            Ledger ledger = Ledger.create(migration);
            migration.start();
            ledger.write(20);
            migration.assertEqualContent();
            boolean renamed =
                    new Server(server.address()).value("SELECT VERSION()").matches("(8\\.[2-9]|9)\\..*");
            migration.source(renamed ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER");
            server.crash();
            server.startAgain();
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("lacks transactions that the target has");
        }
    }

    @Tag("long")
    @Test
    void rejectsSourceWithTruncatedBinlog() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cut")) {
            Ledger ledger = Ledger.create(migration);
            migration.start();
            ledger.write(20);
            migration.assertEqualContent();
            migration.stop();
            // as if the server had lost unflushed transactions and had assigned the same GTIDs to others since
            Servers.target()
                    .execute("UPDATE gaussferry.progress SET low_water_offset = low_water_offset + 1000000000"
                            + " WHERE pipeline = '" + migration.pipeline() + "'");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("lost its last transactions in a crash");
        }
    }

    /** With {@code binlog_error_action = IGNORE_ERROR} it continues to write its tables without logging. */
    @Tag("long")
    @Test
    void detectsServerThatStopsLogging() throws Exception {
        try (NativeMySqlServer server = OwnServers.start("--binlog-error-action=IGNORE_ERROR");
                Migration migration = Migration.of("gf_e2e_unlogged", server.address())) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.start();
            migration.assertEqualContent();
            // after this number the server finds no name for its next file and disables logging
            Files.createFile(Path.of(new Server(server.address()).value("SELECT @@datadir"), "binlog.2147483647"));
            assertThatThrownBy(() -> migration.source("FLUSH BINARY LOGS")).hasMessageContaining("unique log-filename");
            migration.source("INSERT INTO t VALUES (2)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("writes no binlog", "gaussferry verify");
            assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                    .extracting(CheckRun.Found::code)
                    .contains("SOURCE_BINLOG_ERROR_ACTION");
        }
    }

    @Test
    void reportsPurgedTransactions() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_purged", server.address())) {
            Ledger ledger = Ledger.create(migration);
            migration.start();
            migration.assertEqualContent();
            migration.stop();
            Server source = new Server(server.address());
            String before = source.value("SELECT @@GLOBAL.gtid_executed");
            ledger.write(20);
            String missing = source.value("SELECT GTID_SUBTRACT(@@GLOBAL.gtid_executed, '" + before + "')");
            migration.source("FLUSH BINARY LOGS");
            List<String> files = source.rows("SHOW BINARY LOGS");
            migration.source(
                    "PURGE BINARY LOGS TO '" + files.get(files.size() - 1).split("\\|", -1)[0] + "'");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("has purged transactions that the target lacks: " + missing)
                    .contains("start a new migration");
        }
    }
}
