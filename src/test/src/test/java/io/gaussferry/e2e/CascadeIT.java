package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Verifies foreign keys that change other rows. MySQL up to 9.5 does not log the rows that they change, later versions do; the target has the same
 * keys in both cases. Guards: {@code TableWriteSet.cascades}, which applies such a batch row by row, and the order of tables in {@code BatchPlan}.
 */
class CascadeIT {

    @Test
    void cascadesParentChangesToChildren() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(20))",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id)"
                            + " ON DELETE CASCADE ON UPDATE CASCADE)",
                    "CREATE TABLE a_grandchild (id INT PRIMARY KEY, child INT, FOREIGN KEY (child) REFERENCES child (id)"
                            + " ON DELETE SET NULL)",
                    "CREATE TABLE tree (id INT PRIMARY KEY, above INT, FOREIGN KEY (above) REFERENCES tree (id)"
                            + " ON DELETE CASCADE)");
            migration.replaysLiveAndFromBacklog(() -> {
                for (int parent = 1; parent <= 20; parent++) {
                    migration.sourceTransaction(
                            "INSERT INTO parent VALUES (" + parent + ", 'p')",
                            "INSERT INTO child VALUES (" + parent * 10 + ", " + parent + "), (" + (parent * 10 + 1)
                                    + ", " + parent + ")",
                            "INSERT INTO a_grandchild VALUES (" + parent + ", " + parent * 10 + ")");
                }
                // MySQL 9.7 cannot delete a larger one in one statement
                for (int node = 1; node <= 8; node++) {
                    migration.source("INSERT INTO tree VALUES (" + node + ", " + (node == 1 ? "NULL" : node / 2) + ")");
                }
                migration.source(
                        "DELETE FROM parent WHERE id = 1",
                        // the same key again: together they must not become an update, which would leave the children
                        "DELETE FROM parent WHERE id = 2",
                        "INSERT INTO parent VALUES (2, 'again')",
                        "UPDATE parent SET id = 100 WHERE id = 3",
                        "UPDATE child SET parent = 4 WHERE parent = 100",
                        "DELETE FROM parent WHERE id = 100",
                        "DELETE FROM child WHERE id = 50",
                        "DELETE FROM tree WHERE id = 2",
                        "INSERT INTO child VALUES (999, 2)");
                migration.sourceTransaction(
                        "INSERT INTO parent VALUES (200, 'short')",
                        "INSERT INTO child VALUES (2000, 200)",
                        "DELETE FROM parent WHERE id = 200",
                        "UPDATE child SET id = id + 5000 WHERE parent = 5");
                migration.source("DELETE FROM parent", "DELETE FROM tree", "DELETE FROM a_grandchild");
            });
        }
    }

    /** Guards {@code RowSplitter}'s {@code unchecked}, without which the target's keys delete or reject rows that the source has. */
    @Test
    void ignoresKeysUncheckedOnSource() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            try (Connection target = migration.openTarget()) {
                assumeTrue(maySwitchOff(target), "the target's account may not set session_replication_role");
            }
            withFamilies(migration);
            migration.replaysLiveAndFromBacklog(() -> {
                migration.source("DELETE FROM strict_child", "DELETE FROM child", "DELETE FROM parent");
                migration.sourceTransaction(
                        "INSERT INTO parent VALUES (1), (2), (3), (4)",
                        "INSERT INTO child VALUES (10, 1), (20, 2), (30, 3), (40, 4)");
                migration.sourceTransaction(
                        "DELETE FROM parent WHERE id = 1",
                        "SET SESSION foreign_key_checks = 0",
                        "DELETE FROM parent WHERE id = 2",
                        "UPDATE parent SET id = 33 WHERE id = 3",
                        "SET SESSION foreign_key_checks = 1",
                        "UPDATE parent SET id = 44 WHERE id = 4");
                migration.sourceTransaction(
                        "SET SESSION foreign_key_checks = 0",
                        "INSERT INTO child VALUES (50, 5), (60, 6), (70, 7), (80, NULL)",
                        "UPDATE child SET parent = 8 WHERE id = 80",
                        "INSERT INTO strict_child VALUES (1, 9)");
                migration.source("INSERT INTO parent VALUES (5), (6), (9)", "DELETE FROM child WHERE id = 70");
                migration.sourceTransaction("SET SESSION foreign_key_checks = 0", "DELETE FROM parent WHERE id = 9");
                try (Connection source = migration.openSource()) {
                    assertThat(Server.rows(source, "SELECT id, parent FROM child ORDER BY id"))
                            .containsExactly("20|2", "30|3", "40|44", "50|5", "60|6", "80|8");
                }
            });
        }
    }

    @Test
    void stopsIfTargetAccountCannotDisableKeys() throws Exception {
        assumeCascadesAreNotLogged();
        try (NativePostgresServer server = OwnServers.startTarget()) {
            ServerAddress plain = plainAccount(
                    server,
                    "DO $$ BEGIN EXECUTE 'GRANT CREATE ON DATABASE \"' || current_database() || '\" TO plain'; END $$");
            try (Migration migration =
                    Migration.of("gf_e2e_cascade", Servers.sandbox().source(), plain)) {
                withFamilies(migration);
                migration.source("INSERT INTO parent VALUES (1)", "INSERT INTO child VALUES (10, 1)");
                Daemon daemon = migration.start();
                migration.sourceTransaction("SET SESSION foreign_key_checks = 0", "DELETE FROM parent WHERE id = 1");

                assertThat(daemon.awaitEnd()).isEqualTo(1);
                assertThat(daemon.errors())
                        .contains("the delete in table " + migration.database() + ".parent")
                        .contains("with foreign_key_checks = 0")
                        .contains("session_replication_role");
                assertThat(migration.targetRows("SELECT id, parent FROM child")).containsExactly("10|1");
            }
        }
    }

    @Test
    void rejectsTargetAccountWithReplicaRole() throws Exception {
        try (NativePostgresServer server = OwnServers.startTarget()) {
            ServerAddress plain = plainAccount(server, "ALTER ROLE plain SET session_replication_role = replica");
            try (Migration migration =
                    Migration.of("gf_e2e_cascade", Servers.sandbox().source(), plain)) {
                Daemon daemon = migration.launch();

                assertThat(daemon.awaitEnd()).isEqualTo(2);
                assertThat(daemon.errors())
                        .contains("session_replication_role = replica")
                        .contains("RESET session_replication_role")
                        .doesNotContain("\tat ");
            }
        }
    }

    /** Creates an account without administrator rights, executes a statement about it, and returns the server's address with it. */
    private static ServerAddress plainAccount(NativePostgresServer server, String statement) throws SQLException {
        String password = server.address().password();
        new Server(server.address()).execute("CREATE ROLE plain LOGIN PASSWORD '" + password + "'", statement);
        return new ServerAddress(server.address().url(), "plain", password);
    }

    private static void assumeCascadesAreNotLogged() throws Exception {
        assumeTrue(
                Servers.source()
                        .value("SELECT VERSION() LIKE '%MariaDB%' OR SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 < 9.6")
                        .equals("1"),
                "from MySQL 9.6 on cascades are in the binlog, and the target has no such key");
    }

    /**
     * Guards {@code Quarantine.withFollowers}: the source's changes to the children are not in the binlog; they follow from the parent's missing
     * rows.
     */
    @Test
    void quarantinesChildrenWithParent() throws Exception {
        assumeCascadesAreNotLogged();
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            withFamilies(migration);
            migration.source(
                    "CREATE TABLE grandchild (id INT PRIMARY KEY, child INT, FOREIGN KEY (child) REFERENCES child (id)"
                            + " ON DELETE SET NULL)",
                    "CREATE TABLE stepparent (id INT PRIMARY KEY)",
                    "CREATE TABLE stepchild (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES"
                            + " stepparent (id) ON DELETE SET NULL)",
                    "CREATE TABLE other (id INT PRIMARY KEY)",
                    "INSERT INTO parent VALUES (1), (2)",
                    "INSERT INTO child VALUES (10, 1), (20, 2)",
                    "INSERT INTO grandchild VALUES (100, 10), (200, 20)",
                    "INSERT INTO stepparent VALUES (1), (2)",
                    "INSERT INTO stepchild VALUES (10, 1), (20, 2)");
            migration.replaySetting("on-failure: quarantine");
            migration.definitionSettings("mode: hold");
            migration.start();
            migration.awaitCaughtUp();
            migration.target("ALTER TABLE parent ADD CONSTRAINT small CHECK (id < 1000)");
            migration.source(
                    "INSERT INTO parent VALUES (1000)",
                    "DELETE FROM parent WHERE id = 2",
                    "INSERT INTO child VALUES (30, 1)",
                    "INSERT INTO other VALUES (1)");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM other")).containsExactly("1");
            assertThat(quarantined(migration)).containsExactly("child", "grandchild", "parent");
            assertThat(migration.targetRows("SELECT id, parent FROM child ORDER BY id"))
                    .containsExactly("10|1", "20|2");

            // by its definition
            migration.source(
                    "ALTER TABLE stepparent ADD COLUMN name VARCHAR(10)",
                    "DELETE FROM stepparent WHERE id = 2",
                    "INSERT INTO other VALUES (2)");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM other ORDER BY id")).containsExactly("1", "2");
            assertThat(quarantined(migration))
                    .containsExactly("child", "grandchild", "parent", "stepchild", "stepparent");
            migration.stop();
            migration.source("DELETE FROM parent WHERE id = 1", "INSERT INTO other VALUES (3)");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM child ORDER BY id")).containsExactly("10", "20");
            migration.stop();
        }
    }

    private static List<String> quarantined(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline()
                        + "' ORDER BY table_name");
    }

    private static void withFamilies(Migration migration) throws Exception {
        migration.source(
                "CREATE TABLE parent (id INT PRIMARY KEY)",
                "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id)"
                        + " ON DELETE CASCADE ON UPDATE CASCADE)",
                "CREATE TABLE strict_child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id))");
    }

    private static boolean maySwitchOff(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            return true;
        } catch (SQLException e) {
            if (e.getSQLState().equals("42501")) {
                return false;
            }
            throw e;
        }
    }

    @Test
    void replicatesParentsAndChildrenOfOneTransaction() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            migration.source(
                    "CREATE TABLE z_parent (id BIGINT PRIMARY KEY, code VARCHAR(10) UNIQUE)",
                    "CREATE TABLE a_child (id INT PRIMARY KEY, parent BIGINT NOT NULL, code VARCHAR(10),"
                            + " FOREIGN KEY (parent) REFERENCES z_parent (id),"
                            + " FOREIGN KEY (code) REFERENCES z_parent (code))");
            migration.replaysLiveAndFromBacklog(() -> {
                for (int i = 0; i < 200; i++) {
                    migration.sourceTransaction(
                            "INSERT INTO z_parent VALUES (" + i + ", 'c" + i + "')",
                            "INSERT INTO a_child VALUES (" + i + ", " + i + ", 'c" + i / 2 * 2 + "')");
                }
                migration.source("UPDATE a_child SET code = NULL", "UPDATE a_child SET parent = 0 WHERE id % 3 = 0");
                migration.source("DELETE FROM a_child", "DELETE FROM z_parent");
            });
        }
    }
}
