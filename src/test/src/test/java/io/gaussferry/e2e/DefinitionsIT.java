package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that the target follows the source's definition changes while rows change, and has the same content after each statement. */
class DefinitionsIT {

    /** One statement of each kind, in an executable order; some are followed by rows that show whether the statement was executed. */
    private static final List<List<String>> FAMILIES = List.of(
            List.of("ALTER TABLE item ADD COLUMN a INT", "UPDATE item SET a = id"),
            List.of(
                    "ALTER TABLE item ADD COLUMN b VARCHAR(20) NOT NULL DEFAULT 'old' AFTER id, ADD COLUMN c DATETIME(3) FIRST"),
            List.of("ALTER TABLE item MODIFY a BIGINT, CHANGE b bb VARCHAR(40) NOT NULL DEFAULT 'new'"),
            List.of("ALTER TABLE item RENAME COLUMN bb TO b", "UPDATE item SET b = 'x' WHERE id % 3 = 0"),
            List.of("ALTER TABLE item DROP COLUMN c"),
            List.of("ALTER TABLE item ALTER COLUMN a SET DEFAULT 7, COMMENT = 'said'"),
            List.of("ALTER TABLE item ADD UNIQUE KEY a_key (a, id), ADD KEY b_key (b)"),
            List.of("ALTER TABLE item DROP KEY b_key, RENAME KEY a_key TO other_key"),
            List.of("CREATE INDEX c_key ON item (b, n)", "DROP INDEX c_key ON item"),
            List.of("ALTER TABLE item CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
            List.of(
                    "CREATE TABLE made (id INT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO made VALUES (1, 'a'), (2, 'b')"),
            List.of("CREATE TABLE alike LIKE made", "INSERT INTO alike SELECT * FROM made"),
            List.of("CREATE TABLE taken AS SELECT id, v FROM made", "INSERT INTO taken VALUES (9, 'z')"),
            List.of("RENAME TABLE made TO moved", "INSERT INTO moved VALUES (3, 'c')"),
            List.of("ALTER TABLE moved RENAME TO made, ADD COLUMN w INT", "UPDATE made SET w = 5"),
            List.of("TRUNCATE TABLE alike", "INSERT INTO alike VALUES (7, 'seven')"),
            List.of(
                    "CREATE TABLE child (id INT PRIMARY KEY, made_id INT, FOREIGN KEY (made_id) REFERENCES made (id))",
                    "INSERT INTO child VALUES (1, 1)"),
            List.of("DROP TABLE child"),
            List.of(
                    "ALTER TABLE night ADD PARTITION (PARTITION p3 VALUES LESS THAN (40))",
                    "INSERT INTO night VALUES (35, 'n')"),
            List.of("ALTER TABLE night DROP PARTITION p1", "INSERT INTO night VALUES (12, 'again')"),
            List.of("ALTER TABLE night TRUNCATE PARTITION p2"),
            List.of("ALTER TABLE keyless ADD PRIMARY KEY (n)", "UPDATE keyless SET v = 'changed' WHERE n = 2"),
            List.of(
                    "ALTER TABLE keyless ADD UNIQUE KEY (v)",
                    "UPDATE keyless SET v = CASE n WHEN 1 THEN 'one' ELSE 'two' END",
                    "DELETE FROM keyless WHERE v = 'one'",
                    "INSERT INTO keyless VALUES (3, 'one')"),
            List.of("CREATE VIEW seen AS SELECT id FROM made", "ANALYZE TABLE item", "DROP VIEW seen"),
            List.of("DROP TABLE taken, alike"));

    @Test
    void followsEveryKindOfStatementWhileRowsChange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definitions")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, n INT)",
                    "INSERT INTO item VALUES (1, 1), (2, 2), (3, 3)",
                    "CREATE TABLE night (at INT, v VARCHAR(10), KEY (at)) PARTITION BY RANGE (at) (PARTITION p1 VALUES LESS THAN (20),"
                            + " PARTITION p2 VALUES LESS THAN (30))",
                    "INSERT INTO night VALUES (1, 'a'), (11, 'b'), (25, 'c')",
                    "CREATE TABLE keyless (n INT NOT NULL, v VARCHAR(10))",
                    "INSERT INTO keyless VALUES (1, 'one'), (2, 'two')");
            migration.start();
            long base = 0;
            for (List<String> statements : FAMILIES) {
                long first = base += 1_000_000;
                try (Writers writers =
                        Writers.start(migration, 2, (statement, number) -> write(statement, first + number))) {
                    writers.awaitCommitted(10);
                    migration.source(statements.toArray(String[]::new));
                    writers.awaitCommitted(10);
                    writers.stop();
                }
                migration.assertEqualContent();
            }
            assertThat(tables(migration)).containsExactly("item", "keyless", "made", "night");
            assertThat(held(migration)).isEmpty();
            migration.stop();
        }
    }

    /** A server that is asked for GTIDs reads its whole current file first, and replication waits for it at each statement. */
    @Test
    void resumesAtTheStatementWithoutSearchInTheBinlog() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_resumed", server.address())) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.start();
            migration.awaitCaughtUp();
            assumeThat(binlogReaders(migration, "command")).containsExactly("Binlog Dump GTID");
            migration.source(
                    "ALTER TABLE item ADD COLUMN a INT",
                    "UPDATE item SET a = 2",
                    "ALTER TABLE item ADD COLUMN b INT",
                    "INSERT INTO item VALUES (2, 2, 2, 2)");
            migration.assertEqualContent();
            await().untilAsserted(() ->
                    assertThat(binlogReaders(migration, "command")).containsExactly("Binlog Dump"));
            // the next connection checks the history again
            for (String session : binlogReaders(migration, "id")) {
                migration.source("KILL " + session);
            }
            migration.source("INSERT INTO item VALUES (3, 3, 3, 3)");
            migration.assertEqualContent();
            await().untilAsserted(() ->
                    assertThat(binlogReaders(migration, "command")).containsExactly("Binlog Dump GTID"));
            migration.stop();
        }
    }

    /** Returns a column of the sessions that read the binlog. */
    private static List<String> binlogReaders(Migration migration, String column) throws SQLException {
        try (Connection source = migration.openSource()) {
            return Sql.list(
                    source,
                    row -> row.getString(1),
                    "SELECT " + column + " FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'");
        }
    }

    private static void write(Statement statement, long number) throws SQLException {
        statement.execute("INSERT INTO item (id, n) VALUES (" + number + ", " + number % 7 + ")");
        statement.execute("UPDATE item SET n = n + 1 WHERE id = " + (number - 5));
        statement.execute("DELETE FROM item WHERE id = " + (number - 10));
    }

    /** Guards: {@code CreatedTableRows}. */
    @Test
    void showsCreatedTableOnlyWithRowsOfItsQuery() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definitions")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, v VARCHAR(200))",
                    "SET cte_max_recursion_depth = 5000",
                    "INSERT INTO item WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 5000)"
                            + " SELECT id, REPEAT('x', 200) FROM n");
            migration.start();
            migration.source(
                    "CREATE TABLE taken (PRIMARY KEY (id)) AS SELECT * FROM item",
                    "UPDATE taken SET v = 'changed' WHERE id = 7");
            String count = "SELECT count(*) FROM taken";
            List<String> first = await("the table")
                    .atMost(Daemon.PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .ignoreExceptions() // there is none yet
                    .until(() -> migration.targetRows(count), rows -> !rows.isEmpty());
            assertThat(first).containsExactly("5000");
            migration.assertEqualContent();
            assertThat(held(migration)).isEmpty();
            // a row that the target rejects has no effect on the statement
            migration.source("CREATE TABLE refused AS SELECT 1 AS id, _utf8mb4 0x6100 AS v");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors()).contains("refused");
            assertThat(migration.targetRows("SELECT * FROM refused")).isEmpty();
        }
    }

    /** Statements that pass names from one table to another are read as one backlog; no change may be applied to another table. */
    @Tag("long")
    @Test
    void followsRenameChainsAndSwapsFromBacklog() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definitions")) {
            migration.source(
                    "CREATE TABLE a (id INT PRIMARY KEY, v VARCHAR(10))",
                    "CREATE TABLE b (id INT PRIMARY KEY, n INT)",
                    "INSERT INTO a VALUES (1, 'a')",
                    "INSERT INTO b VALUES (1, 11)");
            migration.start();
            migration.stop();
            migration.source(
                    "RENAME TABLE a TO swapped, b TO a, swapped TO b",
                    "INSERT INTO a VALUES (2, 22)",
                    "INSERT INTO b VALUES (2, 'b')",
                    "RENAME TABLE a TO c, b TO a",
                    "INSERT INTO a VALUES (3, 'a')",
                    "DROP TABLE c",
                    "CREATE TABLE c (code VARCHAR(5) PRIMARY KEY, at DATE)",
                    "INSERT INTO c VALUES ('x', '2026-01-02')",
                    "DROP TABLE c",
                    "CREATE TABLE c (id INT PRIMARY KEY, v BLOB)",
                    "INSERT INTO c VALUES (5, x'00ff')",
                    "ALTER TABLE c ADD COLUMN more INT",
                    "UPDATE c SET more = 1");
            migration.launch();
            migration.assertEqualContent();
            assertThat(tables(migration)).containsExactly("a", "c");
            assertThat(held(migration)).isEmpty();
            migration.stop();
        }
    }

    /** The rows of a table moved in from another database are unknown; a table moved out is no longer replicated. */
    @Test
    void copiesTableMovedInAndDropsTableMovedOut() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definitions")) {
            migration.source(
                    "CREATE TABLE old_item (id INT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO old_item VALUES (1, 'a'), (2, 'b')",
                    "CREATE TABLE item (id INT PRIMARY KEY, n INT)",
                    "INSERT INTO item VALUES (1, 11)",
                    "CREATE TABLE other (id INT PRIMARY KEY)");
            migration.sourceSetting("tables:");
            migration.sourceSetting("  exclude: [\"*.old_*\"]");
            migration.start();
            migration.source(
                    "INSERT INTO old_item VALUES (3, 'c')",
                    "RENAME TABLE item TO old_numbers, old_item TO item",
                    "INSERT INTO item VALUES (4, 'd')",
                    "INSERT INTO other VALUES (1)");
            await("the copy")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Servers.target()
                            .rows("SELECT state FROM gaussferry.table_copy WHERE table_name = 'item' AND pipeline = '"
                                    + migration.pipeline() + "'")
                            .contains("DONE"));
            migration.source("UPDATE item SET v = 'changed' WHERE id = 2");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id, v FROM item ORDER BY id"))
                    .containsExactly("1|a", "2|changed", "3|c", "4|d");
            assertThat(tables(migration)).containsExactly("item", "other");
            migration.stop();
        }
    }

    /** The source empties such tables at start and logs that when they are first used. */
    @Tag("long")
    @Test
    void emptiesMemoryTableAfterSourceRestart() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(
                        "gf_e2e_definitions",
                        source.address(),
                        Servers.sandbox().target())) {
            migration.source(
                    "CREATE TABLE volatile_item (id INT PRIMARY KEY, v VARCHAR(10)) ENGINE = MEMORY",
                    "CREATE TABLE item (id INT PRIMARY KEY)",
                    "INSERT INTO volatile_item VALUES (1, 'a'), (2, 'b')");
            migration.start();
            migration.source("INSERT INTO volatile_item VALUES (3, 'c')");
            migration.assertEqualContent();
            source.crash();
            source.startAgain();
            migration.source("INSERT INTO volatile_item VALUES (4, 'd')", "INSERT INTO item VALUES (1)");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id FROM volatile_item")).containsExactly("4");
            migration.stop();
        }
    }

    /** The definition that a followed statement produced is compared with the binlog's own metadata at the next row. */
    @Test
    void detectsWrongDefinitionAtNextRow() throws Exception {
        String before = Servers.source().value("SELECT @@GLOBAL.binlog_row_metadata");
        Servers.source().execute("SET GLOBAL binlog_row_metadata = FULL");
        try (Migration migration = Migration.of("gf_e2e_definitions")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)");
            migration.start();
            migration.source("ALTER TABLE item ADD COLUMN note VARCHAR(20)", "INSERT INTO item VALUES (1, 1, 'a')");
            migration.assertEqualContent();
            migration.stop();
            migration.target(
                    "UPDATE gaussferry.table_history SET definition = replace(definition, 'name=note', 'name=nope')"
                            + " WHERE pipeline = '" + migration.pipeline() + "' AND table_name = 'item'");
            migration.target("ALTER TABLE item RENAME COLUMN note TO nope");
            migration.source("INSERT INTO item VALUES (2, 2, 'b')");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("column number 3 is named note in the binlog, but defined as nope");
        } finally {
            Servers.source().execute("SET GLOBAL binlog_row_metadata = " + before);
        }
    }

    private static List<String> tables(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '" + migration.database()
                        + "' ORDER BY tablename");
    }

    private static List<String> held(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT statement FROM gaussferry.definition_change WHERE result <> 'FOLLOWED' AND pipeline = '"
                        + migration.pipeline() + "'");
    }
}
