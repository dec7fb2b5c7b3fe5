package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * A definition changes during a comparison: the comparison reports the outcome under the new definition, or that it is undecided, and never reports
 * rows that it has not read.
 *
 * <p>A lock on the source's second table interrupts the comparison at a defined point.
 */
class ComparedDefinitionsIT {

    static final int ROWS = 500;

    /** Changes of a table that are followed: the comparison reads the table by its former definition. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ADD COLUMN extra INT NOT NULL DEFAULT 7",
                "CHANGE n at2 BIGINT, DROP COLUMN at",
                "DROP PRIMARY KEY, ADD PRIMARY KEY (other)"
            })
    void comparesTableAgainByCurrentDefinition(String action) throws Exception {
        comparesAgainAfter(action);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"DROP COLUMN n", "MODIFY n VARCHAR(20)", "MODIFY at DATETIME(3)", "DROP PRIMARY KEY"})
    void comparesTableAgainAfterSimpleChange(String action) throws Exception {
        comparesAgainAfter(action);
    }

    private static void comparesAgainAfter(String action) throws Exception {
        try (Migration migration = withTables();
                Middle middle = Middle.of(migration, "--json")) {
            middle.execute("ALTER TABLE second " + action, "UPDATE second SET other = other + 5000 WHERE id % 10 = 3");
            migration.awaitCaughtUp();
            VerifyRun verified = middle.end();
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            JsonNode second = table(verified, "second");
            assertThat(second.get("comparedAgain").asInt())
                    .as(verified::toString)
                    .isEqualTo(1);
            assertThat(second.get("rows").asInt()).as(verified::toString).isEqualTo(ROWS);
            assertThat(table(verified, "first").get("comparedAgain").asInt()).isZero();
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** Replay may be at any position before the statement when the comparison resumes. */
    @Test
    void waitsForReplayToReachStatement() throws Exception {
        try (Migration migration = withTables();
                Middle middle = Middle.of(migration)) {
            middle.execute("ALTER TABLE second ADD COLUMN extra INT NOT NULL DEFAULT 7, MODIFY n VARCHAR(20)");
            VerifyRun verified = middle.end();
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            assertThat(verified.output())
                    .as(verified::toString)
                    .contains("compared again  " + migration.database()
                            + ".second: its definition changed during the comparison");
            migration.stop();
        }
    }

    /** Every column that the table had at reading time was equal. */
    @Tag("long")
    @Test
    void comparesColumnAddedAfterTableWasCompared() throws Exception {
        try (Migration migration = withTables();
                Middle middle = Middle.of(migration, "--json")) {
            migration.source("ALTER TABLE first ADD COLUMN extra INT NOT NULL DEFAULT 7");
            migration.awaitCaughtUp();
            migration.target("UPDATE first SET extra = 8 WHERE id = 17");
            VerifyRun verified = middle.end();
            assertThat(verified.exitCode()).as(verified::toString).isEqualTo(1);
            assertThat(verified.differences())
                    .as(verified::toString)
                    .containsExactly("different first {\"id\":\"17\"} [extra]");
            migration.stop();
        }
    }

    /** No later statement would correct a row that is written without its new column. */
    @Test
    void repairsByCurrentDefinition() throws Exception {
        try (Migration migration = withTables();
                Middle middle = Middle.of(migration, "--repair", "--json")) {
            middle.execute(
                    "ALTER TABLE second ADD COLUMN extra INT NOT NULL DEFAULT 7",
                    "UPDATE second SET extra = 9 WHERE id = 17");
            migration.awaitCaughtUp();
            migration.target("DELETE FROM second WHERE id = 17", "UPDATE second SET n = 1 WHERE id = 18");
            VerifyRun verified = middle.end();
            assertThat(verified.exitCode()).as(verified::toString).isEqualTo(1);
            assertThat(verified.document().get("repaired").asInt())
                    .as(verified::toString)
                    .isEqualTo(2);
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE second", "ALTER TABLE second RENAME TO third"})
    void reportsDroppedTableAsUndecided(String statement) throws Exception {
        try (Migration migration = withTables();
                Middle middle = Middle.of(migration, "--json")) {
            middle.execute(statement);
            VerifyRun verified = middle.end();
            assertThat(verified.exitCode()).as(verified::toString).isEqualTo(2);
            assertThat(table(verified, "second").get("undecided").asString())
                    .as(verified::toString)
                    .contains("changed during the comparison")
                    .contains("compare again");
            assertThat(table(verified, "first").get("rows").asInt()).isEqualTo(ROWS);
            assertThat(verified.differences()).isEmpty();
            migration.awaitCaughtUp();
            VerifyRun again = VerifyRun.of(migration);
            assertThat(again.exitCode()).as(again::toString).isZero();
            migration.stop();
        }
    }

    /** Two tables swap names, as at the end of an online schema change: neither is the former one. */
    @Test
    void comparesRenamedTablesAgain() throws Exception {
        try (Migration migration = withTables()) {
            migration.source(
                    "CREATE TABLE third (id INT PRIMARY KEY, note VARCHAR(20))", "INSERT INTO third VALUES (1, 'a')");
            migration.awaitCaughtUp();
            try (Middle middle = Middle.of(migration, "--json")) {
                migration.source("RENAME TABLE first TO old, third TO first, old TO third");
                migration.awaitCaughtUp();
                VerifyRun verified = middle.end();
                assertThat(verified.exitCode()).as(verified::toString).isZero();
                assertThat(table(verified, "first").get("rows").asInt()).isEqualTo(1);
                assertThat(table(verified, "third").get("rows").asInt()).isEqualTo(ROWS);
            }
            migration.stop();
        }
    }

    /** Without replay it reports so within a bounded time. */
    @Test
    void reportsUndecidedWithoutDaemon() throws Exception {
        try (Migration migration = withTables()) {
            migration.stop();
            try (Middle middle = Middle.of(migration, "--json")) {
                middle.execute("ALTER TABLE second ADD COLUMN extra INT NOT NULL DEFAULT 7");
                VerifyRun verified = middle.end();
                assertThat(verified.exitCode()).as(verified::toString).isEqualTo(2);
                assertThat(table(verified, "second").get("undecided").asString())
                        .as(verified::toString)
                        .contains("replay has not reached the statement");
                assertThat(verified.differences()).isEmpty();
            }
            migration.start();
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** A wrongly computed definition is reported as such, with the remedy, and not as an ongoing change. */
    @Tag("long")
    @Test
    void reportsDefinitionMissingOnSource() throws Exception {
        try (Migration migration = withTables()) {
            migration.awaitCaughtUp();
            migration.target(
                    "UPDATE gaussferry.table_history SET definition = replace(definition, 'name=other', 'name=wrong')"
                            + " WHERE table_name = 'second'");
            VerifyRun verified = VerifyRun.of(migration, "--json");
            // its structure differs from the source's catalog
            assertThat(verified.exitCode()).as(verified::toString).isEqualTo(1);
            assertThat(table(verified, "second").get("undecided").asString())
                    .as(verified::toString)
                    .contains("differs from the one that Gaussferry derived", "copy the table again");
            assertThat(table(verified, "first").get("rows").asInt()).isEqualTo(ROWS);
            migration.target(
                    "UPDATE gaussferry.table_history SET definition = replace(definition, 'name=wrong', 'name=other')"
                            + " WHERE table_name = 'second'");
            assertThat(VerifyRun.of(migration).exitCode()).isZero();
            migration.stop();
        }
    }

    private static Migration withTables() throws Exception {
        Migration migration = Migration.of("gf_e2e_verify_definitions");
        createTables(migration);
        migration.start();
        return migration;
    }

    /** Creates two tables of {@link #ROWS} rows each, with all objects that the statements of this class change. */
    static void createTables(Migration migration) throws SQLException {
        String columns = " (id INT PRIMARY KEY, n INT, other INT NOT NULL, price DECIMAL(10,2) NOT NULL,"
                + " state ENUM('new','open','done') NOT NULL, at DATETIME)";
        String rows = " WITH RECURSIVE i (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < " + ROWS
                + ") SELECT i, IF(i % 7 = 0, NULL, i % 13), i, i * 1.25, IF(i % 2 = 0, 'new', 'done'), '2026-01-02 03:04:05' FROM i";
        for (String table : List.of("first", "second")) {
            migration.source("CREATE TABLE " + table + columns, "INSERT INTO " + table + rows);
        }
    }

    private static JsonNode table(VerifyRun verified, String name) {
        for (JsonNode table : verified.document().get("tables")) {
            if (table.get("table").asString().equals(name)) {
                return table;
            }
        }
        throw new AssertionError("no table " + name + "; " + verified);
    }

    /** A comparison that has compared the first table and waits for the second, which a connection to the source has locked. */
    private static final class Middle implements AutoCloseable {

        private final Connection lock;
        private final CompletableFuture<VerifyRun> run;

        private Middle(Connection lock, CompletableFuture<VerifyRun> run) {
            this.lock = lock;
            this.run = run;
        }

        static Middle of(Migration migration, String... options) throws SQLException {
            Connection lock = migration.openSource();
            Middle middle = new Middle(lock, new CompletableFuture<>());
            middle.execute("LOCK TABLES second WRITE");
            String[] all = new String[options.length + 4];
            System.arraycopy(new String[] {"--connections", "1", "--rows-per-range", "100"}, 0, all, 0, 4);
            System.arraycopy(options, 0, all, 4, options.length);
            middle.run.completeAsync(() -> {
                try {
                    return VerifyRun.of(migration, all);
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            });
            await("the comparison at the second table")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> middle.run.isDone()
                            || !Servers.source()
                                    .rows("SELECT id FROM information_schema.processlist WHERE state LIKE"
                                            + " 'Waiting for table metadata lock%' AND info LIKE '%`second`%'")
                                    .isEmpty());
            assertThat(middle.run).isNotDone();
            return middle;
        }

        /** Executes statements in the session that holds the lock. */
        void execute(String... statements) throws SQLException {
            try (Statement statement = lock.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }

        /** Resumes the comparison and waits for its end. */
        VerifyRun end() throws Exception {
            execute("UNLOCK TABLES");
            return run.get(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void close() throws SQLException {
            lock.close();
        }
    }
}
