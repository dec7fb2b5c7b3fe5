package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies the source's foreign keys on the target: they exist after the copy, with their names and actions. */
class ForeignKeysIT {

    private static final String KEYS = "SELECT k.conname, c.relname, pc.relname, k.confdeltype, k.confupdtype,"
            + " k.condeferrable FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
            + " JOIN pg_catalog.pg_class pc ON pc.oid = k.confrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = '%s' AND k.contype = 'f' ORDER BY k.conname";

    private static boolean sourceLogsCascades() throws Exception {
        return Servers.source()
                .value("SELECT VERSION() NOT LIKE '%MariaDB%' AND SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 >= 9.6")
                .equals("1");
    }

    @Test
    void createsKeysOfAllKindsAfterCopy() throws Exception {
        Servers.assumeMySql("check and foreign key of one name in a table");
        try (Migration migration = Migration.of("gf_e2e_keys")) {
            migration.source(
                    // refers to a table that follows it in every order and refers back
                    "CREATE TABLE a (id INT PRIMARY KEY, `B id` INT, CONSTRAINT `same name` CHECK (id > 0))",
                    "CREATE TABLE `b \"quoted` (x INT, y INT, a_id INT, PRIMARY KEY (x, y), UNIQUE KEY (a_id),"
                            + " CONSTRAINT back FOREIGN KEY (a_id) REFERENCES a (ID))",
                    "ALTER TABLE a ADD CONSTRAINT `same name` FOREIGN KEY (`B id`) REFERENCES `b \"quoted` (a_id)",
                    "CREATE TABLE pair (id INT PRIMARY KEY, px INT, py INT," + " CONSTRAINT `" + "k".repeat(64)
                            + "` FOREIGN KEY (px, py) REFERENCES `b \"quoted` (x, y))",
                    "CREATE TABLE tree (id INT PRIMARY KEY, parent INT,"
                            + " CONSTRAINT up FOREIGN KEY (parent) REFERENCES tree (id))",
                    "INSERT INTO a VALUES (1, NULL)",
                    "INSERT INTO `b \"quoted` VALUES (1, 2, 1)",
                    "UPDATE a SET `B id` = 1",
                    "INSERT INTO pair VALUES (1, 1, 2), (2, NULL, 7)",
                    "INSERT INTO tree VALUES (1, 1), (2, 1), (3, 2)");
            migration.start();
            List<String> keys = Servers.target().rows(String.format(KEYS, migration.database()));
            assertThat(keys).hasSize(4).allMatch(key -> key.endsWith("|a|a|f"));
            assertThat(keys)
                    .anyMatch(key -> key.startsWith("back|b \"quoted|a|"))
                    .anyMatch(key -> key.matches("same name_[0-9a-f]+\\|a\\|b \"quoted\\|.*"))
                    .anyMatch(key -> key.matches("k{40,}_[0-9a-f]+\\|pair\\|b \"quoted\\|.*"))
                    .anyMatch(key -> key.startsWith("up|tree|tree|"));
            assertThat(migration.daemon().errors()).doesNotContain("foreign key");
            migration.source("INSERT INTO tree VALUES (4, 3)", "INSERT INTO pair VALUES (3, 1, 2)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void appliesCascadesMissingInBinlog() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keys")) {
            migration.source(
                    "CREATE TABLE p (id INT PRIMARY KEY, v INT)",
                    "CREATE TABLE c (id INT PRIMARY KEY, p_id INT,"
                            + " CONSTRAINT gone FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE CASCADE)",
                    "CREATE TABLE n (id INT PRIMARY KEY, p_id INT,"
                            + " CONSTRAINT emptied FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE SET NULL)",
                    "INSERT INTO p VALUES (1, 1), (2, 2), (3, 3)",
                    "INSERT INTO c VALUES (1, 1), (2, 1), (3, 2)",
                    "INSERT INTO n VALUES (1, 1), (2, 3)");
            Daemon daemon = migration.start();
            List<String> keys = Servers.target().rows(String.format(KEYS, migration.database()));
            if (sourceLogsCascades()) {
                assertThat(keys).isEmpty();
                assertThat(daemon.errors()).contains("c, foreign key gone: its action is not wanted");
            } else {
                assertThat(keys).containsExactly("emptied|n|p|n|a|f", "gone|c|p|c|a|f");
            }
            migration.source("DELETE FROM p WHERE id = 1");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM c")).containsExactly("3");
            assertThat(migration.targetRows("SELECT id, p_id FROM n ORDER BY id"))
                    .containsExactly("1|null", "2|3");
            migration.stop();
        }
    }

    /** Cases that sets of net changes would get wrong: a changed key is not a deletion, and a reinserted row was absent in between. */
    @Test
    void appliesSourceActionsWhenKeysChangeAndRowsReappear() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keys")) {
            migration.source(
                    "CREATE TABLE p (id INT PRIMARY KEY, v INT)",
                    "CREATE TABLE c (id INT PRIMARY KEY, p_id INT, CONSTRAINT moved FOREIGN KEY (p_id) REFERENCES p (id)"
                            + " ON DELETE CASCADE ON UPDATE CASCADE)",
                    "INSERT INTO p VALUES (1, 1), (2, 2), (3, 3)",
                    "INSERT INTO c VALUES (1, 1), (2, 2), (3, 3)");
            migration.start();
            migration.source("UPDATE p SET id = 10 WHERE id = 1");
            migration.assertEqualContent();
            migration.sourceTransaction("DELETE FROM p WHERE id = 2", "INSERT INTO p VALUES (2, 22)");
            migration.assertEqualContent();
            migration.sourceTransaction(
                    "INSERT INTO c VALUES (4, 3)",
                    "UPDATE c SET p_id = 2 WHERE id = 3",
                    "DELETE FROM p WHERE id = 3",
                    "INSERT INTO c VALUES (4, 2)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void stopsCopyIfParentMatchesOnlyByCollation() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keys")) {
            migration.source(
                    "CREATE TABLE p (code VARCHAR(10) COLLATE utf8mb4_0900_ai_ci PRIMARY KEY)",
                    "CREATE TABLE c (id INT PRIMARY KEY, p_code VARCHAR(10) COLLATE utf8mb4_0900_ai_ci,"
                            + " CONSTRAINT refers FOREIGN KEY (p_code) REFERENCES p (code))",
                    "INSERT INTO p VALUES ('UPPER')",
                    "INSERT INTO c VALUES (1, 'upper')");
            migration.ruleSetting("collations: binary");
            Daemon daemon = migration.launch();
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("foreign key refers of table " + migration.database() + ".c")
                    .contains("upper")
                    .contains("remedy:")
                    .contains("gaussferry.target.foreign-keys: defer");
            // the next start finds the rows
            assertThat(migration.targetRows("SELECT id, p_code FROM c")).containsExactly("1|upper");

            migration.targetSetting("foreign-keys: defer");
            migration.start();
            migration.assertEqualContent();
            assertThat(Servers.target().rows(String.format(KEYS, migration.database())))
                    .isEmpty();
            assertThat(migration.daemon().errors()).contains("c, foreign key refers: it is not created");
        }
    }

    @Test
    void listsKeyToUnreplicatedTable() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keys")) {
            String other = migration.addDatabase("_other");
            Servers.source().execute("CREATE TABLE `" + other + "`.p (id INT PRIMARY KEY)");
            migration.source("CREATE TABLE c (id INT PRIMARY KEY, p_id INT,"
                    + " CONSTRAINT away FOREIGN KEY (p_id) REFERENCES `" + other + "`.p (id))");
            CheckRun run = CheckRun.of(migration.configuration(), "--json");
            assertThat(run.findings()).as(run::toString).anySatisfy(found -> {
                assertThat(found.code()).isEqualTo("SOURCE_NOT_CARRIED_OVER");
                assertThat(found.problem()).contains("foreign key away").contains("which is not replicated");
            });
            migration.start();
            assertThat(migration.daemon().errors()).contains("c, foreign key away: it refers to table " + other + ".p");
            migration.stop();
            migration.source("DROP TABLE c");
        }
    }
}
