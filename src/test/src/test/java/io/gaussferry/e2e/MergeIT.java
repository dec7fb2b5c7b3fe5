package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.CheckRun.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Verifies that shards are merged into one table. */
class MergeIT {

    private static final int SHARDS = 3;
    private static final int ROWS = 200;

    @Test
    void mergesShardsIntoOneTable() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_merge")) {
            createShards(migration);
            String database = migration.database();
            migration.sourceSetting("rename:");
            for (String table : List.of("orders", "items", "log")) {
                migration.sourceSetting(
                        "  - {from: " + database + "." + table + "_*, to: " + database + "." + table + "}");
            }
            rejectsDifferingTablesAndCollidingKeys(migration);

            interruptCopy(migration);
            migration.start();
            assertThat(Servers.target()
                            .rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '" + database
                                    + "' ORDER BY 1"))
                    .containsExactly("items", "log", "orders");
            assertSame(migration);
            change(migration);
            assertSame(migration);
            migration.stop();
            change(migration);
            Daemon daemon = migration.start();
            assertSame(migration);
            verify(migration);

            migration.source("INSERT INTO orders_3 (id, code) SELECT MIN(id), 'taken' FROM orders_1");
            assertThat(daemon.awaitEnd()).as(daemon.errors()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains(database + ".orders_3 (" + database + ".orders on the target)")
                    .contains("another source table merged into it");
        }
    }

    private static void createShards(Migration migration) throws Exception {
        for (int shard = 1; shard <= SHARDS; shard++) {
            migration.source(
                    "CREATE TABLE orders_" + shard + " (id INT PRIMARY KEY, code VARCHAR(20), n INT DEFAULT 0,"
                            + " UNIQUE KEY by_code (code), KEY by_n (n))",
                    "CREATE TABLE items_" + shard
                            + " (order_id INT, line INT, kind ENUM('a', 'b'), PRIMARY KEY (order_id,"
                            + " line), CONSTRAINT of_order_" + shard + " FOREIGN KEY (order_id) REFERENCES orders_"
                            + shard + " (id))",
                    "CREATE TABLE log_" + shard + " (note VARCHAR(20))");
            List<String> orders = new ArrayList<>();
            List<String> items = new ArrayList<>();
            for (int row = 1; row <= ROWS; row++) {
                int id = row * 10 + shard;
                orders.add("(" + id + ", 'code " + id + "', " + row + ")");
                items.add("(" + id + ", 1, 'a'), (" + id + ", 2, NULL)");
            }
            migration.source(
                    "INSERT INTO orders_" + shard + " VALUES " + String.join(", ", orders),
                    "INSERT INTO items_" + shard + " VALUES " + String.join(", ", items));
            migration.source("INSERT INTO log_" + shard + " VALUES ('same'), ('same'), ('of " + shard + "')");
        }
    }

    private static void rejectsDifferingTablesAndCollidingKeys(Migration migration) throws Exception {
        migration.source(
                "INSERT INTO orders_2 (id, code) VALUES (11, 'common')",
                "UPDATE orders_3 SET code = 'code 22' WHERE id = 13",
                "ALTER TABLE items_3 ADD COLUMN more INT");
        CheckRun check = CheckRun.of(migration.configuration(), "--json");
        assertThat(check.findings())
                .as(check::toString)
                .filteredOn(found -> found.code().equals("SOURCE_TABLES_NOT_ALIKE"))
                .singleElement()
                .satisfies(
                        found -> assertThat(found.problem()).contains("items_1", "items_3", "number of their columns"));
        assertThat(check.findings())
                .as(check::toString)
                .filteredOn(found -> found.code().equals("SOURCE_KEYS_MEET"))
                .extracting(Found::problem)
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("orders_1", "orders_2", "id = ‹11›"))
                .anySatisfy(problem -> assertThat(problem).contains("orders_2", "orders_3", "code = ‹code 22›"));
        Daemon refused = migration.launch();
        assertThat(refused.awaitEnd()).as(refused.errors()).isEqualTo(2);
        assertThat(refused.errors()).contains("items_3", "gaussferry.source.rename");

        migration.source(
                "DELETE FROM orders_2 WHERE id = 11",
                "UPDATE orders_3 SET code = 'code 13' WHERE id = 13",
                "ALTER TABLE items_3 DROP COLUMN more");
        CheckRun good = CheckRun.of(migration.configuration(), "--json");
        assertThat(good.findings())
                .as(good::toString)
                .extracting(Found::code)
                .doesNotContain("SOURCE_TABLES_NOT_ALIKE", "SOURCE_KEYS_MEET", "SOURCE_KEYS_NOT_COMPARED");
    }

    /** A partial copy of one shard is useless when the others are added later. */
    private static void interruptCopy(Migration migration) throws Exception {
        migration.copySettings("workers: 1", "rows-per-second: 300");
        Daemon interrupted = migration.launch();
        await("a range of " + interrupted.errors())
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> !Servers.target()
                        .rows("SELECT 1 FROM gaussferry.copy_range WHERE pipeline = '" + migration.pipeline() + "'")
                        .isEmpty());
        interrupted.kill();
        change(migration);
        migration.copySettings("workers: 2");
    }

    /** Changes rows in every shard, and moves rows from one shard to another in either order. */
    private static void change(Migration migration) throws Exception {
        for (int shard = 1; shard <= SHARDS; shard++) {
            String orders = "orders_" + shard;
            String items = "items_" + shard;
            migration.sourceTransaction(
                    "UPDATE " + orders + " SET n = n + 1 WHERE id % 20 > 10",
                    "INSERT INTO " + orders + " SELECT MAX(id) + 10, CONCAT('new ', MAX(id)), 0 FROM " + orders,
                    "INSERT INTO " + items + " SELECT MAX(id), 1, 'b' FROM " + orders,
                    "DELETE FROM log_" + shard + " WHERE note = 'same' LIMIT 1",
                    "INSERT INTO log_" + shard + " VALUES ('same'), ('more')");
            migration.source("DELETE FROM " + items + " WHERE line = 2 ORDER BY order_id LIMIT 3");
        }
        migration.sourceTransaction(
                "CREATE TEMPORARY TABLE moved SELECT * FROM orders_1 WHERE id NOT IN (SELECT order_id FROM items_1 WHERE line"
                        + " = 2) ORDER BY id LIMIT 2",
                "DELETE FROM items_1 WHERE order_id IN (SELECT id FROM moved)",
                "DELETE FROM orders_1 WHERE id IN (SELECT id FROM moved)",
                "INSERT INTO orders_2 SELECT * FROM moved",
                "UPDATE orders_2 SET n = -1 WHERE id IN (SELECT id FROM moved)",
                "DELETE FROM items_2 WHERE line = 1 ORDER BY order_id LIMIT 1",
                "DROP TEMPORARY TABLE moved");
        migration.sourceTransaction(
                "INSERT INTO log_3 SELECT note FROM log_1 WHERE note = 'of 1'",
                "DELETE FROM log_1 WHERE note = 'of 1'");
    }

    private static void assertSame(Migration migration) throws Exception {
        migration.awaitCaughtUp();
        assertSame(migration, "SELECT id, code, n FROM %s", "orders", "ORDER BY id");
        assertSame(migration, "SELECT order_id, line, kind FROM %s", "items", "ORDER BY order_id, line");
        assertSame(migration, "SELECT note FROM %s", "log", "ORDER BY note");
    }

    private static void assertSame(Migration migration, String query, String table, String order) throws Exception {
        String database = migration.database();
        String shards = IntStream.rangeClosed(1, SHARDS)
                .mapToObj(shard -> String.format(query, database + "." + table + "_" + shard))
                .collect(Collectors.joining(" UNION ALL "));
        List<String> rows = Servers.source().rows(shards + " " + order);
        assertThat(rows).isNotEmpty();
        assertThat(migration.targetRows(String.format(query, table) + " " + order))
                .isEqualTo(rows);
    }

    private static void verify(Migration migration) throws Exception {
        VerifyRun equal = VerifyRun.of(migration, "--rows-per-range", "100");
        assertThat(equal.exitCode()).as(equal::toString).isZero();
        String id = migration.targetRows("SELECT max(id) FROM orders").get(0);
        migration.target("UPDATE orders SET n = 77 WHERE id = " + id, "INSERT INTO log VALUES ('extra')");
        VerifyRun different = VerifyRun.of(migration, "--json", "--repair");
        assertThat(different.differences())
                .as(different::toString)
                .containsExactly("different orders {\"id\":\"" + id + "\"} [n]", "extra log {} []");
        migration.target("DELETE FROM log WHERE note = 'extra'");
        VerifyRun repaired = VerifyRun.of(migration, "--tables", migration.database() + ".orders_2");
        assertThat(repaired.exitCode()).as(repaired::toString).isZero();
        assertSame(migration);
    }
}
