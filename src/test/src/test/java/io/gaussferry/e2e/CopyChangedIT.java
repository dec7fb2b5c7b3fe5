package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies changes during a copy, or between an interruption and its resumption: of definitions, of the target, and of the configuration. */
class CopyChangedIT {

    private static final int ROWS = 500;

    /** The snapshot of its rows includes the statement. Guards: {@code CatchUpGoal.inAllRows}. */
    @Test
    void doesNotRepeatTruncateExecutedBeforeRead() throws Exception {
        try (Migration migration = interrupted()) {
            migration.source("TRUNCATE TABLE b_small", "INSERT INTO b_small VALUES (3, 3)");
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM b_small")).containsExactly("3");
        }
    }

    /** Its rows are from two snapshots, one before and one after the statement. Guards: {@code CopyRestart}. */
    @Test
    void copiesTableTruncatedDuringReadAgain() throws Exception {
        try (Migration migration = interrupted()) {
            migration.source("TRUNCATE TABLE a_large", "INSERT INTO a_large VALUES (3, 'y'), (2000, 'y')");
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM a_large ORDER BY id"))
                    .containsExactly("3", "2000");
            assertThat(migration.daemon().errors())
                    .contains("TRUNCATE TABLE a_large")
                    .contains("a_large] again");
            migration.source("ALTER TABLE a_large ADD COLUMN n INT", "UPDATE a_large SET n = id");
            migration.assertEqualContent();
        }
    }

    /** Guards: {@code CatchUpGoal.between}. */
    @Tag("long")
    @Test
    void holdsStatementThatMeetsPartiallyReadTable() throws Exception {
        try (Migration migration = interrupted()) {
            migration.definitionSettings("mode: hold");
            migration.source("TRUNCATE TABLE a_large", "INSERT INTO a_large VALUES (3, 'y'), (2000, 'y')");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("TRUNCATE TABLE a_large")
                    .contains("do not execute the statement on the target")
                    .doesNotContain("make the same change on the target");

            migration.replaySetting("on-failure: quarantine");
            migration.start();
            CommandRun copy = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".a_large",
                    "--replace");
            assertThat(copy.exitCode()).as(copy.errors()).isZero();
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(Servers.target()
                                    .rows("SELECT state FROM gaussferry.table_copy WHERE table_name = 'a_large'"
                                            + " AND pipeline = '" + migration.pipeline() + "'"))
                            .as(() -> migration.daemon().errors())
                            .containsExactly("DONE"));
            migration.assertEqualContent();
        }
    }

    /**
     * Only the table of the statement is copied again; tables that are created and dropped meanwhile have no effect. Guards: {@code
     * CopyStage.loadAgain}.
     */
    @Test
    void followsEveryKindOfStatementBetweenTwoSnapshots() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_changed")) {
            migration.source(
                    "CREATE TABLE a (id INT PRIMARY KEY, n INT)",
                    "INSERT INTO a VALUES (1, 1), (2, 2)",
                    "CREATE TABLE a_dropped (id INT PRIMARY KEY)",
                    "CREATE TABLE a_kept (id INT PRIMARY KEY, n INT)",
                    "INSERT INTO a_kept VALUES (1, 1)",
                    "CREATE TABLE a_keyless (n INT)",
                    "INSERT INTO a_keyless VALUES (1), (1)");
            createTables(migration);
            launchSlowly(migration);
            migration.daemon().kill();
            // the small tables have been read, half of a_large, and nothing of b_small
            String views =
                    "SELECT view_number, copied_rows FROM gaussferry.copy_range WHERE table_name = 'a_kept' AND pipeline = '"
                            + migration.pipeline() + "'";
            assertThat(Servers.target().rows(views)).isNotEmpty();
            List<String> kept = Servers.target().rows(views);
            migration.source(
                    "INSERT INTO a_kept VALUES (2, 2)",
                    "ALTER TABLE a ADD INDEX by_n (n)",
                    "INSERT INTO a VALUES (3, 3)",
                    "RENAME TABLE b_small TO b_renamed",
                    "INSERT INTO b_renamed VALUES (3, 3)",
                    "DROP TABLE a_dropped",
                    "CREATE TABLE passing (id INT PRIMARY KEY)",
                    "INSERT INTO passing VALUES (1)",
                    "ALTER TABLE passing ADD COLUMN n INT",
                    "DROP TABLE passing",
                    "CREATE TABLE a_created AS SELECT * FROM a_kept",
                    "TRUNCATE TABLE a_keyless",
                    "INSERT INTO a_keyless VALUES (2), (2)",
                    "ANALYZE TABLE a_kept",
                    "DELETE FROM a_large WHERE id = 1");
            migration.copySettings("workers: 1", "range-bytes: 10KB");
            migration.start();
            migration.source(
                    "UPDATE a_created SET n = n + 1", "CREATE TABLE passing (n INT)", "INSERT INTO passing VALUES (7)");
            migration.assertEqualContent();
            assertThat(Servers.target().rows(views)).isEqualTo(kept);
            assertThat(Servers.target()
                            .rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '"
                                    + migration.database() + "' ORDER BY tablename"))
                    .containsExactlyInAnyOrder(
                            "a", "a_created", "a_keyless", "a_kept", "a_large", "b_renamed", "passing");
            assertThat(migration.targetRows("SELECT indexname FROM pg_catalog.pg_indexes WHERE tablename = 'a'"
                            + " AND schemaname = '" + migration.database() + "' ORDER BY indexname"))
                    .containsExactly("a_by_n", "a_pkey");
        }
    }

    /** MySQL then rejects reads of its older rows. Guards: {@code InitialCopy.ALTERED}. */
    @Tag("long")
    @Test
    void readsRebuiltTableInNewSnapshot() throws Exception {
        try (Migration migration = slow()) {
            migration.source("ALTER TABLE b_small ENGINE = InnoDB", "INSERT INTO b_small VALUES (3, 3)");
            migration.daemon().awaitReplaying();
            migration.assertEqualContent();
        }
    }

    /**
     * The binlog does not contain the changes that the keys make before the ALTER TABLE, and no other key of the target makes them. Guards: {@code
     * CopyStore.foreignKeys}.
     */
    @Test
    void createsForeignKeysOfCopyAfterAlterTable() throws Exception {
        assumeTrue(
                Servers.source()
                        .value("SELECT VERSION() LIKE '%MariaDB%' OR SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 < 9.6")
                        .equals("1"),
                "from MySQL 9.6 on cascades are in the binlog, and the target has no such key");
        try (Migration migration = Migration.of("gf_e2e_copy_changed")) {
            createTables(migration);
            migration.source(
                    "CREATE TABLE a_parent (id INT PRIMARY KEY)",
                    "CREATE TABLE a_quoted (`key,	\\` INT PRIMARY KEY, CONSTRAINT family FOREIGN KEY (`key,	\\`)"
                            + " REFERENCES a_parent (id) ON DELETE CASCADE)",
                    "CREATE TABLE a_child (id INT PRIMARY KEY, parent INT, CONSTRAINT children FOREIGN KEY (parent)"
                            + " REFERENCES a_parent (id) ON DELETE CASCADE)",
                    "INSERT INTO a_parent VALUES (1), (2)",
                    "INSERT INTO a_quoted VALUES (1), (2)",
                    "INSERT INTO a_child VALUES (10, 1), (20, 2)");
            // if the statement were followed, the target's keys would be dropped with the source's, and the test could
            // not observe them
            migration.definitionSettings("mode: hold");
            // no transaction commits while the snapshot is opened, and the children are read before the large table
            launchSlowly(migration);
            migration.source("DELETE FROM a_parent WHERE id = 1");
            Thread alter = new Thread(() -> {
                try {
                    // waits for the copy
                    migration.source(
                            "ALTER TABLE a_child DROP FOREIGN KEY children",
                            "ALTER TABLE a_quoted DROP FOREIGN KEY family, ADD COLUMN more INT");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            alter.start();
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            alter.join();
            assertThat(migration.daemon().errors()).contains("DROP FOREIGN KEY");
            assertThat(migration.targetRows("SELECT id FROM a_child")).containsExactly("20");
            assertThat(migration.targetRows("SELECT * FROM a_quoted")).containsExactly("2");
        }
    }

    /** Verifies the remedy of the daemon's message. Guards: {@code TablePreparation.types}. */
    @Tag("long")
    @Test
    void appliesColumnTypeOfRuleChosenAfterRejectedValue() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_changed")) {
            boolean dolphin = Servers.targetForm() == TargetForm.DOLPHIN;
            migration.source(
                    "SET SESSION sql_mode = ''",
                    "CREATE TABLE shift (id INT PRIMARY KEY, v " + (dolphin ? "ENUM('01:00:00')" : "TIME") + ")",
                    "INSERT INTO shift VALUES (1, '01:00:00'), (2, '30:00:00')");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("set gaussferry.rules.");
            migration.ruleSetting(dolphin ? "invalid-enum: text" : "time-out-of-range: interval");
            migration.start();
            assertThat(migration.daemon().errors()).contains("copying them again");
            migration.awaitCaughtUp();
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
        }
    }

    /** Verifies the remedy of the daemon's message. Guards: {@code TablePreparation.throwAway}, {@code RangeCopier.refused}. */
    @Tag("long")
    @Test
    void acceptsDropOfExistingTableThatRejectsRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_changed")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, note VARCHAR(20))",
                    "INSERT INTO item VALUES (1, 'too long')");
            Servers.target()
                    .execute(
                            "CREATE SCHEMA " + migration.database(),
                            "CREATE TABLE " + migration.database() + ".item (id int PRIMARY KEY, note varchar(3))");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("The target rejected a row of table " + migration.database() + ".item")
                    .contains("drop the table so that it is created");
            migration.target("DROP TABLE item");
            migration.start();
            migration.assertEqualContent();
        }
    }

    /** Guards: {@code TargetTableCreator.createUnique}. */
    @Tag("long")
    @Test
    void reportsUniqueIndexRejectedByTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_changed")) {
            migration.ruleSetting("nul: strip");
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, code VARCHAR(20) COLLATE utf8mb4_bin, UNIQUE KEY codes (code))",
                    "INSERT INTO item VALUES (1, 'a'), (2, CONCAT('a', CHAR(0)))");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("cannot have unique index codes of table " + migration.database() + ".item")
                    .contains("gaussferry.rules");
        }
    }

    /** Starts a copy that was killed in its first table and resumes at full speed. */
    private static Migration interrupted() throws Exception {
        Migration migration = slow();
        migration.daemon().kill();
        migration.copySettings("workers: 1", "range-bytes: 10KB");
        return migration;
    }

    /** Starts a copy that has read a part of its first table and nothing of its second. */
    private static Migration slow() throws Exception {
        Migration migration = Migration.of("gf_e2e_copy_changed");
        createTables(migration);
        launchSlowly(migration);
        return migration;
    }

    private static void createTables(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE a_large (id INT PRIMARY KEY, filler CHAR(100))",
                "INSERT INTO a_large VALUES "
                        + IntStream.range(0, ROWS)
                                .mapToObj(row -> "(" + row + ", 'x')")
                                .collect(Collectors.joining(", ")),
                "CREATE TABLE b_small (id INT PRIMARY KEY, n INT)",
                "INSERT INTO b_small VALUES (1, 1), (2, 2)",
                "ANALYZE TABLE a_large");
    }

    private static void launchSlowly(Migration migration) throws Exception {
        migration.copySettings("workers: 1", "range-bytes: 10KB", "rows-per-second: 50");
        migration.launch();
        String copied = "SELECT 1 FROM gaussferry.copy_range WHERE view_number > 0 AND table_name = 'a_large'"
                + " AND pipeline = '" + migration.pipeline() + "' LIMIT 1";
        await().atMost(Daemon.PATIENCE)
                .ignoreExceptions() // the daemon has not created the table yet
                .untilAsserted(() -> assertThat(Servers.target().rows(copied))
                        .as(() -> migration.daemon().errors())
                        .isNotEmpty());
    }
}
