package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that the next start resumes exactly at the target's position, however and whenever the daemon ended. */
class RestartIT {

    private static final int ACCOUNTS = 5;
    private static final int RESTARTS = 4;

    @Tag("long")
    @Test
    void losesAndDuplicatesNothingWhenDaemonIsStoppedAndKilled() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            long committed;
            try (Writers writers = Writers.start(migration, 3, RestartIT::writeEntry)) {
                for (int restart = 0; restart < RESTARTS; restart++) {
                    migration.start();
                    replaySome(migration, writers);
                    if (restart % 2 == 0) {
                        migration.daemon().kill();
                    } else {
                        migration.stop();
                    }
                }
                committed = writers.stop();
            }
            migration.start();
            assertLedgerIsWhole(migration, committed);
        }
    }

    @Test
    void leavesNoPartialStateWhenKilledRightAfterStart() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            migration.source("INSERT INTO ledger VALUES (1), (2), (3)");
            migration.launch();
            // the copy may or may not be committed by now
            await().atMost(Daemon.PATIENCE)
                    .until(() -> migration.daemon().errors().contains("Copied table"));
            migration.daemon().kill();
            migration.source("INSERT INTO ledger VALUES (4)");
            migration.start();
            migration.assertEqualContent();
        }
    }

    /** Guards: {@code ProgressTable.progress}, which reads the bitmaps of appliers that once committed out of source order. */
    @Test
    void fillsProgressGapsOfEarlierVersion() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_gaps", server.address())) {
            migration.source("CREATE TABLE ledger (number INT PRIMARY KEY)");
            migration.start();
            migration.source(
                    "INSERT INTO ledger VALUES (1)", "INSERT INTO ledger VALUES (2)", "INSERT INTO ledger VALUES (3)");
            migration.awaitCaughtUp();
            migration.stop();
            String executed = new Server(server.address())
                    .rows("SELECT @@GLOBAL.gtid_executed")
                    .get(0);
            String source = executed.substring(0, executed.indexOf(':'));
            long last = Long.parseLong(executed.substring(executed.lastIndexOf('-') + 1));
            ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            String ahead = source + ":" + last / Long.SIZE + ":"
                    + Base64.getEncoder()
                            .encodeToString(word.putLong(1L << last % Long.SIZE).array());
            migration.target(
                    "DELETE FROM ledger WHERE number = 2",
                    "UPDATE gaussferry.progress SET gtid_set = '" + source + ":1-" + (last - 2) + "', ahead = '" + ahead
                            + "' WHERE pipeline = '" + migration.pipeline() + "'");
            migration.start();
            migration.source("INSERT INTO ledger VALUES (4)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void losesAndDuplicatesNothingWhenConnectionsAreCut() throws Exception {
        assumeTrue(
                Servers.sandbox().sourceIsNative() && Servers.sandbox().targetIsStandIn(),
                "on servers of others no sessions are ended");
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            migration.start();
            try (Writers writers = Writers.start(migration, 3, RestartIT::writeEntry)) {
                for (int round = 0; round < 2; round++) {
                    replaySome(migration, writers);
                    endBinlogSession();
                    replaySome(migration, writers);
                    Servers.target()
                            .execute("SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity"
                                    + " WHERE application_name = 'gaussferry'");
                }
                replaySome(migration, writers);
                assertLedgerIsWhole(migration, writers.stop());
            }
            assertThat(migration.daemon().errors()).contains("restarting from the target's progress");
            migration.stop();
        }
    }

    private static void endBinlogSession() throws SQLException {
        String sessions = "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'";
        // a session of a killed daemon may still exist: the server has not detected its end yet
        for (String id : Servers.source().rows(sessions)) {
            Servers.source().execute("KILL " + id);
        }
    }

    @Test
    void fencesFirstDaemonWhenSecondTakesOver() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            Daemon first = migration.start();
            Daemon second = migration.start();
            migration.source("INSERT INTO ledger VALUES (1), (2), (3)");
            assertThat(first.awaitEnd()).isEqualTo(1);
            assertThat(first.errors()).contains("Another daemon has taken over").contains(migration.pipeline());
            migration.assertEqualContent();
            assertThat(second.terminate()).isZero();
        }
    }

    private static void createTables(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE ledger (number BIGINT NOT NULL)",
                "CREATE TABLE entry (number BIGINT PRIMARY KEY, account INT NOT NULL)",
                "CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL, entries BIGINT NOT NULL)");
        for (int id = 0; id < ACCOUNTS; id++) {
            migration.source("INSERT INTO account VALUES (" + id + ", 0, 0)");
        }
    }

    /** Waits until this run of the daemon has committed some of the load. */
    private static void replaySome(Migration migration, Writers writers) throws Exception {
        long before = replayed(migration);
        writers.awaitCommitted(200);
        await().atMost(Daemon.PATIENCE).until(() -> replayed(migration) > before);
    }

    private static long replayed(Migration migration) throws SQLException {
        return Long.parseLong(
                migration.targetRows("SELECT count(*) FROM ledger").get(0));
    }

    private static void writeEntry(Statement statement, long number) throws SQLException {
        statement.execute("INSERT INTO ledger VALUES (" + number + ")");
        statement.execute("INSERT INTO entry VALUES (" + number + ", " + number % ACCOUNTS + ")");
        statement.execute("UPDATE account SET balance = balance + " + number + ", entries = entries + 1 WHERE id = "
                + number % ACCOUNTS);
        statement.execute("DELETE FROM entry WHERE number = " + (number - 100));
    }

    private static void assertLedgerIsWhole(Migration migration, long committed) throws Exception {
        migration.assertEqualContent();
        // the ledger has no key, so the target would not reject a duplicate number
        assertThat(migration.targetRows("SELECT count(*), count(DISTINCT \"number\"), min(\"number\"),"
                        + " max(\"number\") FROM ledger"))
                .containsExactly(committed + "|" + committed + "|1|" + committed);
    }
}
