package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verifies that partitioned tables have the same rows in each partition on openGauss, and that their partitions follow. */
class TargetPartitionsIT {

    private static final String DATABASE = "gf_e2e_divided";

    /**
     * A partitioned table with columns {@code id}, {@code a}, {@code b}.
     *
     * @param rows for {@code VALUES}
     * @param moves assignments that move row 1 to another partition, and back
     */
    private record Kind(String table, String a, String key, String clause, String rows, List<String> moves) {

        String create() {
            return "CREATE TABLE " + table + " (id INT NOT NULL, a " + a
                    + ", b INT NOT NULL DEFAULT 0, v VARCHAR(20) DEFAULT 'x'"
                    + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ") PARTITION BY " + clause;
        }
    }

    private static final String INTS = " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20),"
            + " PARTITION p2 VALUES LESS THAN %s)";
    private static final String DAYS = " (PARTITION p0 VALUES LESS THAN (%s), PARTITION p1 VALUES LESS THAN (%s),"
            + " PARTITION p2 VALUES LESS THAN (%s))";
    private static final String DATES = "'2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'";

    private static Kind kind(String table, String a, String key, String clause, List<String> values, String... moves) {
        List<String> rows = new ArrayList<>();
        for (String value : values) {
            rows.add("(" + (rows.size() + 1) + ", " + value + ", " + rows.size() + ")");
        }
        return new Kind(table, a, key, clause, String.join(", ", rows), List.of(moves));
    }

    private static Kind dates(String table, String a, String clause) {
        return kind(table, a, "id, a", clause, List.of(DATES.split(", ")), "a = '2026-01-15'", "a = '2025-06-01'");
    }

    private static final List<String> NUMBERS = List.of("9", "10", "19", "20", "-5");

    /** Each has the same rows in each partition. */
    private static final List<Kind> KINDS = List.of(
            kind(
                    "int_range",
                    "INT NOT NULL",
                    "id, a",
                    "RANGE (a)" + INTS.formatted("MAXVALUE"),
                    NUMBERS,
                    "a = 15",
                    "a = 2"),
            kind("bounded", "INT NOT NULL", "id, a", "RANGE (a)" + INTS.formatted("(30)"), NUMBERS, "a = 29", "a = 2"),
            kind(
                    "unsigned_range",
                    "BIGINT UNSIGNED NOT NULL",
                    "id, a",
                    "RANGE (a) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (18446744073709551000),"
                            + " PARTITION `P 2` VALUES LESS THAN MAXVALUE)",
                    List.of("9", "10", "18446744073709550999", "18446744073709551000"),
                    "a = 18446744073709551000",
                    "a = 1"),
            kind(
                    "tiny_range",
                    "TINYINT UNSIGNED NOT NULL",
                    "id, a",
                    "RANGE (a)" + INTS.formatted("(255)"),
                    List.of("9", "10", "19", "254"),
                    "a = 200",
                    "a = 0"),
            kind(
                    "null_range",
                    "INT",
                    "",
                    "RANGE (a)" + INTS.formatted("MAXVALUE"),
                    List.of("NULL", "9", "10", "20"),
                    "a = 15",
                    "a = NULL"),
            kind(
                    "big_range",
                    "BIGINT NOT NULL",
                    "a, id",
                    "RANGE COLUMNS (a)" + INTS.formatted("(MAXVALUE)"),
                    NUMBERS,
                    "a = 15",
                    "a = -9223372036854775808"),
            dates(
                    "days",
                    "DATE NOT NULL",
                    "RANGE (TO_DAYS(a))"
                            + DAYS.formatted("TO_DAYS('2026-01-01')", "TO_DAYS('2026-02-01')", "MAXVALUE")),
            dates(
                    "days_of_moments",
                    "DATETIME(3) NOT NULL",
                    "RANGE (TO_DAYS(a))"
                            + DAYS.formatted(
                                    "TO_DAYS('2026-01-01')", "TO_DAYS('2026-02-01')", "TO_DAYS('2030-01-01')")),
            dates("years", "DATETIME NOT NULL", "RANGE (YEAR(a))" + DAYS.formatted("2025", "2026", "2028")),
            dates(
                    "instants",
                    "TIMESTAMP NOT NULL",
                    "RANGE (UNIX_TIMESTAMP(a))" + DAYS.formatted("1767225600", "1769904000", "MAXVALUE")),
            dates(
                    "dates",
                    "DATE NOT NULL",
                    "RANGE COLUMNS (a)" + DAYS.formatted("'2026-01-01'", "'2026-02-01'", "MAXVALUE")),
            dates(
                    "moments",
                    "DATETIME NOT NULL",
                    "RANGE COLUMNS (a)" + DAYS.formatted("'2026-01-01 00:00:00'", "'2026-01-31 12:00:00'", "MAXVALUE")),
            kind(
                    "null_days",
                    "DATE",
                    "",
                    "RANGE (TO_DAYS(a))" + DAYS.formatted("TO_DAYS('2026-01-01')", "TO_DAYS('2026-02-01')", "MAXVALUE"),
                    List.of("NULL", "'2025-12-31'", "'2026-01-31'"),
                    "a = '2026-03-01'",
                    "a = NULL"),
            kind(
                    "divided_twice",
                    "INT NOT NULL",
                    "id, a, b",
                    "RANGE (a) SUBPARTITION BY HASH (b) SUBPARTITIONS 2" + INTS.formatted("MAXVALUE"),
                    NUMBERS,
                    "a = 15",
                    "a = 2"),
            kind(
                    "pairs",
                    "INT NOT NULL",
                    "id, a, b",
                    "RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN (10, 2), PARTITION p1 VALUES LESS THAN (10, MAXVALUE),"
                            + " PARTITION p2 VALUES LESS THAN (MAXVALUE, MAXVALUE))",
                    List.of("9", "10", "10", "10", "11"),
                    "a = 10, b = 5",
                    "a = 10, b = 1"),
            kind(
                    "dated_pairs",
                    "DATE NOT NULL",
                    "id, a, b",
                    "RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN ('2026-01-01', 2), PARTITION p1 VALUES LESS THAN (MAXVALUE, 0))",
                    List.of(DATES.split(", ")),
                    "a = '2026-01-01', b = 5",
                    "a = '2026-01-01', b = 1"),
            kind(
                    "listed",
                    "INT",
                    "",
                    "LIST (a) (PARTITION p0 VALUES IN (3, 1, -2), PARTITION p1 VALUES IN (7))",
                    List.of("3", "1", "-2", "7", "7"),
                    "a = 7",
                    "a = 1"),
            kind(
                    "listed_unsigned",
                    "BIGINT UNSIGNED NOT NULL",
                    "id, a",
                    "LIST (a) (PARTITION p0 VALUES IN (1, 5000000000), PARTITION p1 VALUES IN (0, 5))",
                    List.of("1", "5000000000", "0", "5"),
                    "a = 0",
                    "a = 1"),
            kind(
                    "listed_columns",
                    "SMALLINT NOT NULL",
                    "id, a",
                    "LIST COLUMNS (a) (PARTITION p0 VALUES IN (1, 2), PARTITION p1 VALUES IN (3))",
                    List.of("1", "2", "3"),
                    "a = 3",
                    "a = 2"),
            kind(
                    "listed_dates",
                    "DATE NOT NULL",
                    "id, a",
                    "LIST COLUMNS (a) (PARTITION p0 VALUES IN ('2026-01-01'), PARTITION p1 VALUES IN ('2026-01-02', '2026-01-03'))",
                    List.of("'2026-01-01'", "'2026-01-02'", "'2026-01-03'"),
                    "a = '2026-01-03'",
                    "a = '2026-01-01'"),
            kind(
                    "listed_moments",
                    "DATETIME NOT NULL",
                    "id, a",
                    "LIST COLUMNS (a) (PARTITION p0 VALUES IN ('2026-01-01 00:00:00'), PARTITION p1 VALUES IN ('2026-01-02 03:04:05'))",
                    List.of("'2026-01-01'", "'2026-01-02 03:04:05'"),
                    "a = '2026-01-02 03:04:05'",
                    "a = '2026-01-01'"));

    /** Tables whose rows the target would put elsewhere, or refuse. */
    private static final List<Kind> OTHERS = List.of(
            kind(
                    "listed_pairs",
                    "DATE NOT NULL",
                    "id, a, b",
                    "LIST COLUMNS (a, b) (PARTITION p0 VALUES IN (('2026-01-01', 0), ('2026-01-02', 1)), PARTITION p1 VALUES IN (('2026-01-01', 2)))",
                    List.of("'2026-01-01'", "'2026-01-02'", "'2026-01-01'"),
                    "a = '2026-01-01', b = 2",
                    "a = '2026-01-02', b = 1"),
            kind("hashed", "INT NOT NULL", "id, a", "HASH (a) PARTITIONS 4", NUMBERS, "a = 15", "a = 2"),
            kind(
                    "keyed",
                    "DATE NOT NULL",
                    "a, id",
                    "LINEAR KEY (a) PARTITIONS 3",
                    List.of(DATES.split(", ")),
                    "a = '2026-05-01'"),
            kind("hashed_null", "INT", "", "HASH (a) PARTITIONS 4", List.of("NULL", "1"), "a = 5", "a = NULL"),
            kind(
                    "listed_null",
                    "INT",
                    "",
                    "LIST (a) (PARTITION p0 VALUES IN (1, NULL), PARTITION p1 VALUES IN (2))",
                    List.of("NULL", "1", "2"),
                    "a = 2",
                    "a = NULL"),
            kind(
                    "named",
                    "VARCHAR(9) NOT NULL",
                    "id, a",
                    "LIST COLUMNS (a) (PARTITION p0 VALUES IN ('east'), PARTITION p1 VALUES IN ('west'))",
                    List.of("'East'", "'west'"),
                    "a = 'WEST'"));

    @BeforeEach
    void requireDolphin() {
        assumeTrue(Servers.targetForm() == TargetForm.DOLPHIN, "only openGauss with dolphin gets partitions");
    }

    @Test
    void keepsRowsOfEachPartition() throws Exception {
        List<Kind> all = new ArrayList<>(KINDS);
        all.addAll(OTHERS);
        try (Migration migration = Migration.of(DATABASE)) {
            for (Kind kind : all) {
                migration.source(
                        "SET time_zone = '+00:00'",
                        kind.create(),
                        "INSERT INTO " + kind.table() + " (id, a, b) VALUES " + kind.rows());
            }
            List<String> differences = CheckRun.of(migration.configuration(), "--json").findings().stream()
                    .map(CheckRun.Found::problem)
                    .filter(problem -> problem.contains("partitions: "))
                    .map(problem -> problem.substring(problem.indexOf('.') + 1))
                    .toList();
            assertThat(differences)
                    .hasSize(OTHERS.size() + 1)
                    .contains("divided_twice, subpartitions: the target's table has none.");
            assertThat(differences.get(1))
                    .startsWith("hashed, partitions: the target chooses the partition of a row by another hash");
            assertThat(differences.get(4))
                    .startsWith(
                            "listed_null, partitions: the target's table is not partitioned: partition p0 has NULL");

            migration.start();
            requireSamePartitions(migration, KINDS);
            for (String table : List.of("hashed_null", "listed_null", "named")) {
                assertThat(partitions(migration, table)).as(table).isEmpty();
            }
            assertThat(partitions(migration, "hashed")).hasSize(4);
            assertThat(partitions(migration, "keyed")).hasSize(3);

            migration.replaysLiveAndFromBacklog(() -> {
                for (Kind kind : all) {
                    change(migration, kind);
                }
            });
            requireSamePartitions(migration, KINDS);
            requirePruned(migration);
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    private static void change(Migration migration, Kind kind) throws SQLException {
        String table = kind.table();
        migration.source(
                "SET time_zone = '+00:00'",
                "INSERT INTO " + table + " (id, a, b, v) SELECT id + 100, a, b, 'more' FROM " + table
                        + " WHERE id < 100");
        for (String move : kind.moves()) {
            migration.source("SET time_zone = '+00:00'", "UPDATE " + table + " SET " + move + " WHERE id = 1");
        }
        migration.sourceTransaction(
                "SET time_zone = '+00:00'",
                "UPDATE " + table + " SET " + kind.moves().get(0) + ", v = 'moved' WHERE id = 1",
                "UPDATE " + table + " SET v = 'here' WHERE id = 2",
                // duplicates of a table without a key
                "DELETE FROM " + table + " WHERE id > 100 LIMIT 1",
                "DELETE FROM " + table + " WHERE id > 101");
        migration.source("DELETE FROM " + table + " WHERE id > 100");
    }

    private static void requireSamePartitions(Migration migration, List<Kind> kinds) throws Exception {
        migration.awaitCaughtUp();
        for (Kind kind : kinds) {
            requireSamePartitions(migration, kind.table());
        }
    }

    private static void requireSamePartitions(Migration migration, String table) throws SQLException {
        List<String> names = Servers.source()
                .rows("SELECT DISTINCT partition_name FROM information_schema.partitions WHERE table_schema = '"
                        + migration.database() + "' AND table_name = '" + table
                        + "' AND partition_name IS NOT NULL ORDER BY partition_name");
        assertThat(partitions(migration, table))
                .as(() -> table + "; " + migration.daemon().errors())
                .containsExactlyInAnyOrderElementsOf(names);
        for (String name : names) {
            assertThat(migration.targetRows(
                            "SELECT id, v FROM " + table + " PARTITION (\"" + name + "\") ORDER BY 1, 2"))
                    .as(table + " " + name)
                    .isEqualTo(Servers.source()
                            .rows("SELECT id, v FROM `" + migration.database() + "`." + table + " PARTITION (`" + name
                                    + "`) ORDER BY 1, 2"));
        }
    }

    private static List<String> partitions(Migration migration, String table) throws SQLException {
        return migration.targetRows("SELECT p.relname FROM pg_partition p WHERE p.parttype = 'p' AND p.parentid = '"
                + table + "'::regclass ORDER BY 1");
    }

    private static void requirePruned(Migration migration) throws SQLException {
        for (String table : List.of("days", "days_of_moments", "years", "dates")) {
            String plan = String.join(
                    "\n",
                    migration.targetRows(
                            "EXPLAIN SELECT * FROM " + table + " WHERE a >= '2026-01-10' AND a < '2026-01-11'"));
            assertThat(plan).as(table).contains("Iterations: 1");
        }
    }

    @Test
    void followsMaintenance() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            migration.source(
                    "CREATE TABLE day (id INT NOT NULL AUTO_INCREMENT, d DATE NOT NULL, v VARCHAR(20), PRIMARY KEY (id, d), KEY (v))"
                            + " PARTITION BY RANGE (TO_DAYS(d)) (PARTITION p1 VALUES LESS THAN (TO_DAYS('2026-01-01')),"
                            + " PARTITION p2 VALUES LESS THAN (TO_DAYS('2026-02-01')))",
                    "CREATE TABLE kind (id INT NOT NULL, n INT NOT NULL, v VARCHAR(20), UNIQUE (id, n))"
                            + " PARTITION BY LIST (n) (PARTITION a VALUES IN (1, 2), PARTITION b VALUES IN (3))",
                    "CREATE TABLE bare (n INT, v VARCHAR(20))"
                            + " PARTITION BY RANGE (n) (PARTITION p1 VALUES LESS THAN (100), PARTITION pm VALUES LESS THAN MAXVALUE)",
                    "INSERT INTO day (d) VALUES ('2025-12-31'), ('2026-01-01'), ('2026-01-31')",
                    "INSERT INTO kind (id, n) VALUES (1, 1), (2, 2), (3, 3)",
                    "INSERT INTO bare (n) VALUES (1), (1), (150), (NULL)");
            migration.start();
            migration.awaitCaughtUp();
            int year = 2026;
            // while the daemon runs, and from a backlog
            for (int round = 0; round < 2; round++) {
                migrate(migration, year + round, round);
                if (round == 0) {
                    migration.awaitCaughtUp(Duration.ofMinutes(10));
                    migration.assertEqualContent();
                    requireSameTables(migration);
                    migration.stop();
                } else {
                    migration.start();
                    migration.awaitCaughtUp(Duration.ofMinutes(10));
                    migration.assertEqualContent();
                    requireSameTables(migration);
                }
            }
            assertThat(copies(migration)).isEmpty();
            migration.stop();
        }
    }

    private static void requireSameTables(Migration migration) throws SQLException {
        for (String table : List.of("day", "kind", "made")) {
            requireSamePartitions(migration, table);
        }
        for (String partition : partitions(migration, "bare")) {
            assertThat(migration.targetRows("SELECT n FROM bare PARTITION (\"" + partition + "\") ORDER BY 1"))
                    .isEqualTo(Servers.source()
                            .rows("SELECT n FROM `" + migration.database() + "`.bare PARTITION (`" + partition
                                    + "`) ORDER BY 1"));
        }
    }

    /** Executes each statement of partition maintenance, and writes to the partitions at once. */
    private static void migrate(Migration migration, int year, int round) throws SQLException {
        String next = "p" + (round + 3);
        migration.source(
                "ALTER TABLE day ADD PARTITION (PARTITION " + next + " VALUES LESS THAN (TO_DAYS('" + year
                        + "-12-01')))",
                "INSERT INTO day (d) VALUES ('" + year + "-11-30'), ('" + year + "-03-01')",
                "UPDATE day SET d = '" + year + "-10-01' WHERE d = '" + year + "-03-01'",
                "ALTER TABLE day TRUNCATE PARTITION p2",
                "INSERT INTO day (d) VALUES ('2026-01-20')",
                "ALTER TABLE day DROP PARTITION p" + (round == 0 ? "1" : "3"),
                "INSERT INTO day (d) VALUES ('2025-06-0" + (round + 1) + "')",
                "ALTER TABLE day REORGANIZE PARTITION " + next + " INTO (PARTITION q" + round
                        + " VALUES LESS THAN (TO_DAYS('" + year + "-11-01')), PARTITION " + next
                        + " VALUES LESS THAN (TO_DAYS('" + year + "-12-01')))",
                "ALTER TABLE day REORGANIZE PARTITION q" + round + ", " + next + " INTO (PARTITION " + next
                        + " VALUES LESS THAN (TO_DAYS('" + year + "-12-01')))",
                "ALTER TABLE day REBUILD PARTITION ALL",
                "ALTER TABLE day ANALYZE PARTITION ALL",
                "ALTER TABLE day ADD COLUMN c" + round + " INT NOT NULL DEFAULT 7",
                "ALTER TABLE day ADD INDEX by_c" + round + " (c" + round + ")",
                "ALTER TABLE kind ADD PARTITION (PARTITION c" + round + " VALUES IN (" + (10 + round) + ", "
                        + (20 + round) + "))",
                "INSERT INTO kind (id, n) VALUES (" + (10 + round) + ", " + (20 + round) + ")",
                "ALTER TABLE kind REORGANIZE PARTITION c" + round + " INTO (PARTITION d" + round + " VALUES IN ("
                        + (20 + round) + "), PARTITION e" + round + " VALUES IN (" + (10 + round) + "))",
                "ALTER TABLE kind TRUNCATE PARTITION d" + round,
                "ALTER TABLE kind RENAME COLUMN v TO v_",
                "ALTER TABLE kind DROP PARTITION e" + round,
                "ALTER TABLE kind RENAME COLUMN v_ TO v",
                "ALTER TABLE bare REORGANIZE PARTITION pm INTO (PARTITION r" + round + " VALUES LESS THAN ("
                        + (200 + 100 * round) + "), PARTITION pm VALUES LESS THAN MAXVALUE)",
                "INSERT INTO bare (n) VALUES (1), (150), (250), (950)",
                "UPDATE bare SET n = 960 WHERE n = 1 LIMIT 1",
                "DELETE FROM bare WHERE n = 1 LIMIT 1",
                "CREATE TABLE IF NOT EXISTS made LIKE kind",
                "INSERT INTO made (id, n) VALUES (" + round + ", 3)",
                "RENAME TABLE bare TO bare_2",
                "ALTER TABLE bare_2 DROP PARTITION r" + round,
                "RENAME TABLE bare_2 TO bare",
                "ALTER TABLE bare TRUNCATE PARTITION ALL",
                "INSERT INTO bare (n) VALUES (1), (1), (150), (NULL)");
    }

    /** The target cannot divide an existing table, and a table that is no longer divided must not be. */
    @Test
    void followsOtherPartitioning() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            String ranges =
                    " PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))";
            migration.source(
                    "CREATE TABLE plain (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))",
                    "CREATE TABLE divided (id INT NOT NULL PRIMARY KEY, v VARCHAR(20), KEY (v))" + ranges,
                    "CREATE TABLE wider (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))" + ranges,
                    "CREATE TABLE swapped (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))" + ranges,
                    "CREATE TABLE staging (id INT NOT NULL PRIMARY KEY, v VARCHAR(20))",
                    "CREATE TABLE hashed (id INT NOT NULL PRIMARY KEY, v VARCHAR(20)) PARTITION BY HASH (id) PARTITIONS 4",
                    "CREATE TABLE fewer LIKE hashed");
            for (String table : List.of("plain", "divided", "wider", "swapped", "hashed", "fewer")) {
                migration.source("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b'), (15, 'c')");
            }
            migration.source("INSERT INTO staging VALUES (12, 'staged')");
            migration.start();
            migration.awaitCaughtUp();
            migration.source(
                    "ALTER TABLE plain" + ranges,
                    "INSERT INTO plain VALUES (3, 'd')",
                    "ALTER TABLE divided REMOVE PARTITIONING",
                    "INSERT INTO divided VALUES (300, 'd')",
                    "ALTER TABLE wider MODIFY id BIGINT NOT NULL",
                    "INSERT INTO wider VALUES (16, 'd')",
                    "ALTER TABLE swapped EXCHANGE PARTITION p1 WITH TABLE staging",
                    "INSERT INTO swapped VALUES (13, 'd')",
                    "ALTER TABLE fewer COALESCE PARTITION 1",
                    "INSERT INTO fewer VALUES (16, 'd')",
                    "ALTER TABLE hashed ADD PARTITION PARTITIONS 3",
                    "INSERT INTO hashed VALUES (16, 'd')",
                    "ALTER TABLE hashed TRUNCATE PARTITION ALL",
                    "INSERT INTO hashed VALUES (1, 'd')");
            migration.awaitCopies();
            migration.assertEqualContent();
            for (String table : List.of("plain", "wider", "swapped")) {
                requireSamePartitions(migration, table);
            }
            assertThat(partitions(migration, "divided")).isEmpty();
            assertThat(partitions(migration, "hashed")).hasSize(4);
            assertThat(partitions(migration, "fewer")).hasSize(3);
            migration.stop();
        }
    }

    /** A row that MySQL would store in no partition needs a table without them. */
    @Test
    void releasesTableWithRowOfNoPartition() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            String ranges =
                    " PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN %s)";
            migration.source("CREATE TABLE staging (id INT NOT NULL PRIMARY KEY)");
            for (String bound : List.of("(20)", "MAXVALUE")) {
                String table = bound.equals("MAXVALUE") ? "total" : "limited";
                migration.source(
                        "CREATE TABLE " + table + " (id INT NOT NULL PRIMARY KEY)" + ranges.formatted(bound),
                        "INSERT INTO " + table + " VALUES (15)",
                        "INSERT INTO staging VALUES (500)",
                        "ALTER TABLE " + table + " EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION",
                        "TRUNCATE TABLE staging");
            }
            migration.start();
            migration.awaitCaughtUp();
            assertThat(partitions(migration, "limited")).isEmpty();
            assertThat(partitions(migration, "total")).containsExactly("p0", "p1");
            migration.source("INSERT INTO limited VALUES (1)", "INSERT INTO total VALUES (1)");
            migration.awaitCaughtUp();
            for (String table : List.of("limited", "total")) {
                assertThat(migration.targetRows("SELECT id FROM " + table + " ORDER BY 1"))
                        .containsExactly("1", "15", "500");
            }
            migration.stop();
        }
    }

    /** Without partitions there, and with partitions of a name but other bounds, rows are removed by their values. */
    @Test
    void leavesOtherTablesAsTheyAre() throws Exception {
        try (Migration migration = Migration.of(DATABASE)) {
            String table = " (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10),"
                    + " PARTITION p1 VALUES LESS THAN (20), PARTITION pm VALUES LESS THAN MAXVALUE)";
            for (String name : List.of("plain", "other")) {
                migration.source(
                        "CREATE TABLE " + name + table, "INSERT INTO " + name + " VALUES (1), (5), (15), (25)");
            }
            migration.target(
                    "CREATE SCHEMA IF NOT EXISTS \"" + migration.database() + "\"",
                    "CREATE TABLE \"" + migration.database() + "\".plain (id INT NOT NULL PRIMARY KEY)",
                    "CREATE TABLE \"" + migration.database()
                            + "\".other (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                            + " (PARTITION p0 VALUES LESS THAN (3), PARTITION p1 VALUES LESS THAN (20),"
                            + " PARTITION pm VALUES LESS THAN (MAXVALUE))");
            migration.start();
            migration.awaitCaughtUp();
            for (String name : List.of("plain", "other")) {
                migration.source(
                        "ALTER TABLE " + name + " DROP PARTITION p0",
                        "INSERT INTO " + name + " VALUES (6)",
                        "ALTER TABLE " + name + " TRUNCATE PARTITION p1",
                        "ALTER TABLE " + name + " REORGANIZE PARTITION pm INTO (PARTITION p3 VALUES LESS THAN (30),"
                                + " PARTITION pm VALUES LESS THAN MAXVALUE)",
                        "ALTER TABLE " + name + " ADD INDEX i (id)",
                        "INSERT INTO " + name + " VALUES (7)");
            }
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM other ORDER BY 1")).containsExactly("7", "25");
            assertThat(partitions(migration, "other")).containsExactly("p0", "p1", "pm");
            migration.stop();
        }
    }

    /** Reverse replication sends the rows of all partitions, and knows when one lost its rows without being sent. */
    @Test
    void returnsWithPartitionedTables() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(DATABASE, source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            String ranges =
                    " PARTITION BY RANGE (n) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20),"
                            + " PARTITION p2 VALUES LESS THAN MAXVALUE)";
            migration.source(
                    "CREATE TABLE numbered (n INT NOT NULL PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20))" + ranges,
                    "CREATE TABLE bare (n INT, v VARCHAR(20))" + ranges,
                    "CREATE TABLE listed (id INT NOT NULL, n INT NOT NULL, v VARCHAR(20), PRIMARY KEY (id, n), UNIQUE (v, n))"
                            + " PARTITION BY LIST (n) (PARTITION a VALUES IN (1, 2), PARTITION b VALUES IN (3))",
                    "CREATE TABLE hashed (id INT NOT NULL PRIMARY KEY, v VARCHAR(20)) PARTITION BY HASH (id) PARTITIONS 4",
                    "CREATE TABLE emptied (id INT NOT NULL PRIMARY KEY, v VARCHAR(20)) PARTITION BY RANGE (id)"
                            + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))",
                    "INSERT INTO numbered VALUES (1, 'a'), (12, 'b'), (25, 'c')",
                    "INSERT INTO bare VALUES (1, 'a'), (1, 'a'), (12, 'b'), (25, 'c'), (NULL, 'd')",
                    "INSERT INTO listed VALUES (1, 1, 'a'), (2, 3, 'b')",
                    "INSERT INTO hashed VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')",
                    "INSERT INTO emptied VALUES (1, 'a'), (12, 'b')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            migration.target(
                    "INSERT INTO numbered (v) VALUES ('next')",
                    "UPDATE numbered SET n = 5 WHERE n = 12",
                    "DELETE FROM numbered WHERE n = 25",
                    "INSERT INTO bare VALUES (15, 'new'), (NULL, 'new')",
                    "UPDATE bare SET n = 17 WHERE n = 25",
                    "UPDATE bare SET v = 'same' WHERE n = 12",
                    "DELETE FROM bare WHERE v = 'd'",
                    "UPDATE listed SET n = 3 WHERE id = 1",
                    "INSERT INTO listed VALUES (9, 2, 'new')",
                    "UPDATE hashed SET id = id + 10 WHERE id < 3",
                    "DELETE FROM hashed WHERE id = 4",
                    "BEGIN; UPDATE numbered SET n = 18 WHERE n = 1; UPDATE numbered SET n = 8 WHERE n = 18; COMMIT");
            migration.awaitSameContent();
            migration.target("ALTER TABLE emptied TRUNCATE PARTITION p0");
            await("the changed table")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    CutoverIT.json(api).path("targetTables").toString())
                            .contains("emptied", "ALTERED", "partition p0"));
            api.steer(
                    "api/cutover/back",
                    "{\"operator\": \"ada\", \"reason\": \"it is late\", \"without\": [\"" + migration.database()
                            + ".emptied\"]}");
            migration.daemon().awaitReturned();
            migration.source(
                    "UPDATE numbered SET n = 30 WHERE n = 5",
                    "DELETE FROM bare WHERE n = 1 LIMIT 1",
                    "ALTER TABLE numbered TRUNCATE PARTITION p1",
                    "INSERT INTO numbered (v) VALUES ('after')");
            migration.awaitCaughtUp();
            for (String table : List.of("numbered", "bare", "listed", "hashed")) {
                Server mysql = new Server(source.address());
                String columns = table.equals("bare") ? "n, v" : table.equals("hashed") ? "id, v" : "n, v";
                assertThat(migration.targetRows("SELECT " + columns + " FROM " + table + " ORDER BY 2, 1"))
                        .as(table)
                        .containsExactlyInAnyOrderElementsOf(
                                mysql.rows("SELECT " + columns + " FROM " + migration.database() + "." + table));
            }
        }
    }

    private static List<String> copies(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT table_name, state FROM gaussferry.table_copy WHERE pipeline = '" + migration.pipeline()
                        + "'");
    }
}
