package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gaussferry.e2e.CheckRun.Found;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies generated columns that the source recomputes without a row event: the target gets the new values, or the migration is rejected. */
class RecomputedColumnsIT {

    private static final String KEY =
            "CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE SET NULL ON UPDATE CASCADE";

    private static final String ITEM = "CREATE TABLE item (id INT PRIMARY KEY, owner_id INT,"
            + " orphan TINYINT AS (owner_id IS NULL) VIRTUAL,"
            + " label VARCHAR(40) AS (CONCAT('owner ', COALESCE(owner_id, 0))) VIRTUAL";

    /** Guards: {@code Recomputation}. */
    @Test
    void copiesTablesWithRecomputedColumnsAgain() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recomputed")) {
            migration.source(
                    "CREATE TABLE page (id INT PRIMARY KEY, title VARCHAR(40) NOT NULL, bytes INT AS (LENGTH(title)) STORED,"
                            + " digest VARCHAR(160) AS (HEX(title)) STORED, is_a TINYINT AS (title = 'A') VIRTUAL)"
                            + " CHARACTER SET latin1 COLLATE latin1_swedish_ci",
                    "INSERT INTO page (id, title) VALUES (1, 'plain'), (2, 'Éclair'), (3, 'a')",
                    "CREATE TABLE reading (id INT PRIMARY KEY, r FLOAT, shown VARCHAR(40) AS (CONCAT('r=', r)) STORED)",
                    "INSERT INTO reading (id, r) VALUES (1, 0.1), (2, 1.5)",
                    "CREATE TABLE visit (id INT PRIMARY KEY, at TIMESTAMP, hour INT AS (HOUR(at)) STORED, note TEXT)",
                    "INSERT INTO visit (id, at) VALUES (1, '2026-11-26 10:00:00')",
                    "CREATE TABLE plain (id INT PRIMARY KEY, n SMALLINT, twice INT AS (n * 2) STORED)",
                    "INSERT INTO plain (id, n) VALUES (1, 5)");
            migration.start();

            migration.source(
                    "ALTER TABLE page CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                    "INSERT INTO page (id, title) VALUES (4, 'Éclair')",
                    "ALTER TABLE reading MODIFY r DOUBLE",
                    "INSERT INTO reading (id, r) VALUES (3, 0.25)",
                    "ALTER TABLE plain MODIFY n INT");
            migration.source(
                    "SET SESSION time_zone = '+05:00'",
                    "SET SESSION old_alter_table = ON",
                    "ALTER TABLE visit ADD INDEX (hour)");
            awaitCopies(migration, "page", "reading", "visit");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id, bytes, digest, is_a FROM page WHERE id IN (2, 3) ORDER BY id"))
                    .containsExactly("2|7|C389636C616972|0", "3|1|61|0");
            assertThat(migration.targetRows("SELECT shown FROM reading ORDER BY id"))
                    .containsExactly("r=0.10000000149011612", "r=1.5", "r=0.25");

            // with a FULLTEXT index OPTIMIZE copies the rows
            migration.source("ALTER TABLE visit ADD FULLTEXT INDEX (note), ALGORITHM = INPLACE");
            migration.source("SET SESSION time_zone = '-03:00'", "OPTIMIZE TABLE visit");
            awaitCopies(migration, "page", "reading", "visit", "visit");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Guards: {@code CascadeIntoGenerated}, {@code GeneratedCascadeCheck}. */
    @Tag("long")
    @Test
    void rejectsKeyThatChangesBaseColumn() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recomputed")) {
            migration.source(
                    "CREATE TABLE owner (id INT PRIMARY KEY)",
                    ITEM + ", " + KEY + ")",
                    "INSERT INTO owner VALUES (1), (2), (3)",
                    "INSERT INTO item (id, owner_id) VALUES (1, 1), (2, 2), (3, 3)");
            if (logsCascades()) {
                migration.start();
                migration.source("DELETE FROM owner WHERE id = 1", "UPDATE owner SET id = 30 WHERE id = 3");
                migration.assertEqualContent();
                assertThat(migration.targetRows("SELECT id, owner_id, orphan, label FROM item ORDER BY id"))
                        .containsExactly("1|null|1|owner 0", "2|2|0|owner 2", "3|30|0|owner 30");
                migration.stop();
                return;
            }
            assertRefused(migration, "item.orphan", "item.label");

            // a chain is rejected at the link whose table has the column
            migration.source(
                    "ALTER TABLE item DROP COLUMN orphan, DROP COLUMN label, ADD UNIQUE KEY (owner_id)",
                    "CREATE TABLE part (id INT PRIMARY KEY, owner_id INT, twice INT AS (owner_id * 2) VIRTUAL,"
                            + " CONSTRAINT part_item FOREIGN KEY (owner_id) REFERENCES item (owner_id) ON UPDATE CASCADE)");
            assertRefused(migration, "part.twice");
            migration.source("ALTER TABLE part DROP COLUMN twice");
            migration.start();
            migration.stop();
        }
    }

    private static void assertRefused(Migration migration, String... columns) throws Exception {
        List<Found> findings = CheckRun.of(migration.configuration(), "--json").findings();
        assertThat(findings)
                .filteredOn(found -> found.code().equals("SOURCE_CASCADE_GENERATED"))
                .extracting(Found::place)
                .containsExactlyInAnyOrder(List.of(columns).stream()
                        .map(column -> "source " + migration.database() + "." + column)
                        .toArray(String[]::new));
        Daemon daemon = migration.launch();
        assertThat(daemon.awaitEnd()).isEqualTo(2);
        for (String column : columns) {
            assertThat(daemon.errors()).contains("Column " + migration.database() + "." + column, "foreign key ");
        }
    }

    @Test
    void holdsStatementThatAddsSuchKey() throws Exception {
        assumeFalse(logsCascades(), "from MySQL 9.6 on cascades are in the binlog");
        try (Migration migration = Migration.of("gf_e2e_recomputed")) {
            migration.source(
                    "CREATE TABLE owner (id INT PRIMARY KEY)",
                    ITEM + ")",
                    "INSERT INTO owner VALUES (1)",
                    "INSERT INTO item (id, owner_id) VALUES (1, 1)");
            migration.start();
            migration.source("ALTER TABLE item ADD " + KEY, "DELETE FROM owner");

            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains(
                            "The statement is held: Column " + migration.database() + ".item.orphan",
                            "foreign key item_owner");
            assertThat(migration.targetRows("SELECT id FROM owner")).containsExactly("1");
        }
    }

    /** Neither side's action counts as an update for ON UPDATE CURRENT_TIMESTAMP. */
    @Test
    void keepsUpdateTimestampOnCascade() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recomputed")) {
            migration.source(
                    "CREATE TABLE owner (id INT PRIMARY KEY)",
                    "CREATE TABLE item (id INT PRIMARY KEY, owner_id INT,"
                            + " changed TIMESTAMP NULL ON UPDATE CURRENT_TIMESTAMP, " + KEY + ")",
                    "INSERT INTO owner VALUES (1), (2)",
                    "INSERT INTO item (id, owner_id) VALUES (1, 1), (2, 2)");
            migration.start();
            migration.source("DELETE FROM owner WHERE id = 1", "UPDATE owner SET id = 20 WHERE id = 2");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id, owner_id FROM item ORDER BY id"))
                    .containsExactly("1|null", "2|20");
            migration.stop();
        }
    }

    private static boolean logsCascades() throws SQLException {
        return Servers.source()
                .value("SELECT VERSION() NOT LIKE '%MariaDB%' AND SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 >= 9.6")
                .equals("1");
    }

    private static void awaitCopies(Migration migration, String... tables) throws Exception {
        migration.awaitCaughtUp();
        await("the copies; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> {
                    assertThat(quarantined(migration)).isEmpty();
                    assertThat(reasons(migration))
                            .hasSize(tables.length)
                            .zipSatisfy(
                                    List.of(tables),
                                    (note, table) -> assertThat(note)
                                            .contains(
                                                    "Generated column ",
                                                    "of table " + migration.database() + "." + table));
                });
    }

    private static List<String> quarantined(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline() + "'");
    }

    private static List<String> reasons(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT note FROM gaussferry.definition_change WHERE pipeline = '" + migration.pipeline()
                        + "' AND note LIKE '%not in the binlog%' ORDER BY changed_at");
    }
}
