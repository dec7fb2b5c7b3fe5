package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.CheckRun.Found;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies which tables are replicated, and which ones the daemon ignores. */
class TableFilterIT {

    @Test
    void ignoresExcludedTables() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_filter")) {
            String database = migration.database();
            migration.source(
                    "CREATE TABLE kept (id INT PRIMARY KEY, n INT, left_id INT)",
                    "CREATE TABLE left_out (id INT PRIMARY KEY, g GEOMETRY)",
                    "ALTER TABLE kept ADD CONSTRAINT into_left_out FOREIGN KEY (left_id) REFERENCES left_out (id)",
                    "CREATE TABLE old_1 (id INT) ENGINE = MyISAM",
                    "INSERT INTO left_out (id) VALUES (1)",
                    "INSERT INTO kept VALUES (1, 1, 1)");
            migration.definitionSettings("mode: hold");
            migration.sourceSetting("tables:");
            migration.sourceSetting("  exclude: [\"" + database + ".left*\", \"*.old_*\", \"*.misspelt\"]");

            CheckRun check = CheckRun.of(migration.configuration(), "--json");
            assertThat(check.findings())
                    .as(check::toString)
                    .extracting(Found::code)
                    .doesNotContain("SOURCE_TABLE_ENGINE", "SOURCE_TABLE_NO_KEY", "SOURCE_COLUMN_UNSUPPORTED");
            assertThat(check.findings()).as(check::toString).anySatisfy(found -> {
                assertThat(found.code()).isEqualTo("SOURCE_NOT_CARRIED_OVER");
                assertThat(found.problem()).contains("into_left_out", ".left_out, which is not replicated");
            });
            assertThat(check.findings())
                    .as(check::toString)
                    .filteredOn(found -> found.code().equals("SOURCE_TABLE_PATTERN_UNUSED"))
                    .singleElement()
                    .satisfies(found -> assertThat(found.problem()).contains("*.misspelt"));

            migration.start();
            changeBoth(migration);
            migration.awaitCaughtUp();
            migration.stop();
            Daemon daemon = migration.launch();
            changeBoth(migration);
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT n FROM kept")).containsExactly("3");
            assertThat(Servers.target()
                            .rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '" + database + "'"))
                    .containsExactly("kept");
            VerifyRun verify = VerifyRun.of(migration);
            assertThat(verify.exitCode()).as(verify::toString).isZero();

            migration.source("RENAME TABLE old_1 TO brought_in");
            assertThat(daemon.awaitEnd()).as(daemon.errors()).isEqualTo(1);
            assertThat(daemon.errors()).contains("RENAME TABLE old_1 TO brought_in");

            migration.sourceSetting("  include: [\"*.brought_in\"]");
            Daemon refused = migration.launch();
            assertThat(refused.awaitEnd()).as(refused.errors()).isEqualTo(2);
            assertThat(refused.errors()).contains(database + ".kept", "gaussferry.table_history");
        }
    }

    /** The binlog contains a statement in its session's character set; the row events and the configuration have names in UTF-8. */
    @Test
    void decodesTableNamesInSessionCharacterSet() throws Exception {
        for (String statement : List.of("TRUNCATE TABLE `订单`", "DROP TABLE `订单`", "RENAME TABLE `订单` TO `别`")) {
            try (Migration migration = Migration.of("gf_e2e_filter")) {
                migration.source("CREATE TABLE `订单` (id INT PRIMARY KEY)", "INSERT INTO `订单` VALUES (1)");
                migration.sourceSetting("tables:");
                migration.sourceSetting("  include: [\"" + migration.database() + ".订单\"]");
                migration.definitionSettings("mode: hold");
                Daemon daemon = migration.start();
                migration.awaitCaughtUp();
                try (Connection source = migration.openSource();
                        Statement inGbk = source.createStatement()) {
                    // the driver continues in UTF-8; this setting determines how the server interprets it
                    inGbk.execute("SET NAMES gbk");
                    inGbk.execute("SET @statement = CONVERT(_utf8mb4 X'"
                            + HexFormat.of().formatHex(statement.getBytes(StandardCharsets.UTF_8)) + "' USING gbk)");
                    inGbk.execute("PREPARE prepared FROM @statement");
                    inGbk.execute("EXECUTE prepared");
                }
                assertThat(daemon.awaitEnd()).as(statement).isEqualTo(1);
                assertThat(daemon.errors()).contains("订单");
            }
        }
    }

    private static void changeBoth(Migration migration) throws Exception {
        migration.source(
                "ALTER TABLE left_out ADD COLUMN x INT",
                "UPDATE left_out SET x = 1",
                "ALTER TABLE left_out DROP COLUMN x",
                "CREATE TABLE old_2 (id INT)",
                "INSERT INTO old_2 VALUES (1)",
                "TRUNCATE old_2",
                "RENAME TABLE old_2 TO old_3",
                "DROP TABLE old_3");
        migration.sourceTransaction("UPDATE left_out SET g = NULL", "UPDATE kept SET n = n + 1");
    }
}
