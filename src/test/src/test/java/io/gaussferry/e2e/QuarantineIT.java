package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies a change that the target rejects. Guards: {@code Applier.mayBeSetAside} and {@code Applier.commitBefore}. */
class QuarantineIT {

    @Test
    void stopsBeforeTransactionAndStoresRejectedChange() throws Exception {
        try (Migration migration = migration()) {
            Daemon daemon = migration.start();
            poison(migration);
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors()).contains("poor").contains("small");
            assertThat(migration.targetRows("SELECT id FROM poor ORDER BY id")).containsExactly("1");
            assertThat(migration.targetRows("SELECT id FROM other ORDER BY id")).containsExactly("1");
            assertThat(failures(migration))
                    .containsExactly("poor|INSERT|23514|id|null|7", "poor|INSERT|23514|value|null|-1");
            assertThat(Servers.target().rows(quarantine(migration))).isEmpty();
        }
    }

    @Test
    void quarantinesTableAndContinuesWithOthers() throws Exception {
        try (Migration migration = migration()) {
            migration.replaySetting("on-failure: quarantine");
            migration.start();
            poison(migration);
            migration.source("INSERT INTO poor VALUES (8, 80)", "INSERT INTO other VALUES (3)");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM poor ORDER BY id")).containsExactly("1");
            assertThat(migration.targetRows("SELECT id FROM other ORDER BY id")).containsExactly("1", "2", "3");
            assertThat(failures(migration)).hasSize(2);
            assertThat(Servers.target().rows(quarantine(migration))).containsExactly("poor");
            assertThat(migration.daemon().errors()).contains("is quarantined");
            keepsReasonUnderAnyName(migration);

            migration.stop();
            migration.source("UPDATE poor SET value = 81 WHERE id = 8", "INSERT INTO other VALUES (4)");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id FROM other ORDER BY id")).containsExactly("1", "2", "3", "4");
            assertThat(migration.daemon().errors()).contains("poor is quarantined");
            bindsNoOtherTable(migration);
            migration.stop();
        }
    }

    /** Guards: {@code QuarantinedKeys}. The target's rows of a quarantined child refer to deleted rows of a parent. */
    private static void bindsNoOtherTable(Migration migration) throws Exception {
        migration.source(
                "CREATE TABLE owner (id INT PRIMARY KEY)",
                "CREATE TABLE owned (id INT PRIMARY KEY, owner INT, CONSTRAINT owned_by FOREIGN KEY (owner) REFERENCES owner (id))",
                "INSERT INTO owner VALUES (1), (2)",
                "INSERT INTO owned VALUES (1, 1)");
        migration.awaitCaughtUp();
        migration.target("ALTER TABLE owned ADD CONSTRAINT small CHECK (id < 5)");
        // the deletes come later: in one batch with the insert, they would coalesce to nothing
        migration.source("INSERT INTO owned VALUES (7, 2)");
        migration.awaitCaughtUp();
        migration.source("DELETE FROM owned", "DELETE FROM owner WHERE id = 1");
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT id FROM owner")).containsExactly("2");
        assertThat(Servers.target().rows(quarantine(migration) + " ORDER BY 1")).containsExactly("owned", "poor");
        assertThat(migration.daemon().errors()).contains("Foreign key owned_by of table");
    }

    private static void keepsReasonUnderAnyName(Migration migration) throws Exception {
        String reasons = quarantine(migration).replace("table_name", "table_name, reason");
        List<String> before = Servers.target().rows(reasons);
        migration.source("ALTER TABLE poor COMMENT = 'quarantined'", "RENAME TABLE poor TO poorer");
        migration.awaitCaughtUp();
        assertThat(Servers.target().rows(quarantine(migration))).containsExactly("poorer");
        migration.source("RENAME TABLE poorer TO poor");
        migration.awaitCaughtUp();
        assertThat(Servers.target().rows(reasons)).isEqualTo(before);
    }

    /** Guards: {@code Applier.applyLarge} stores only the change; if one part of a large transaction fails, no other part may remain. */
    @Test
    void rollsBackLargeTransactionWhenLaterPartFails() throws Exception {
        try (Migration migration = migration()) {
            migration.sourceSetting("transaction-part-bytes: 64KB");
            migration.source("CREATE TABLE large (id INT PRIMARY KEY, note TEXT)");
            Daemon daemon = migration.start();
            migration.target("ALTER TABLE poor ADD CONSTRAINT small CHECK (value > 0)");
            migration.sourceTransaction(
                    "INSERT INTO large VALUES (1, REPEAT('a', 60000))",
                    "INSERT INTO large VALUES (2, REPEAT('a', 60000))",
                    "INSERT INTO large VALUES (3, REPEAT('a', 60000))",
                    "INSERT INTO poor VALUES (7, -1)");
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(migration.targetRows("SELECT id FROM large")).isEmpty();
            assertThat(failures(migration)).hasSize(2);

            migration.target("ALTER TABLE poor DROP CONSTRAINT small");
            migration.start();
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static Migration migration() throws Exception {
        Migration migration = Migration.of("gf_e2e_poison");
        migration.source(
                "CREATE TABLE poor (id INT PRIMARY KEY, value INT NOT NULL)",
                "CREATE TABLE other (id INT PRIMARY KEY)",
                "INSERT INTO poor VALUES (1, 10)",
                "INSERT INTO other VALUES (1)");
        return migration;
    }

    private static void poison(Migration migration) throws SQLException {
        migration.target("ALTER TABLE poor ADD CONSTRAINT small CHECK (value > 0)");
        migration.sourceTransaction("INSERT INTO other VALUES (2)", "INSERT INTO poor VALUES (7, -1)");
    }

    private static List<String> failures(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT c.table_name, c.operation, c.sqlstate, v.column_name, v.value_before, v.value_after"
                        + " FROM gaussferry.failed_change c JOIN gaussferry.failed_value v ON v.pipeline = c.pipeline"
                        + " AND v.gtid = c.gtid AND v.change_number = c.change_number WHERE c.pipeline = '"
                        + migration.pipeline() + "' ORDER BY v.column_number");
    }

    private static String quarantine(Migration migration) {
        return "SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline() + "'";
    }
}
