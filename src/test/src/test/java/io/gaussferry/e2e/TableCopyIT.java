package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that tables are added, or copied again, while the others are replayed. */
class TableCopyIT {

    private static final int ITEMS = 1_500;

    /** Guards: {@code TableHandover.betweenRuns}, {@code ResnapshottedTables}, and {@code TablePreparation} when it replaces a table. */
    @Test
    void copiesAndAddsTablesWhileOthersReplicate() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_table_copy")) {
            createTables(migration);
            migration.replaySetting("on-failure: quarantine");
            migration.definitionSettings("mode: hold");
            migration.copySettings("workers: 2", "range-bytes: 10KB", "rows-per-second: 300");
            // the first copy is quick: there are no rows yet
            migration.start();
            fill(migration);
            migration.awaitCaughtUp();
            migration.target("UPDATE item SET note = 'damaged' WHERE id % 7 = 0");
            rejectsInvalidRequests(migration);
            try (Writers writers = Writers.start(migration, 3, TableCopyIT::write)) {
                copiesAgainUnderLoadDespiteKill(migration, writers);
                writers.awaitCommitted(100);
                writers.stop();
            }
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT count(*) FROM item WHERE note = 'damaged'"))
                    .containsExactly("0");
            addsTable(migration);
            copiesQuarantinedTableAgain(migration);
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    private static void createTables(Migration migration) throws SQLException {
        migration.source(
                // in ranges that only the source can compare
                "CREATE TABLE item (id DECIMAL(12,0) PRIMARY KEY, n INT NOT NULL, note VARCHAR(200))",
                "CREATE TABLE ledger (number BIGINT PRIMARY KEY, item INT NOT NULL)",
                "CREATE TABLE parent (id INT PRIMARY KEY)",
                "CREATE TABLE child (id INT PRIMARY KEY, CONSTRAINT child_item FOREIGN KEY (id) REFERENCES parent (id))",
                "CREATE TABLE word (spelling VARCHAR(40) PRIMARY KEY, value INT NOT NULL, code INT UNIQUE)");
    }

    private static void fill(Migration migration) throws SQLException {
        migration.source(
                "SET SESSION cte_max_recursion_depth = 10000",
                "INSERT INTO word VALUES ('one', 1, 10), ('two', 2, 20)");
        StringBuilder insert = new StringBuilder("INSERT INTO item VALUES ");
        for (int id = 1; id <= ITEMS; id++) {
            insert.append(id == 1 ? "" : ", ").append("(" + id + ", 0, REPEAT('x', 150))");
        }
        migration.source(insert.toString());
    }

    /** Updates, inserts and deletes rows and moves them to other keys and back, with another table in the same transaction. */
    private static void write(Statement statement, long number) throws SQLException {
        long id = number * 7919 % ITEMS + 1;
        switch ((int) (number % 4)) {
            case 0 ->
                statement.execute(
                        "UPDATE item SET id = IF(id > 1000000, id - 1000000, id + 1000000) WHERE id % 1000000 = " + id);
            case 1 -> statement.execute("DELETE FROM item WHERE id = " + id);
            case 2 ->
                statement.execute("INSERT INTO item VALUES (" + id + ", " + number
                        + ", 'again') ON DUPLICATE KEY UPDATE n = VALUES(n)");
            default -> statement.execute("UPDATE item SET n = n + 1 WHERE id BETWEEN " + id + " AND " + (id + 5));
        }
        statement.execute("INSERT INTO ledger VALUES (" + number + ", " + id + ")");
    }

    private static void rejectsInvalidRequests(Migration migration) throws Exception {
        assertThat(copy(migration, "item").errors())
                .contains("has rows on the target")
                .contains("--replace");
        CommandRun unknown = copy(migration, "items");
        assertThat(unknown.errors()).contains("The source has no table " + migration.database() + ".items");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(copy(migration, "child", "--replace").errors())
                .contains("foreign key child_item")
                .contains("binds it");
        assertThat(Servers.target()
                        .rows("SELECT table_name FROM gaussferry.table_copy WHERE pipeline = '" + migration.pipeline()
                                + "'"))
                .isEmpty();
    }

    private static void copiesAgainUnderLoadDespiteKill(Migration migration, Writers writers) throws Exception {
        failsAtDefinitionChange(migration);
        CommandRun run = copy(migration, "item", "--replace");
        assertThat(run.exitCode()).as(run.errors()).isZero();
        assertThat(run.output()).contains("item will be emptied on the target and copied again");
        await("ranges; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .until(() -> state(migration, "item").equals("COPYING") && ranges(migration) >= 4);
        writers.awaitCommitted(50);
        migration.daemon().kill();
        long rangesBefore = ranges(migration);
        assertThat(state(migration, "item")).isEqualTo("COPYING");
        writers.awaitCommitted(50);
        migration.copySettings("workers: 2", "range-bytes: 10KB");
        migration.start();
        awaitCopied(migration, "item");
        assertThat(migration.daemon().output())
                .anyMatch(line -> line.startsWith("copy of " + migration.database() + ".item: copied"));
        // it resumed with the missing rows
        assertThat(rangesBefore).isGreaterThanOrEqualTo(4);
        assertThat(migration.daemon().errors()).doesNotContain("Discarding").doesNotContain("again from the start");
    }

    private static void failsAtDefinitionChange(Migration migration) throws Exception {
        assertThat(copy(migration, "item", "--replace").exitCode()).isZero();
        await("a range; " + migration.daemon().errors()).atMost(Daemon.PATIENCE).until(() -> ranges(migration) >= 1);
        // the copied definition already includes the second statement, but not the first
        migration.source(
                "ALTER TABLE item ALTER COLUMN n SET DEFAULT 1", "ALTER TABLE item ALTER COLUMN n SET DEFAULT 2");
        await("the end of the copy")
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(state(migration, "item"))
                        .as(() -> migration.daemon().errors())
                        .isEqualTo("FAILED"));
        assertThat(migration.daemon().errors()).contains("ALTER TABLE item").contains("replay continues");
        migration.awaitCaughtUp();
    }

    private static void addsTable(Migration migration) throws Exception {
        migration.source(
                "CREATE TABLE late (id INT PRIMARY KEY, n INT, UNIQUE KEY (n))",
                "INSERT INTO late VALUES (1, 1), (2, 2), (3, 3)",
                "INSERT INTO ledger VALUES (-1, 0)");
        // the others continue without it
        migration.awaitCaughtUp();
        assertThat(migration.daemon().errors())
                .contains("late] are quarantined")
                .contains("gaussferry copy --config FILE --table");
        CommandRun run = copy(migration, "late");
        assertThat(run.output()).as(run.errors()).contains("late will be created on the target");
        migration.source("UPDATE late SET n = n + 10", "DELETE FROM late WHERE id = 2");
        awaitCopied(migration, "late");
        migration.source("INSERT INTO late VALUES (4, 1)", "INSERT INTO ledger VALUES (-2, 0)");
        migration.assertEqualContent();
        assertThat(migration.targetRows("SELECT count(*) FROM pg_indexes WHERE tablename = 'late' AND schemaname = '"
                        + migration.database() + "'"))
                .containsExactly("2");
    }

    /** A unique index in addition to the key, and a string key: the table may only hold rows of a single position. */
    private static void copiesQuarantinedTableAgain(Migration migration) throws Exception {
        migration.target("ALTER TABLE word ADD CONSTRAINT small CHECK (value > 0)");
        migration.source(
                "INSERT INTO word VALUES ('minus', -1, 30)",
                "UPDATE word SET code = 40 WHERE spelling = 'one'",
                "INSERT INTO ledger VALUES (-3, 0)");
        migration.awaitCaughtUp();
        assertThat(migration.daemon().errors()).contains("word is quarantined");
        migration.target("ALTER TABLE word DROP CONSTRAINT small");
        CommandRun run = copy(migration, "word", "--replace");
        assertThat(run.exitCode()).as(run.errors()).isZero();
        awaitCopied(migration, "word");
        migration.source(
                "UPDATE word SET code = code + 1 ORDER BY code DESC", "DELETE FROM word WHERE spelling = 'minus'");
        migration.assertEqualContent();
        assertThat(Servers.target()
                        .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline()
                                + "'"))
                .isEmpty();
        assertThat(Servers.target()
                        .rows("SELECT pipeline FROM gaussferry.progress WHERE pipeline = '" + migration.pipeline()
                                + "/copy'"))
                .isEmpty();
    }

    private static long ranges(Migration migration) throws SQLException {
        return Long.parseLong(Servers.target()
                .value("SELECT count(*) FROM gaussferry.copy_range WHERE view_number > 0 AND pipeline = '"
                        + migration.pipeline() + "/copy'"));
    }

    private static String state(Migration migration, String table) throws SQLException {
        List<String> states = Servers.target()
                .rows("SELECT state FROM gaussferry.table_copy WHERE pipeline = '" + migration.pipeline()
                        + "' AND table_name = '" + table + "'");
        return String.join(", ", states);
    }

    private static void awaitCopied(Migration migration, String table) {
        await(table + "; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .until(() -> state(migration, table).equals("DONE"));
    }

    private static CommandRun copy(Migration migration, String table, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "copy",
                "--config",
                migration.configuration().toString(),
                "--table",
                migration.database() + "." + table));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
