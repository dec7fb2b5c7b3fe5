package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.CheckRun.Found;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies storage engines whose tables differ from the rows in the binlog: rejected at start, and held while changes are replayed. */
class EnginesIT {

    /** Guards: {@code EngineRule}. */
    @Test
    void holdsTableUntilEngineKeepsRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_engines")) {
            migration.source(
                    "CREATE TABLE sink (id INT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO sink VALUES (1, 'a'), (2, 'b')",
                    "CREATE TABLE plain (id INT PRIMARY KEY)");
            migration.start();
            migration.source(
                    "ALTER TABLE sink ENGINE = BLACKHOLE",
                    "INSERT INTO sink VALUES (1, 'again')",
                    "INSERT INTO sink VALUES (1, 'and again')",
                    "INSERT INTO plain VALUES (1)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains(
                            "The statement is held: Table " + migration.database() + ".sink gets the engine BLACKHOLE");
            assertRefused(migration, ".sink has the engine BLACKHOLE", "sink");

            assertThat(migration.targetRows("SELECT v FROM sink ORDER BY id")).containsExactly("a", "b");

            migration.source("ALTER TABLE sink ENGINE = InnoDB", "INSERT INTO sink VALUES (5, 'e')");
            CommandRun copy = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--replace",
                    "--table",
                    migration.database() + ".sink");
            assertThat(copy.exitCode()).as(copy.errors()).isZero();
            migration.start();
            await("the copy; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(migration.targetRows("SELECT v FROM sink"))
                            .containsExactly("e"));
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Guards: {@code UnsupportedEngines}. */
    @Test
    void rejectsMergeTableWithItsMembers() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_engines")) {
            String columns = " (id INT NOT NULL PRIMARY KEY, msg VARCHAR(20)) ENGINE = ";
            migration.source(
                    "CREATE TABLE log_2025" + columns + "MyISAM",
                    "CREATE TABLE log_2026" + columns + "MyISAM",
                    "CREATE TABLE log_all" + columns + "MERGE UNION = (log_2025, log_2026) INSERT_METHOD = LAST",
                    "CREATE TABLE other (id INT PRIMARY KEY)");
            assertRefused(migration, ".log_all has the engine MRG_MYISAM", "log_2025", "log_2026", "log_all");
            // its members change through it, whether or not it is replicated
            migration.sourceSetting("tables: {exclude: [\"" + migration.database() + ".log_all\"]}");
            assertRefused(migration, ".log_all (engine MRG_MYISAM)", "log_2025", "log_2026");

            migration.source("DROP TABLE log_all");
            migration.start();
            migration.source("CREATE TABLE log_all" + columns + "MERGE UNION = (log_2026) INSERT_METHOD = LAST");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("gets the rows of table " + migration.database() + ".log_2026");
        }
    }

    /** Guards: {@code CreatedTableEngines}, {@code IgnoredForeignKeys}. */
    @Test
    void queriesEngineMissingInBinlog() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_engines")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY)", "INSERT INTO item VALUES (1)");
            migration.start();
            migration.source(
                    "SET SESSION default_storage_engine = MyISAM",
                    "CREATE TABLE child (id INT PRIMARY KEY, item INT,"
                            + " FOREIGN KEY (item) REFERENCES item (id) ON DELETE CASCADE)",
                    "INSERT INTO child VALUES (1, 1)",
                    "DELETE FROM item");
            migration.awaitCopies();
            assertThat(migration.targetRows("SELECT id, item FROM child")).containsExactly("1|1");
            migration.source(
                    "CREATE TABLE kept (id INT PRIMARY KEY)",
                    "INSERT INTO kept VALUES (1)",
                    "SET SESSION default_storage_engine = BLACKHOLE",
                    "CREATE TABLE sink (id INT PRIMARY KEY)",
                    "INSERT INTO sink VALUES (1)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains(
                            "The statement is held: Table " + migration.database() + ".sink has the engine BLACKHOLE");
            assertThat(migration.targetRows("SELECT id FROM kept")).containsExactly("1");
        }
    }

    /** Guards: {@code TableCopyRequest} and {@code InitialCopy}. */
    @Test
    void rejectsCopyOfSuchTableWhileReplaying() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_engines")) {
            String other = migration.addDatabase("_other");
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY)",
                    "CREATE TABLE `" + other + "`.model (id INT PRIMARY KEY) ENGINE = BLACKHOLE");
            migration.start();
            migration.source(
                    "CREATE TABLE sink LIKE `" + other + "`.model",
                    "INSERT INTO sink VALUES (1)",
                    "INSERT INTO item VALUES (1)");
            migration.awaitCaughtUp();
            await("the refusal")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(migration.daemon().errors())
                            .contains("sink is quarantined, and is not copied automatically: ")
                            .contains(".sink has the engine BLACKHOLE"));
            assertThat(migration.targetRows("SELECT id FROM item")).containsExactly("1");
            // a start does not reject a table that is not replayed
            migration.stop();
            migration.source("INSERT INTO item VALUES (2)");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM item ORDER BY id")).containsExactly("1", "2");
            migration.stop();

            // nor a table that gets the engine between the request and its copy
            migration.source("ALTER TABLE sink ENGINE = InnoDB");
            CommandRun copy = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".sink");
            assertThat(copy.exitCode()).as(copy.errors()).isZero();
            migration.source("ALTER TABLE sink ENGINE = BLACKHOLE");
            migration.start();
            await("the refusal")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(migration.daemon().errors()).contains(".sink has the engine BLACKHOLE"));
            migration.stop();
        }
    }

    @Tag("long")
    @Test
    void emptiesMemoryTableAfterServerRestart() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_engines", source.address())) {
            migration.source(
                    "CREATE TABLE volatile (id INT PRIMARY KEY) ENGINE = MEMORY",
                    "CREATE TABLE item (id INT PRIMARY KEY)",
                    "INSERT INTO volatile VALUES (1), (2)");
            migration.start();
            migration.source("INSERT INTO volatile VALUES (3)");
            migration.awaitCaughtUp();
            source.shutDown();
            source.startAgain();
            migration.source("INSERT INTO volatile VALUES (4)", "INSERT INTO item VALUES (1)");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM volatile")).containsExactly("4");
            migration.stop();
        }
    }

    private static void assertRefused(Migration migration, String problem, String... tables) throws Exception {
        List<Found> findings = CheckRun.of(migration.configuration(), "--json").findings();
        assertThat(findings)
                .filteredOn(found -> found.code().equals("SOURCE_TABLE_ENGINE_REFUSED"))
                .extracting(Found::place)
                .containsExactlyInAnyOrder(List.of(tables).stream()
                        .map(table -> "source " + migration.database() + "." + table)
                        .toArray(String[]::new));
        Daemon daemon = migration.launch();
        assertThat(daemon.awaitEnd()).isEqualTo(2);
        assertThat(daemon.errors()).contains(problem);
    }
}
