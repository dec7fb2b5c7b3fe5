package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Verifies rows that are stored in another partition than their values imply: the copy includes them, the comparison reads them, and the target keeps
 * them when MySQL drops the partition to which they belong by value.
 */
class PartitionsIT {

    private static final String DATABASE = "gf_e2e_partitions";

    /** Guards: {@code AllPartitions}, {@code PartitionPlacement}, {@code Translator.isPlaced}. */
    @Test
    void keepsMisplacedRowOfDroppedPartition() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            migration.source(
                    "CREATE TABLE event (id INT NOT NULL, d INT NOT NULL, v VARCHAR(20), PRIMARY KEY (id, d))"
                            + " PARTITION BY RANGE (d) (PARTITION p0 VALUES LESS THAN (100),"
                            + " PARTITION p1 VALUES LESS THAN (200), PARTITION p2 VALUES LESS THAN MAXVALUE)",
                    "CREATE TABLE staging (id INT NOT NULL, d INT NOT NULL, v VARCHAR(20), PRIMARY KEY (id, d))",
                    "INSERT INTO event VALUES (1, 50, 'p0'), (2, 150, 'p1'), (3, 250, 'p2')",
                    "INSERT INTO staging VALUES (4, 160, 'misplaced')",
                    "ALTER TABLE event EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(events(migration)).containsExactly("2|150", "3|250", "4|160");
            migration.source("ALTER TABLE event DROP PARTITION p1", "INSERT INTO event VALUES (5, 150, 'after')");
            awaitCopied(migration, "event");
            assertThat(events(migration)).containsExactly("3|250", "4|160", "5|150");
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();

            migration.source("ALTER TABLE event REPAIR PARTITION ALL");
            migration.target("DELETE FROM event WHERE id = 4");
            VerifyRun missing = VerifyRun.of(migration, "--json");
            assertThat(missing.differences()).hasSize(1).first().asString().startsWith("missing");
            migration.stop();
        }
    }

    private static List<String> events(Migration migration) throws SQLException {
        return migration.targetRows("SELECT id, d FROM event ORDER BY id");
    }

    /** Without misplaced rows a partition is dropped by its bounds, even by a daemon that starts after the copy. */
    @Test
    void deletesPlacedRowsByBounds() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            String bounds = " PARTITION BY RANGE (TO_DAYS(d)) (PARTITION p0 VALUES LESS THAN (TO_DAYS('2026-01-01')),"
                    + " PARTITION p1 VALUES LESS THAN (TO_DAYS('2026-02-01')), PARTITION p2 VALUES LESS THAN MAXVALUE)";
            migration.source(
                    "CREATE TABLE day (id INT NOT NULL, d DATE NOT NULL, PRIMARY KEY (id, d))" + bounds,
                    "CREATE TABLE kind (id INT, n INT) PARTITION BY LIST (n) (PARTITION a VALUES IN (1, NULL),"
                            + " PARTITION b VALUES IN (2, 3))",
                    "INSERT INTO day VALUES (1, '2025-12-31'), (2, '2026-01-01'), (3, '2026-01-31'), (4, '2026-02-01')",
                    "INSERT INTO kind VALUES (1, 1), (2, NULL), (3, 2), (4, 3)");
            migration.start();
            migration.awaitCaughtUp();
            migration.daemon().kill();
            migration.start();
            migration.source(
                    "ALTER TABLE day DROP PARTITION p0",
                    "ALTER TABLE kind TRUNCATE PARTITION a",
                    "CREATE TABLE made (id INT NOT NULL, d DATE NOT NULL, PRIMARY KEY (id, d))" + bounds,
                    "INSERT INTO made SELECT * FROM day",
                    "ALTER TABLE made TRUNCATE PARTITION p1");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM day ORDER BY id")).containsExactly("2", "3", "4");
            assertThat(migration.targetRows("SELECT id FROM kind ORDER BY id")).containsExactly("3", "4");
            assertThat(migration.targetRows("SELECT id FROM made")).containsExactly("4");
            assertThat(copies(migration)).isEmpty();
            migration.stop();
        }
    }

    /** An exchange copies the table again; its misplaced rows are then found. */
    @Test
    void findsMisplacedRowsAfterExchange() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            migration.source(
                    "CREATE TABLE event (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))"
                            + " PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (100),"
                            + " PARTITION p1 VALUES LESS THAN (200), PARTITION p2 VALUES LESS THAN MAXVALUE)",
                    "CREATE TABLE staging (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))",
                    "INSERT INTO event VALUES (1, 'p0'), (101, 'p1'), (201, 'p2')");
            migration.start();
            migration.source(
                    "INSERT INTO staging VALUES (160, 'misplaced')",
                    "ALTER TABLE event EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION");
            awaitCopied(migration, "event");
            migration.source("ALTER TABLE event TRUNCATE PARTITION p1", "INSERT INTO event VALUES (102, 'after')");
            await("the second copy; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(migration.targetRows("SELECT id FROM event ORDER BY id"))
                            .containsExactly("102", "160", "201"));
            awaitCopied(migration, "event");
            migration.stop();
        }
    }

    /** For any kind of partitioning, the comparison and the repair see the rows that a full scan sees. */
    @Test
    void comparesMisplacedRows() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            misplaced(
                    migration,
                    "by_range",
                    "id INT NOT NULL PRIMARY KEY",
                    "RANGE (id) (PARTITION p0 VALUES LESS THAN (1000), PARTITION p1 VALUES LESS THAN MAXVALUE)",
                    List.of("2001", "2002", "2003"));
            misplaced(
                    migration,
                    "by_hash",
                    "id BIGINT UNSIGNED NOT NULL PRIMARY KEY",
                    "HASH (id) PARTITIONS 4",
                    List.of("18446744073709551613", "18446744073709551614", "18446744073709551615"));
            misplaced(
                    migration,
                    "by_key",
                    "id VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_german1_ci NOT NULL PRIMARY KEY",
                    "KEY (id) PARTITIONS 7",
                    List.of("'\u00e9a'", "'\u00e9b'", "'\u00e9c'"));
            misplaced(
                    migration,
                    "by_date",
                    "id DATETIME(3) NOT NULL PRIMARY KEY",
                    "RANGE (YEAR(id)) (PARTITION p0 VALUES LESS THAN (2000), PARTITION p1 VALUES LESS THAN MAXVALUE)",
                    List.of("'2026-01-01 00:00:00.001'", "'2026-01-01 00:00:00.002'", "'2026-01-01 00:00:00.003'"));
            misplaced(
                    migration,
                    "by_bytes",
                    "id BINARY(2) NOT NULL PRIMARY KEY",
                    "KEY (id) PARTITIONS 7",
                    List.of("x'00fd'", "x'00fe'", "x'00ff'"));
            misplaced(
                    migration,
                    "by_member",
                    "id ENUM('z', 'y', 'x') NOT NULL PRIMARY KEY",
                    "KEY (id) PARTITIONS 7",
                    List.of("'x'", "'y'", "'z'"));
            migration.start();
            migration.awaitCaughtUp();
            for (String table : TABLES) {
                assertThat(migration.targetRows("SELECT count(*) FROM " + table))
                        .as(table)
                        .containsExactly("3");
            }
            VerifyRun equal = VerifyRun.of(migration);
            assertThat(equal.exitCode()).as(equal::toString).isZero();
            for (String table : TABLES) {
                migration.target("DELETE FROM " + table + " WHERE n = 0", "UPDATE " + table + " SET n = 7 WHERE n = 1");
            }
            VerifyRun different = VerifyRun.of(migration, "--repair", "--json");
            List<String> kinds = different.differences().stream()
                    .map(difference -> difference.replaceAll("^(\\w+ \\w+) .*", "$1"))
                    .toList();
            assertThat(kinds)
                    .containsExactlyElementsOf(List.of("different ", "missing ").stream()
                            .flatMap(kind -> TABLES.stream().map(table -> kind + table))
                            .toList());
            VerifyRun repaired = VerifyRun.of(migration);
            assertThat(repaired.exitCode()).as(repaired::toString).isZero();
            migration.stop();
        }
    }

    /** Guards: {@code KeyOrder.from}. */
    @Test
    void copiesEveryPartitionByRanges() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            migration.copySettings("range-bytes: 10KB");
            String columns = " (id INT NOT NULL PRIMARY KEY, filler CHAR(200) NOT NULL)";
            migration.source(
                    "CREATE TABLE item" + columns + " PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (1000),"
                            + " PARTITION p1 VALUES LESS THAN MAXVALUE)",
                    "CREATE TABLE staging" + columns,
                    "INSERT INTO staging WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 900)"
                            + " SELECT i * 2, REPEAT('x', 200) FROM k",
                    "ALTER TABLE item EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION",
                    "DROP TABLE staging",
                    "ANALYZE TABLE item");
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT count(*) FROM item")).containsExactly("900");
            assertThat(migration.daemon().errors()).contains("REPAIR PARTITION ALL");
            migration.stop();
        }
    }

    private static final List<String> TABLES =
            List.of("by_bytes", "by_date", "by_hash", "by_key", "by_member", "by_range");

    /** Puts all rows into the first partition, to which at most some of them belong. */
    private static void misplaced(Migration migration, String table, String key, String partitions, List<String> keys)
            throws SQLException {
        migration.source(
                "CREATE TABLE " + table + " (" + key + ", n INT) PARTITION BY " + partitions,
                "CREATE TABLE staging (" + key + ", n INT)");
        for (int i = 0; i < keys.size(); i++) {
            migration.source("INSERT INTO staging VALUES (" + keys.get(i) + ", " + i + ")");
        }
        migration.source(
                "ALTER TABLE " + table + " EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION",
                "DROP TABLE staging");
    }

    private static List<String> copies(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT table_name, state FROM gaussferry.table_copy WHERE pipeline = '" + migration.pipeline()
                        + "'");
    }

    private static void awaitCopied(Migration migration, String table) throws Exception {
        migration.awaitCaughtUp();
        await("the copy; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(copies(migration)).contains(table + "|DONE"));
    }
}
