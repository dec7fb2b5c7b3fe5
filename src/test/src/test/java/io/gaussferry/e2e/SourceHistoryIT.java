package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.model.GtidSet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies a source whose history was restarted under the same {@code server_uuid} and has as many transactions as before, or more. */
class SourceHistoryIT {

    @Test
    void rejectsRestartedHistoryLongerThanFormer() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_restarted", server.address())) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))", "INSERT INTO t VALUES (1, 'copied')");
            migration.start();
            migration.source("INSERT INTO t VALUES (2, 'replayed')");
            migration.assertEqualContent();
            migration.stop();

            restart(migration, server);
            assertRefused(migration, "has another transaction with GTID");
        }
    }

    /** The new history has a file of the name that the target knows, but it was started later. */
    @Tag("long")
    @Test
    void distinguishesBinlogFilesOfSameName() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_samefile", server.address())) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
            migration.source("FLUSH BINARY LOGS", "FLUSH BINARY LOGS", "INSERT INTO t VALUES (1, 'copied')");
            migration.start();
            migration.source("INSERT INTO t VALUES (2, 'replayed')");
            migration.assertEqualContent();
            migration.stop();
            // the state that a version left that compared no transactions
            Servers.target()
                    .execute("UPDATE gaussferry.progress SET fingerprint = '' WHERE pipeline = '" + migration.pipeline()
                            + "'");

            restart(migration, server);
            String file = Servers.target()
                    .value(
                            "SELECT DISTINCT low_water_file FROM gaussferry.progress WHERE low_water_file <> '' AND pipeline = '"
                                    + migration.pipeline() + "'");
            while (new Server(server.address())
                    .rows("SHOW BINARY LOGS").stream().noneMatch(row -> row.startsWith(file))) {
                migration.source("FLUSH BINARY LOGS");
            }
            // larger than the former file, which excludes a file that lost its end
            for (int i = 0; i < 20; i++) {
                migration.source("UPDATE t SET v = '" + i + "' WHERE id = 10");
            }
            assertRefused(migration, "created at");
        }
    }

    @Test
    void rejectsHistoryRestartedBeforeFirstReplayedTransaction() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_restarted_copy", server.address())) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))", "INSERT INTO t VALUES (1, 'copied')");
            migration.start();
            migration.stop();
            restart(migration, server);
            assertRefused(migration, "has another transaction with GTID");
        }
    }

    @Test
    void rejectsHistoryRestartedWhileReading() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_restarted_read", server.address())) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))", "INSERT INTO t VALUES (1, 'copied')");
            migration.start();
            migration.source("INSERT INTO t VALUES (2, 'replayed')");
            migration.assertEqualContent();
            restart(migration, server);
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("diverged");
        }
    }

    /** The preferred server was restored and has other transactions under the same GTIDs: the second one is replayed, compared and copied. */
    @Tag("long")
    @Test
    void usesServerOfReplayedHistoryForAllReads() throws Exception {
        try (NativeMySqlServer first = OwnServers.start();
                NativeMySqlServer second = OwnServers.start("--server-id=2")) {
            ServerAddress address = OwnServers.withReplicatedAccount(first);
            OwnServers.replicate(first, second);
            try (Migration migration = Migration.of("gf_e2e_readers", address)) {
                migration.daemonSourceUrl(OwnServers.bothUrls(first, second));
                migration.source(
                        "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))", "INSERT INTO t VALUES (1, 'copied')");
                migration.start();
                migration.source("INSERT INTO t VALUES (2, 'replayed')");
                migration.assertEqualContent();
                OwnServers.awaitReplicated(first, second);
                migration.stop();
                new Server(second.address()).execute("STOP REPLICA", "RESET REPLICA ALL");
                restart(migration, first);

                migration.sourceIs(OwnServers.addressOf(second));
                migration.start();
                migration.source("INSERT INTO t VALUES (3, 'on the second')");
                migration.assertEqualContent();
                VerifyRun verified = VerifyRun.of(migration);
                assertThat(verified.exitCode()).as(verified::toString).isZero();
                CommandRun asked = CommandRun.of(
                        "copy",
                        "--config",
                        migration.configuration().toString(),
                        "--table",
                        migration.database() + ".t",
                        "--replace");
                assertThat(asked.exitCode()).as(asked::toString).isZero();
                await().atMost(Daemon.PATIENCE)
                        .until(() -> migration
                                .targetRows("SELECT state FROM gaussferry.table_copy WHERE pipeline = '"
                                        + migration.pipeline() + "'")
                                .equals(List.of("DONE")));
                migration.assertEqualContent();
                assertThat(migration.targetRows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "3");
                migration.stop();
            }
        }
    }

    /** An interrupted copy is resumed only from the history with which it started. */
    @Tag("long")
    @Test
    void doesNotResumeCopyFromAnotherHistory() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_resumed", server.address())) {
            migration.copySettings("workers: 1", "range-bytes: 10KB", "rows-per-second: 2000");
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))",
                    "SET SESSION cte_max_recursion_depth = 100000",
                    "INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
                            + " SELECT i + 100000, 'copied' FROM n",
                    "INSERT INTO t VALUES (1, 'copied')");
            migration.launch();
            await().atMost(Daemon.PATIENCE)
                    // the table may not exist yet
                    .ignoreExceptions()
                    .until(() -> !migration
                            .targetRows("SELECT 1 FROM gaussferry.copy_range WHERE view_number > 0"
                                    + " AND pipeline = '" + migration.pipeline() + "' LIMIT 1")
                            .isEmpty());
            migration.daemon().kill();
            restart(migration, server);
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    // the new history has grown beyond the copy's position, or not yet
                    .containsAnyOf("has another transaction with GTID", "its binlog was reset")
                    .contains("diverged");
        }
    }

    /** If no transaction can be compared, only the file numbers remain. */
    @Test
    void continuesPurgedHistoryWithWarning() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_purged_end", server.address())) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))", "INSERT INTO t VALUES (1, 'copied')");
            migration.start();
            migration.source("INSERT INTO t VALUES (2, 'replayed')");
            migration.assertEqualContent();
            migration.stop();
            migration.source("FLUSH BINARY LOGS");
            Server source = new Server(server.address());
            List<String> files = source.rows("SHOW BINARY LOGS");
            migration.source(
                    "PURGE BINARY LOGS TO '" + files.get(files.size() - 1).split("\\|", -1)[0] + "'");
            migration.start();
            migration.source("INSERT INTO t VALUES (3, 'after')");
            migration.assertEqualContent();
            assertThat(migration.daemon().errors()).contains("has purged the last transaction that the target has");
            migration.stop();
        }
    }

    /** More transactions than the former history had, with other contents. */
    private static void restart(Migration migration, NativeMySqlServer server) throws Exception {
        Server source = new Server(server.address());
        long before = executed(source);
        boolean renamed = source.value("SELECT VERSION()").matches("(8\\.[2-9]|9)\\..*");
        migration.source(
                renamed ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER",
                "INSERT INTO t VALUES (10, 'after the reset')",
                "UPDATE t SET v = 'changed after it' WHERE id = 1");
        for (int i = 0; i < before + 10; i++) {
            migration.source("INSERT INTO t VALUES (" + (1000 + i) + ", 'filler')");
        }
        assertThat(executed(source)).isGreaterThan(before);
    }

    private static long executed(Server source) throws Exception {
        return GtidSet.parse(source.value("SELECT @@GLOBAL.gtid_executed")).count();
    }

    /** Requires that the daemon, {@code check} and {@code verify} report it, and no change of the new history is applied. */
    private static void assertRefused(Migration migration, String reason) throws Exception {
        List<String> before = migration.targetRows("SELECT id, v FROM t ORDER BY id");
        assertThat(migration.launch().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains(reason).contains("diverged");
        assertThat(migration.targetRows("SELECT id, v FROM t ORDER BY id")).isEqualTo(before);
        assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                .extracting(CheckRun.Found::code)
                .contains("SOURCE_OTHER_HISTORY");
        VerifyRun verified = VerifyRun.of(migration);
        assertThat(verified.exitCode()).isNotZero();
        assertThat(verified.toString()).contains("diverged");
    }
}
