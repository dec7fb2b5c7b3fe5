package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies statements about foreign keys while changes are replayed: no row changes that the source keeps, and no row is kept that the source
 * changes.
 */
class ForeignKeyStatementsIT {

    private static boolean logsCascades() throws Exception {
        return logsCascades(Servers.sandbox().source());
    }

    private static boolean logsCascades(ServerAddress source) throws Exception {
        return new Server(source)
                .value("SELECT VERSION() NOT LIKE '%MariaDB%' AND SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 >= 9.6")
                .equals("1");
    }

    private static void family(Migration migration) throws Exception {
        migration.source(
                "CREATE TABLE parent (id INT PRIMARY KEY, v VARCHAR(10))",
                "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, v VARCHAR(10), CONSTRAINT child_parent"
                        + " FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE)",
                "INSERT INTO parent VALUES (1, 'old'), (2, 'old')",
                "INSERT INTO child VALUES (10, 1, 'kept'), (11, 2, 'kept')");
    }

    /** Guards {@code ForeignKeyDifference.emptied}: a DELETE instead of TRUNCATE would trigger the key's action. */
    @Test
    void keepsChildrenWhenParentIsTruncatedWithoutChecks() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_truncated_parent")) {
            family(migration);
            migration.start();
            migration.sourceTransaction("SET SESSION foreign_key_checks = 0", "TRUNCATE TABLE parent");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM child ORDER BY id")).containsExactly("10", "11");

            migration.source(
                    "INSERT INTO parent VALUES (1, 'new'), (2, 'new')",
                    "INSERT INTO child VALUES (12, 1, 'later')",
                    "DELETE FROM parent WHERE id = 2");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM child ORDER BY id")).containsExactly("10", "12");
            migration.stop();
        }
    }

    /** MySQL keeps the key while its parent does not exist. Guards the keys that are created NOT VALID. */
    @Tag("long")
    @Test
    void restoresReferencesToRecreatedParent() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_reloaded_parent")) {
            family(migration);
            migration.start();
            migration.sourceTransaction(
                    "SET SESSION foreign_key_checks = 0",
                    "DROP TABLE parent",
                    "CREATE TABLE parent (id INT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO parent VALUES (1, 'new'), (2, 'new')");
            migration.source("INSERT INTO child VALUES (12, 1, 'later')", "DELETE FROM parent WHERE id = 2");
            migration.assertEqualContent();

            // a shadow takes the name of a dropped parent
            migration.sourceTransaction(
                    "SET SESSION foreign_key_checks = 0",
                    "CREATE TABLE shadow (id INT PRIMARY KEY, v VARCHAR(10), n INT)",
                    "INSERT INTO shadow VALUES (1, 'shadow', 1)",
                    "DROP TABLE parent",
                    "RENAME TABLE shadow TO parent");
            migration.source("DELETE FROM parent WHERE id = 1");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM child")).isEmpty();
            migration.stop();
        }
    }

    @Test
    void enforcesKeyForNewRowsDespiteOrphans() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_orphans")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, p INT)",
                    "INSERT INTO parent VALUES (1), (2)",
                    "INSERT INTO child VALUES (1, 1), (9, 999)");
            migration.start();
            migration.sourceTransaction(
                    "SET SESSION foreign_key_checks = 0",
                    "ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE");
            migration.source("INSERT INTO child VALUES (2, 2)", "DELETE FROM parent WHERE id = 2");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM child ORDER BY id")).containsExactly("1", "9");
            migration.stop();
        }
    }

    /** Guards {@code MissingActionHold}, and the remedy that it names. */
    @Tag("long")
    @Test
    void holdsActionNotRepeatedByTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_held_action")) {
            migration.source(
                    "CREATE TABLE region (id INT PRIMARY KEY, code VARCHAR(5) NOT NULL, KEY by_code (code))",
                    "CREATE TABLE shop (id INT PRIMARY KEY, code VARCHAR(5))",
                    "INSERT INTO region VALUES (1, 'N'), (2, 'S')",
                    "INSERT INTO shop VALUES (1, 'N'), (2, 'S'), (3, 'N')");
            Daemon daemon = migration.start();
            migration.sourceTransaction(
                    "/*!80400 SET SESSION restrict_fk_on_non_standard_key = OFF */",
                    "ALTER TABLE shop ADD CONSTRAINT shop_region FOREIGN KEY (code) REFERENCES region (code)"
                            + " ON DELETE CASCADE",
                    "DELETE FROM region WHERE code = 'N'",
                    "INSERT INTO shop VALUES (4, 'S')");
            if (logsCascades()) {
                migration.assertEqualContent();
                migration.stop();
                return;
            }
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("The statement is held: Foreign key shop_region of table " + migration.database()
                            + ".shop to")
                    .contains("has ON DELETE CASCADE, and the target does not get it")
                    .contains("no unique key of their own");

            migration.source("ALTER TABLE shop DROP FOREIGN KEY shop_region");
            CommandRun applied =
                    command(migration, "definitions", "apply", "--transaction", held(migration), "--reason", "x");
            assertThat(applied.exitCode()).as(applied.errors()).isZero();
            assertThat(quarantined(migration)).containsExactly("shop");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM shop ORDER BY id")).containsExactly("1", "2", "3");
            CommandRun copied = command(migration, "copy", "--table", migration.database() + ".shop", "--replace");
            assertThat(copied.exitCode()).as(copied.errors()).isZero();
            await("the copy of shop")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> quarantined(migration).isEmpty());
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Guards the same for parents that are not replicated. */
    @Tag("long")
    @Test
    void holdsActionOfUnreplicatedTable() throws Exception {
        assumeFalse(logsCascades(), "the source logs cascades");
        try (Migration migration = Migration.of("gf_e2e_held_tenant")) {
            String other = migration.addDatabase("_other");
            Servers.source()
                    .execute(
                            "CREATE TABLE `" + other + "`.tenant (id INT PRIMARY KEY)",
                            "INSERT INTO `" + other + "`.tenant VALUES (1), (2)");
            migration.source(
                    "CREATE TABLE child (id INT PRIMARY KEY, tenant INT)", "INSERT INTO child VALUES (1, 1), (2, 2)");
            Daemon daemon = migration.start();
            migration.source(
                    "CREATE TABLE later (id INT PRIMARY KEY, tenant INT, CONSTRAINT to_tenant FOREIGN KEY (tenant)"
                            + " REFERENCES `" + other + "`.tenant (id) ON DELETE SET NULL)");
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors()).contains("Foreign key to_tenant").contains("which is not replicated");
            migration.source("DROP TABLE later");
        }
    }

    @Tag("long")
    @Test
    void holdsActionIfKeysAreDeferred() throws Exception {
        assumeFalse(logsCascades(), "the source logs cascades");
        try (Migration migration = Migration.of("gf_e2e_held_deferred")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE inner_ (id INT PRIMARY KEY, p INT)",
                    "INSERT INTO parent VALUES (1), (3)",
                    "INSERT INTO inner_ VALUES (1, 1), (3, 3)");
            migration.targetSetting("foreign-keys: defer");
            Daemon daemon = migration.start();
            migration.source(
                    "ALTER TABLE inner_ ADD CONSTRAINT to_parent FOREIGN KEY (p) REFERENCES parent (id) ON DELETE SET NULL");
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors()).contains("Foreign key to_parent").contains("foreign-keys: defer");
        }
    }

    /** A key that the source gets while nothing is replayed comes with its statement. Guards {@code CheckedForeignKeys}. */
    @Test
    void followsKeyAddedWhileNotReplaying() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_late_key")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, p INT)",
                    "INSERT INTO parent VALUES (1), (2)",
                    "INSERT INTO child VALUES (1, 1), (2, 2)");
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            migration.source(
                    "ALTER TABLE child ADD CONSTRAINT late FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE",
                    "DELETE FROM parent WHERE id = 2");
            migration.start();
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Guards {@code UnrepeatedCascadeFinder}: whatever happened to the target's key, no change is applied that triggers the source's action. */
    @Tag("long")
    @Test
    void stopsAtFirstCascadeOfKeyDroppedOnTarget() throws Exception {
        assumeFalse(logsCascades(), "the source logs cascades");
        try (Migration migration = Migration.of("gf_e2e_lost_key")) {
            family(migration);
            Daemon daemon = migration.start();
            migration.target("ALTER TABLE child DROP CONSTRAINT child_parent");
            // the next run reads the target's keys
            migration.source("ALTER TABLE parent ADD COLUMN n INT", "INSERT INTO parent VALUES (3, 'x', 1)");
            migration.awaitCaughtUp();
            migration.source("DELETE FROM parent WHERE id = 2");
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("foreign key child_parent of table " + migration.database() + ".child")
                    .contains("create the same foreign key with its action on the target");
            migration.target(
                    "ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (parent_id) REFERENCES parent (id)"
                            + " ON DELETE CASCADE");
            migration.start();
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Guards {@code NameFolding} of referenced tables and of databases. */
    @Tag("long")
    @Test
    void ignoresCaseOfNamesLikeSource() throws Exception {
        try (NativeMySqlServer server = OwnServers.startFoldingNames()) {
            assumeFalse(logsCascades(server.address()), "the source logs cascades");
            try (Migration migration = Migration.of("gf_e2e_folded", server.address())) {
                migration.source("CREATE TABLE parent (id INT PRIMARY KEY)", "INSERT INTO parent VALUES (1), (2), (3)");
                migration.start();
                migration.source(
                        "CREATE TABLE Child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES PARENT (id)"
                                + " ON DELETE CASCADE)",
                        "INSERT INTO child VALUES (1, 1), (2, 2), (3, 3)",
                        "DELETE FROM parent WHERE id = 2");
                migration.assertEqualContent();
                migration.source(
                        "CREATE TABLE other (id INT PRIMARY KEY, p INT)",
                        "INSERT INTO other VALUES (1, 1), (3, 3)",
                        "ALTER TABLE OTHER ADD CONSTRAINT k FOREIGN KEY (p) REFERENCES "
                                + migration.database().toUpperCase(Locale.ROOT)
                                + ".Parent (id) ON DELETE SET NULL",
                        "DELETE FROM PARENT WHERE id = 3");
                migration.assertEqualContent();
                migration.stop();
            }
        }
    }

    /** Each rows event states whether changes by keys are logged. Guards {@code CascadeGuard}. */
    @Tag("long")
    @Test
    void stopsWhenServerNoLongerLogsCascades() throws Exception {
        try (NativeMySqlServer server = OwnServers.start()) {
            assumeTrue(logsCascades(server.address()), "the source never logs cascades");
            try (Migration migration = Migration.of("gf_e2e_native_keys", server.address())) {
                family(migration);
                Daemon daemon = migration.start();
                migration.source("DELETE FROM parent WHERE id = 2");
                migration.assertEqualContent();

                server.shutDown();
                server.startAgain("--innodb-native-foreign-keys=ON");
                migration.source("INSERT INTO parent VALUES (3, 'native')", "DELETE FROM parent WHERE id = 1");
                assertThat(daemon.awaitEnd()).isEqualTo(1);
                assertThat(daemon.errors())
                        .contains("the binlog does not contain the rows that this changed in [" + migration.database()
                                + ".child]")
                        .contains("foreign key child_parent");
                assertThat(migration.targetRows("SELECT id FROM parent ORDER BY id"))
                        .containsExactly("1", "3");
                migration.target(
                        "ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (parent_id) REFERENCES parent (id)"
                                + " ON DELETE CASCADE");
                migration.start();
                migration.assertEqualContent();

                // and back: logged changes are not applied twice
                server.shutDown();
                server.startAgain();
                migration.source("INSERT INTO child VALUES (30, 3, 'again')", "DELETE FROM parent WHERE id = 3");
                migration.assertEqualContent();
                migration.stop();
            }
        }
    }

    private static String held(Migration migration) throws Exception {
        return Servers.target()
                .rows("SELECT gtid FROM gaussferry.definition_change WHERE result = 'HELD' AND pipeline = '"
                        + migration.pipeline() + "'")
                .get(0);
    }

    private static List<String> quarantined(Migration migration) throws Exception {
        return Servers.target()
                .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline() + "'");
    }

    private static CommandRun command(Migration migration, String... words) throws Exception {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--config";
        all[words.length + 1] = migration.configuration().toString();
        return CommandRun.of(all);
    }
}
