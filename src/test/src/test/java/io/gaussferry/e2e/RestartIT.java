package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Whatever ends the daemon, and whenever: the next start goes on exactly where the target stands. */
class RestartIT {

    private static final int ACCOUNTS = 5;
    private static final int RESTARTS = 6;

    @Test
    void nothingIsLostOrDoubledWhenTheDaemonIsStoppedAndKilledUnderLoad() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            long committed;
            try (Writers writers = Writers.start(migration, 3, (statement, number) -> {
                statement.execute("INSERT INTO ledger VALUES (" + number + ")");
                statement.execute("INSERT INTO entry VALUES (" + number + ", " + number % ACCOUNTS + ")");
                statement.execute("UPDATE account SET balance = balance + " + number + ", entries = entries + 1"
                        + " WHERE id = " + number % ACCOUNTS);
                statement.execute("DELETE FROM entry WHERE number = " + (number - 100));
            })) {
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
            migration.assertEqualContent();
            // the ledger has no key, so nothing on the target would refuse a number that comes twice
            assertThat(migration.targetRows("SELECT count(*), count(DISTINCT number), min(number), max(number) FROM ledger"))
                    .containsExactly(committed + "|" + committed + "|1|" + committed);
        }
    }

    @Test
    void aDaemonThatIsKilledRightAfterItsStartLeavesNothingHalfDone() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_restart")) {
            createTables(migration);
            migration.source("INSERT INTO ledger VALUES (1), (2), (3)");
            migration.launch();
            // the copy may or may not be committed by now
            await().atMost(Daemon.PATIENCE).until(() -> migration.daemon().errors().contains("Copied table"));
            migration.daemon().kill();
            migration.source("INSERT INTO ledger VALUES (4)");
            migration.start();
            migration.assertEqualContent();
        }
    }

    @Test
    void aSecondDaemonTakesOverAndTheFirstCommitsNothingMore() throws Exception {
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

    /** Waits until this life of the daemon has committed some of the load. */
    private static void replaySome(Migration migration, Writers writers) throws Exception {
        long before = replayed(migration);
        writers.awaitCommitted(200);
        await().atMost(Daemon.PATIENCE).until(() -> replayed(migration) > before);
    }

    private static long replayed(Migration migration) throws SQLException {
        return Long.parseLong(
                migration.targetRows("SELECT count(*) FROM ledger").get(0));
    }
}
