package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.CheckRun.Found;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies schemas and tables that have other names on the target. */
class RenameIT {

    @Test
    void renamesSchemaAndTable() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rename")) {
            String database = migration.database();
            String sales = migration.addDatabase("_sales");
            migration.source(
                    "CREATE TABLE orders (id INT PRIMARY KEY, code VARCHAR(20) COMMENT 'outside', total DECIMAL(10, 2),"
                            + " UNIQUE KEY by_code (code), KEY by_total (total)) COMMENT = 'all orders'",
                    "CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, order_id INT, kind ENUM('a', 'b'),"
                            + " CONSTRAINT of_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE)",
                    "CREATE TABLE notes (note VARCHAR(50))",
                    "INSERT INTO orders VALUES (1, 'one', 1.5), (2, 'two', 2.5), (3, NULL, NULL)",
                    "INSERT INTO items VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, NULL)",
                    "INSERT INTO notes VALUES ('same'), ('same'), ('other')");
            migration.sourceSetting("rename:");
            migration.sourceSetting("  - {from: " + database + ".items, to: " + sales + ".positions}");
            migration.sourceSetting("  - {from: " + database + ".misspelt, to: " + sales + ".nothing}");
            migration.sourceSetting("  - {from: " + database + ", to: " + sales + "}");

            CheckRun check = CheckRun.of(migration.configuration(), "--json");
            assertThat(check.exitCode()).as(check::toString).isNotEqualTo(2);
            assertThat(check.findings())
                    .as(check::toString)
                    .filteredOn(found -> !found.severity().equals("note"))
                    .extracting(Found::code)
                    .containsExactlyInAnyOrder("SOURCE_TABLE_PATTERN_UNUSED", "SOURCE_TABLE_NO_KEY");

            migration.start();
            assertThat(Servers.target()
                            .rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '" + sales
                                    + "' ORDER BY 1"))
                    .containsExactly("notes", "orders", "positions");
            assertThat(Servers.target()
                            .rows("SELECT indexname FROM pg_catalog.pg_indexes WHERE schemaname = '" + sales
                                    + "' AND tablename <> 'notes' ORDER BY 1"))
                    .contains("orders_by_code", "orders_by_total", "positions_of_order");
            assertThat(Servers.target().value("SELECT obj_description('" + sales + ".orders'::regclass)"))
                    .isEqualTo("all orders");
            change(migration);
            migration.awaitCaughtUp();
            assertSame(migration, sales);
            migration.stop();
            change(migration);
            Daemon daemon = migration.start();
            migration.awaitCaughtUp();
            assertSame(migration, sales);
            verify(migration, sales);
            showsRejectedChange(migration, sales, daemon);
            rejectsRenamesAfterCopy(migration, database, sales);
        }
    }

    /** Makes deletes, updates, key changes and inserts, including tables with foreign keys. */
    private static void change(Migration migration) throws SQLException {
        migration.sourceTransaction(
                "UPDATE orders SET total = COALESCE(total, 0) + 1, code = CONCAT(COALESCE(code, 'x'), '+')",
                "INSERT INTO orders SELECT id + 10, NULL, total FROM orders WHERE id < 10",
                "INSERT INTO items (order_id, kind) SELECT id, 'b' FROM orders",
                "UPDATE items SET kind = 'a' WHERE id % 3 = 0");
        migration.source(
                "DELETE FROM notes WHERE note = 'same' LIMIT 1",
                "INSERT INTO notes VALUES ('same'), ('more')",
                "UPDATE items SET id = id + 1000 WHERE id % 2 = 0",
                "DELETE FROM orders WHERE id > 10",
                "ANALYZE TABLE orders");
    }

    private static void assertSame(Migration migration, String schema) throws SQLException {
        assertSame(migration, "SELECT id, code, total FROM %s.orders ORDER BY id", schema, "orders");
        assertSame(migration, "SELECT id, order_id, kind FROM %s.items ORDER BY id", schema, "positions");
        assertSame(migration, "SELECT note FROM %s.notes ORDER BY 1", schema, "notes");
    }

    private static void assertSame(Migration migration, String query, String schema, String table) throws SQLException {
        String source = String.format(query, migration.database());
        String target = source.replaceAll("FROM \\S+", "FROM " + schema + "." + table);
        List<String> rows = Servers.source().rows(source);
        assertThat(rows).isNotEmpty();
        assertThat(Servers.target().rows(target)).isEqualTo(rows);
    }

    private static void verify(Migration migration, String sales) throws Exception {
        VerifyRun equal = VerifyRun.of(migration);
        assertThat(equal.exitCode()).as(equal::toString).isZero();
        Servers.target().execute("UPDATE " + sales + ".orders SET total = 0 WHERE id = 1");
        VerifyRun different = VerifyRun.of(migration, "--json", "--repair");
        assertThat(different.differences())
                .as(different::toString)
                .containsExactly("different orders {\"id\":\"1\"} [total]");
        assertThat(VerifyRun.of(migration).exitCode()).isZero();
    }

    private static void showsRejectedChange(Migration migration, String sales, Daemon daemon) throws Exception {
        Servers.target().execute("DELETE FROM " + sales + ".notes WHERE note = 'more'");
        migration.source("DELETE FROM notes WHERE note = 'more' LIMIT 1");
        assertThat(daemon.awaitEnd()).as(daemon.errors()).isEqualTo(1);
        assertThat(daemon.errors()).contains(migration.database() + ".notes (" + sales + ".notes on the target)");
    }

    private static void rejectsRenamesAfterCopy(Migration migration, String database, String sales) throws Exception {
        migration.clearSourceSettings();
        migration.sourceSetting("rename:");
        migration.sourceSetting("  - {from: " + database + ".items, to: " + sales + ".positions}");
        migration.sourceSetting("  - {from: " + database + ".notes, to: " + sales + ".memos}");
        migration.sourceSetting("  - {from: " + database + ", to: " + sales + "}");
        Daemon refused = migration.launch();
        assertThat(refused.awaitEnd()).as(refused.errors()).isEqualTo(2);
        assertThat(refused.errors()).contains("gaussferry.source.rename", "copied it as " + sales + ".notes");
    }
}
