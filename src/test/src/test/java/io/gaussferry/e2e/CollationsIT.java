package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.mysql.charset.GeneralCiWeights;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that the target's columns have MySQL's collations, and that changes of spelling are replayed with them. */
class CollationsIT {

    /** The key exists, also one that a foreign key's action would make, or the parent is missing. */
    private static final Set<Integer> REFUSALS = Set.of(1062, 1761, 1762, 1452);

    private static final int TRANSACTIONS = 150;

    /** The hexadecimal digits after 0. */
    private static final Object[] NUMBERS = IntStream.rangeClosed(1, 15).boxed().toArray();

    private static boolean isDolphin() throws Exception {
        return Servers.targetForm() == TargetForm.DOLPHIN;
    }

    @Test
    void weightsAreThoseOfMySql() throws Exception {
        String digits = "(SELECT 0 AS d" + " UNION ALL SELECT %d".repeat(15).formatted(NUMBERS) + ")";
        List<String> differences = new ArrayList<>();
        for (String row : Servers.source()
                .rows(
                        "SELECT c, HEX(WEIGHT_STRING(CONVERT(CONVERT(UNHEX(LPAD(HEX(c), 8, '0')) USING utf32) USING utf8mb4)"
                                + " COLLATE utf8mb4_general_ci)) FROM (SELECT 4096 * i.d + 256 * j.d + 16 * k.d + l.d AS c FROM "
                                + digits
                                + " AS i, " + digits + " AS j, " + digits + " AS k, " + digits + " AS l) AS characters"
                                + " WHERE c NOT BETWEEN 55296 AND 57343")) {
            String[] parts = row.split("\\|");
            if (GeneralCiWeights.of(Integer.parseInt(parts[0])) != Integer.parseInt(parts[1], 16)) {
                differences.add(row);
            }
        }
        assertThat(differences).isEmpty();
    }

    /** The target's {@code utf8mb4_general_ci} is MySQL's, except for ß. */
    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_general_ci", "utf8mb4_0900_ai_ci", "utf8mb4_unicode_ci", "latin1_swedish_ci"})
    void comparesAsMySqlsGeneralCollation(String collation) throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            StringPairs pairs = new StringPairs(migration, collation);
            pairs.create();
            migration.start();
            migration.assertEqualContent();
            migration.stop();

            pairs.requireSameAnswers();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_bin", "utf8mb4_0900_as_cs", "utf8mb4_0900_bin"})
    void distinguishesWhatBinaryCollationsDistinguish(String collation) throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(
                    "CREATE TABLE t (a VARCHAR(10) COLLATE " + collation + " PRIMARY KEY)",
                    "INSERT INTO t VALUES ('a'), ('A'), ('é'), ('ß'), ('😀'), ('😁')");
            migration.start();
            migration.assertEqualContent();
            migration.stop();

            assertThat(migration.targetRows("SELECT a FROM t WHERE a = 'a '")).containsExactly("a");
            assertThat(collations(migration, "t")).containsExactly("a|utf8mb4_bin");
        }
    }

    @Test
    void followsStatementsThatChangeCollations() throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10) COLLATE utf8mb4_0900_ai_ci NOT NULL DEFAULT 'x',"
                            + " b VARCHAR(10) COLLATE utf8mb4_bin, n INT, UNIQUE KEY u (a))",
                    "INSERT INTO t VALUES (1, 'a', 'a', 1)");
            migration.start();
            assertThat(collations(migration, "t")).containsExactly("a|utf8mb4_general_ci", "b|utf8mb4_bin");
            migration.source(
                    "ALTER TABLE t ADD COLUMN c CHAR(5) COLLATE utf8mb4_unicode_ci NOT NULL, MODIFY a VARCHAR(20)"
                            + " COLLATE utf8mb4_0900_ai_ci NOT NULL DEFAULT 'y', MODIFY n VARCHAR(12)",
                    "ALTER TABLE t CHANGE b d VARCHAR(10) COLLATE utf8mb4_0900_ai_ci",
                    "CREATE TABLE copied LIKE t",
                    "INSERT INTO t VALUES (2, 'b', 'b', '2', 'c')");
            migration.assertEqualContent();
            List<String> ignoringCase = List.of(
                    "a|utf8mb4_general_ci", "c|utf8mb4_general_ci", "d|utf8mb4_general_ci", "n|utf8mb4_general_ci");
            assertThat(collations(migration, "t")).containsExactlyElementsOf(ignoringCase);
            assertThat(collations(migration, "copied")).containsExactlyElementsOf(ignoringCase);
            assertThat(refuses(migration, "INSERT INTO t VALUES (3, 'A', 'a', '1', '')"))
                    .isTrue();

            migration.source(
                    "ALTER TABLE t MODIFY a VARCHAR(20) COLLATE utf8mb4_bin NOT NULL",
                    "INSERT INTO t VALUES (3, 'A', 'a', '1', '')",
                    "ALTER TABLE copied CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            migration.assertEqualContent();
            assertThat(collations(migration, "t")).contains("a|utf8mb4_bin", "d|utf8mb4_general_ci");
            assertThat(collations(migration, "copied"))
                    .containsExactly("a|utf8mb4_bin", "c|utf8mb4_bin", "d|utf8mb4_bin", "n|utf8mb4_bin");
            assertThat(VerifyRun.of(migration).exitCode()).isZero();
            migration.stop();
        }
    }

    /** As tables of an earlier version, of the rule, and of users. */
    @Test
    void keepsCollationsOfExistingColumns() throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(10) COLLATE utf8mb4_bin)",
                    "CREATE TABLE chosen (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(10))",
                    "INSERT INTO t VALUES (1, 'a', 'b')");
            Servers.target().execute("CREATE SCHEMA \"" + migration.database() + "\"");
            migration.target("CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10),"
                    + " b VARCHAR(10) COLLATE \"utf8mb4_general_ci\")");
            migration.ruleSetting("columns:");
            migration.ruleSetting("  - {column: \"*.chosen.b\", collations: binary}");
            migration.start();
            migration.source(
                    "ALTER TABLE t MODIFY a VARCHAR(20), MODIFY b VARCHAR(20) COLLATE utf8mb4_bin,"
                            + " ADD COLUMN c VARCHAR(5)",
                    "ALTER TABLE chosen MODIFY b VARCHAR(30)");
            migration.assertEqualContent();
            assertThat(collations(migration, "t"))
                    .containsExactly("a|default", "b|utf8mb4_general_ci", "c|utf8mb4_general_ci");
            assertThat(collations(migration, "chosen")).containsExactly("a|utf8mb4_general_ci", "b|default");
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).isZero();
            assertThat(verified.toString())
                    .contains(
                            "column a has collation default on the target, and would be created with utf8mb4_general_ci");
            migration.stop();
        }
    }

    /** Keys of different spellings follow each other, within and across transactions, on parents and children. */
    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_general_ci", "utf8mb4_0900_ai_ci", "latin1_swedish_ci"})
    void replaysChangesOfSpelling(String collation) throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("CollationsIT: -Dgaussferry.seed=" + seed);
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(Spellings.tables(collation));
            Spellings spellings = new Spellings(new Random(seed), collation, isDolphin());
            migration.replaysLiveAndFromBacklog(() -> change(migration, spellings));
            VerifyRun verified = VerifyRun.of(migration, "--values");
            assertThat(verified.exitCode()).as("seed " + seed + ": " + verified).isZero();
            migration.stop();
        }
    }

    private static void change(Migration migration, Spellings spellings) throws SQLException {
        try (Connection source = migration.openSource();
                Statement statement = source.createStatement()) {
            source.setAutoCommit(false);
            int changed = 0;
            for (int i = 0; i < TRANSACTIONS; i++) {
                for (String sql : spellings.transaction()) {
                    changed += changedRows(statement, sql);
                }
                source.commit();
            }
            // not what is left, which is no row after about one seed in fifty
            assertThat(changed).as("changed rows").isGreaterThan(TRANSACTIONS / 4);
        }
    }

    private static int changedRows(Statement statement, String sql) throws SQLException {
        try {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            if (!REFUSALS.contains(e.getErrorCode())) {
                throw e;
            }
            return 0;
        }
    }

    /** Rows that {@code foreign_key_checks = 0} let in have no parent until one gets their key; MySQL does not change them then. */
    @Test
    void leavesRowsThatHadNoParent() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(Spellings.tables("utf8mb4_general_ci"));
            migration.source("INSERT INTO parent VALUES ('ae', 'ue', 1)", "INSERT INTO detail VALUES ('ae', 1)");
            migration.start();
            String word = isDolphin() ? "'BE '" : "'be'";
            migration.source(
                    "SET foreign_key_checks = 0",
                    "INSERT INTO child VALUES (1, " + word + ", 1)",
                    "INSERT INTO note VALUES (1, " + word + ", " + word + ")",
                    "SET foreign_key_checks = 1",
                    "UPDATE parent SET k = 'be' WHERE k = 'ae'");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT p FROM detail")).containsExactly("be");
            assertThat(migration.targetRows("SELECT e FROM note")).doesNotContainNull();
            migration.stop();
        }
    }

    /** With a collation that is NO PAD, 'be  ' is no child of 'be' at the source; openGauss ignores the blanks. */
    @Test
    void leavesRowsWithOtherBlanksThatHadNoParent() throws Exception {
        try (Migration migration = withOrphans("be  ")) {
            migration.source("UPDATE parent SET k = 'be ' WHERE k = 'be'");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT p FROM child ORDER BY id")).containsExactly("be  ", "be ");
            assertThat(migration.targetRows("SELECT e FROM note")).containsExactly("be  ");
            migration.stop();
        }
    }

    /** The actions of the target's keys would reach such rows. */
    @ParameterizedTest
    @ValueSource(strings = {"UPDATE parent SET k = 'BE' WHERE k = 'be'", "DELETE FROM parent WHERE k = 'be'"})
    void stopsBeforeActionOnRowsThatHadNoParent(String statement) throws Exception {
        try (Migration migration = withOrphans("be ")) {
            migration.source(statement);
            if (isDolphin()) {
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains("FOREIGN_KEY_ACTION_DIFFERS", "trailing blanks");
                assertThat(migration.targetRows("SELECT p FROM child ORDER BY id"))
                        .containsExactly("be ", "Be");
            } else {
                migration.assertEqualContent();
                migration.stop();
            }
        }
    }

    /** Starts a migration of a parent 'be' with a child, and of rows without a parent. */
    private static Migration withOrphans(String word) throws Exception {
        Migration migration = Migration.of("gf_e2e_collations");
        migration.source(Spellings.tables(Servers.isMariaDb() ? "utf8mb4_general_nopad_ci" : "utf8mb4_0900_ai_ci"));
        migration.source(
                "INSERT INTO parent VALUES ('be', 'ue', 1)",
                "INSERT INTO detail VALUES ('be', 1)",
                "INSERT INTO child VALUES (2, " + (isDolphin() ? "'Be'" : "'be'") + ", 2)");
        migration.start();
        migration.source(
                "SET foreign_key_checks = 0",
                "INSERT INTO child VALUES (1, '" + word + "', 1)",
                "INSERT INTO note VALUES (1, '" + word + "', '" + word + "')");
        return migration;
    }

    @Test
    void verifiesAndRepairsBytes() throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(Spellings.tables("utf8mb4_general_ci"));
            migration.source(
                    "INSERT INTO parent VALUES ('ax', 'u', 1), ('bx', 'v', 2), ('cx', 'w', 3)",
                    "INSERT INTO child VALUES (1, 'AX', 1)");
            migration.start();
            migration.assertEqualContent();
            migration.target(
                    "UPDATE parent SET k = 'AX' WHERE k = 'ax'",
                    "UPDATE parent SET u = 'V ' WHERE k = 'BX'",
                    "UPDATE parent SET k = 'cx ' WHERE k = 'cx'");
            VerifyRun found = VerifyRun.of(migration, "--json");
            assertThat(found.exitCode()).as(found::toString).isEqualTo(1);
            // the first repair removes the other spelling of a key, the second one inserts the row
            VerifyRun.of(migration, "--repair");
            VerifyRun.of(migration, "--repair");
            VerifyRun repaired = VerifyRun.of(migration);
            assertThat(repaired.exitCode()).as(repaired::toString).isZero();
            migration.assertSameContent();
            migration.stop();
        }
    }

    @Test
    void returnsChangesOfSpelling() throws Exception {
        assumeTrue(isDolphin(), "the target has none of MySQL's collations");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_collations", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(Spellings.tables("utf8mb4_general_ci"));
            migration.source(
                    "INSERT INTO parent VALUES ('ax', 'u1', 1), ('BX', NULL, 2)",
                    "INSERT INTO child VALUES (1, 'AX', 1)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            CutoverBackIT.switchOver(api);

            List<String> work = new ArrayList<>(List.of(
                    "UPDATE parent SET k = 'Ax' WHERE k = 'aX'",
                    "DELETE FROM parent WHERE k = 'bx'",
                    "INSERT INTO parent VALUES ('bX ', 'U2', 3)",
                    "INSERT INTO child VALUES (2, 'BX', 2)",
                    "ALTER TABLE parent ALTER COLUMN u TYPE VARCHAR(20) COLLATE \"utf8mb4_general_ci\"",
                    "ALTER TABLE parent ADD COLUMN added VARCHAR(9) COLLATE \"utf8mb4_general_ci\""));
            Spellings spellings = new Spellings(new Random(1), "utf8mb4_general_ci", true);
            for (int i = 0; i < TRANSACTIONS; i++) {
                work.addAll(spellings.transaction());
            }
            try (Connection target = migration.openTarget();
                    Statement statement = target.createStatement()) {
                for (String sql : work) {
                    try {
                        statement.execute(
                                sql.replace("INSERT INTO parent VALUES", "INSERT INTO parent (k, u, n) VALUES"));
                    } catch (SQLException e) {
                        // a key that another row has, or that no parent has
                        assertThat(e.getSQLState()).as(sql).isIn("23505", "23503");
                    }
                }
                statement.execute("INSERT INTO child VALUES (99999, NULL, 0)");
            }
            Server mysql = new Server(source.address());
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.value(
                                    "SELECT COUNT(*) FROM " + migration.database() + ".child WHERE id = 99999"))
                            .isEqualTo("1"));
            migration.awaitSameContent();
            assertThat(mysql.rows(
                            "SELECT column_name, collation_name FROM information_schema.columns WHERE table_schema = '"
                                    + migration.database()
                                    + "' AND table_name = 'parent' AND column_name IN ('u', 'added')"
                                    + " ORDER BY ordinal_position"))
                    .containsExactly("u|utf8mb4_general_ci", "added|utf8mb4_general_ci");
        }
    }

    @Test
    void checkNamesDifferencesAndCollidingKeys() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_collations")) {
            migration.source(
                    "CREATE TABLE t (k VARCHAR(10) COLLATE utf8mb4_0900_ai_ci PRIMARY KEY,"
                            + " g VARCHAR(10) COLLATE utf8mb4_general_ci UNIQUE, b VARCHAR(10) COLLATE utf8mb4_bin)",
                    "INSERT INTO t VALUES ('a', 'a', 'a'), ('a ', 'b', 'A'), ('😀', 'c', ''), ('😁', 'd', '')");
            List<CheckRun.Found> findings = CheckRun.of(migration.configuration(), "--json", "--scan-values")
                    .findings();
            List<String> problems = findings.stream()
                    .filter(found -> found.code().equals("SOURCE_COLLATION"))
                    .map(CheckRun.Found::problem)
                    .toList();
            if (!isDolphin()) {
                assertThat(problems)
                        .containsExactly("2 string columns ignore case at the source, and the target compares bytes.");
                return;
            }
            String table = " of table " + migration.database() + ".t have collation ";
            assertThat(problems)
                    .containsExactlyInAnyOrder(
                            "Columns k" + table + "utf8mb4_0900_ai_ci, and get utf8mb4_general_ci on the target.",
                            "Columns g" + table + "utf8mb4_general_ci, and get utf8mb4_general_ci on the target.");
            assertThat(findings)
                    .filteredOn(found -> found.code().equals("VALUE_KEYS_MEET"))
                    .singleElement()
                    .satisfies(found ->
                            assertThat(found.problem()).contains("PRIMARY (k)", "in collation utf8mb4_general_ci"));
        }
    }

    private static boolean refuses(Migration migration, String sql) {
        try {
            migration.target(sql);
            return false;
        } catch (SQLException e) {
            return e.getSQLState().equals("23505");
        }
    }

    private static List<String> collations(Migration migration, String table) throws SQLException {
        return Servers.target()
                .rows("SELECT a.attname, c.collname FROM pg_catalog.pg_attribute a"
                        + " JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation WHERE a.attnum > 0 AND a.attrelid = CAST('\""
                        + migration.database() + "\"." + table + "' AS regclass) ORDER BY a.attname");
    }
}
