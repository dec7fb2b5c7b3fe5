package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.ReservedWords;
import io.gaussferry.ddl.statement.StatementKinds;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies statements that change a replicated table without naming it obviously. */
class StatementSpellingIT {

    /** Each is executed by a session whose current database is not replicated; DB is the replicated one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'ANSI_QUOTES' | TRUNCATE TABLE 'DB'.'item'",
                "'ANSI_QUOTES' | RENAME TABLE 'DB'.item TO 'OTHER'.item",
                "'ANSI_QUOTES' | DROP DATABASE 'DB'",
                "'' | /*!50100 TRUNCATE TABLE `DB`.item */",
                "'' | ALTER TABLE spare /*!50100 RENAME TO `DB`.spare */",
            })
    void detectsStatementInEverySpelling(String mode, String statement) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_spelling")) {
            String other = prepared(migration);
            String quote = mode.equals("''") ? "'" : "\"";
            String sql = statement
                    .replace("OTHER", other)
                    .replace("DB", migration.database())
                    .replace("'", quote);
            try (Connection connection = migration.openSource();
                    Statement session = connection.createStatement()) {
                session.execute("USE `" + other + "`");
                session.execute("SET SESSION sql_mode = " + mode);
                session.execute(sql);
            }
            assertStops(migration, sql);
        }
    }

    @ParameterizedTest
    @CsvSource({"windows-1252, größe", "GBK, 誠實", "UTF-8, größe"})
    void detectsStatementInSessionCharacterSet(String characterSet, String table) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_spelling")) {
            migration.definitionSettings("mode: hold");
            migration.sourceSetting("tables:");
            migration.sourceSetting("  include: [\"*." + table + "\"]");
            migration.source(
                    "CREATE TABLE `" + table + "` (id INT PRIMARY KEY)", "INSERT INTO `" + table + "` VALUES (1)");
            migration.start();
            ServerAddress source = Servers.sandbox().source();
            String url = source.url() + (source.url().contains("?") ? "&" : "?") + "characterEncoding=" + characterSet;
            try (Connection connection = DriverManager.getConnection(url, source.user(), source.password());
                    Statement session = connection.createStatement()) {
                session.execute("USE `" + migration.database() + "`");
                session.execute("TRUNCATE TABLE `" + table + "`");
            }
            assertStops(migration, "TRUNCATE TABLE `" + table + "`");
        }
    }

    /** A session may log statements; then statements in another database may change replicated tables by a trigger or function. */
    @Test
    void detectsChangeMadeByTrigger() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_spelling")) {
            String other = prepared(migration);
            migration.source("CREATE TRIGGER " + other + ".t AFTER INSERT ON " + other + ".spare FOR EACH ROW UPDATE "
                    + migration.database() + ".item SET n = n + 1");
            try (Connection connection = migration.openSource();
                    Statement session = connection.createStatement()) {
                session.execute("USE `" + other + "`");
                session.execute("SET SESSION binlog_format = STATEMENT");
                session.execute("INSERT INTO spare VALUES (1)");
            }
            assertStops(migration, "INSERT INTO spare VALUES (1)");
        }
    }

    @Test
    void reportsSessionThatLogsStatements() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_spelling")) {
            String other = prepared(migration);
            migration.source("CREATE TABLE " + other
                    + ".unreplicated (id INT AUTO_INCREMENT PRIMARY KEY, n DOUBLE, v VARCHAR(10))");
            try (Connection connection = migration.openSource();
                    Statement session = connection.createStatement()) {
                session.execute("USE `" + other + "`");
                session.execute("SET SESSION binlog_format = STATEMENT");
                session.execute("SET @given = 'x'");
                session.execute("INSERT INTO unreplicated (n, v) VALUES (RAND(), @given)");
                migration.awaitCaughtUp();
                session.execute("UPDATE `" + migration.database() + "`.item SET n = 2");
            }
            assertStops(migration, "UPDATE `" + migration.database() + "`.item SET n = 2");
            assertThat(migration.daemon().errors()).contains("instead of row events", "binlog_format", "skip --config");
        }
    }

    @Test
    void skipsStatementsThatChangeNoTableInEverySpelling() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_spelling")) {
            String other = prepared(migration);
            migration.source(
                    "CREATE VIEW seen AS SELECT * FROM item",
                    "/*!50001 DROP VIEW IF EXISTS `seen`*/",
                    "/*!50001 CREATE ALGORITHM=UNDEFINED */ /*!50013 SQL SECURITY INVOKER */ /*!50001 VIEW `seen` AS SELECT 1 */",
                    "/*!50106 DROP EVENT IF EXISTS nightly */",
                    "/*!40000 DROP DATABASE IF EXISTS `" + other + "`*/",
                    "INSERT INTO item VALUES (2, 2)");
            migration.assertEqualContent();
        }
    }

    /** The server's own list of its statement kinds, and its reserved words from 8.0 on. */
    @Test
    void knowsOutcomeOfEveryStatementKind() throws Exception {
        List<String> kinds = Servers.source()
                .rows(
                        "SELECT SUBSTR(NAME, 15) FROM performance_schema.setup_instruments WHERE NAME LIKE 'statement/sql/%'");
        assertThat(kinds)
                .hasSizeGreaterThan(100)
                .allMatch(name -> StatementKinds.all().stream().anyMatch(kind -> kind.isNamed(name)));
        if (!Servers.source().value("SELECT @@version").startsWith("5.")) {
            assertThat(Servers.source().rows("SELECT WORD FROM information_schema.KEYWORDS WHERE RESERVED = 1"))
                    .containsAll(ReservedWords.all());
        }
    }

    private static String prepared(Migration migration) throws Exception {
        migration.definitionSettings("mode: hold");
        String other = migration.addDatabase("_other");
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, n INT)",
                "INSERT INTO item VALUES (1, 1)",
                "CREATE TABLE " + other + ".spare (id INT PRIMARY KEY)");
        migration.start();
        return other;
    }

    private static void assertStops(Migration migration, String statement) throws Exception {
        try {
            migration.awaitCaughtUp();
        } catch (AssertionError stopped) {
            // as expected
        }
        assertThat(migration.daemon().process().isAlive())
                .as(migration.daemon().errors())
                .isFalse();
        assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains(statement).contains("GTID ");
    }
}
