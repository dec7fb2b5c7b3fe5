package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that rows are read by the definition in force at their binlog position, not by the table's current definition. */
class SchemaPositionIT {

    private static final String TABLE = "CREATE TABLE item (id INT PRIMARY KEY, a INT NOT NULL, b INT NOT NULL,"
            + " big BIGINT UNSIGNED, born YEAR, name VARCHAR(20) CHARACTER SET latin1,"
            + " kind ENUM('it''s', 'é', 'line\\nfeed\\\\') NOT NULL, flags SET('x', 'y') NOT NULL, raw VARBINARY(9), doc JSON)";

    private static final String ROWS =
            "INSERT INTO item VALUES (%1$d1, -1, 2, 18446744073709551615, 2024, 'ü', 2, 'x,y',"
                    + " x'00ff', '{\"a\": 1}'), (%1$d2, 3, 4, NULL, NULL, NULL, 3, '', NULL, NULL)";

    @Test
    void readsRowsBeforeAlterByFormerDefinition() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            migration.definitionSettings("mode: hold");
            migration.source(TABLE, ROWS.formatted(1));
            migration.start();
            migration.source(ROWS.formatted(2));
            migration.assertEqualContent();
            migration.stop();
            migration.source(ROWS.formatted(3), "UPDATE item SET a = -7 WHERE id = 11");
            String alter = "ALTER TABLE item MODIFY b INT UNSIGNED NOT NULL AFTER id, MODIFY big BIGINT,"
                    + " MODIFY kind ENUM('é', 'it''s', 'line\\nfeed\\\\') NOT NULL, RENAME COLUMN raw TO cooked";
            migration.source("UPDATE item SET big = 5 WHERE id IN (11, 21, 31)", alter, "DELETE FROM item");

            assertThat(migration.launch().awaitEnd()).isEqualTo(1);

            assertThat(migration.daemon().errors())
                    .contains("ALTER TABLE item MODIFY b")
                    .contains("GTID ");
            assertThat(migration.targetRows("SELECT id, a, b, big, kind, encode(raw, 'hex') FROM item ORDER BY id"))
                    .containsExactly(
                            "11|-7|2|5|é|00ff",
                            "12|3|4|null|line\nfeed\\|null",
                            "21|-1|2|5|é|00ff",
                            "22|3|4|null|line\nfeed\\|null",
                            "31|-1|2|5|é|00ff",
                            "32|3|4|null|line\nfeed\\|null");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MINIMAL | MODIFY b INT UNSIGNED NOT NULL           | column b is unsigned in the binlog",
                "MINIMAL | MODIFY name VARCHAR(20) CHARACTER SET utf8mb4 | column name has the character set utf8mb4 in the binlog",
                "FULL    | RENAME COLUMN a TO b, RENAME COLUMN b TO a | column number 2 is named b in the binlog, but defined as a",
                "FULL    | MODIFY flags SET('y', 'x') NOT NULL      | column flags has different members in the binlog",
            })
    void stopsAtUnloggedAlterAndNamesTable(String metadata, String alter, String difference) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            String before = Servers.source().value("SELECT @@GLOBAL.binlog_row_metadata");
            Servers.source().execute("SET GLOBAL binlog_row_metadata = " + metadata);
            try {
                migration.source(TABLE, ROWS.formatted(1));
                migration.start();
                migration.source(ROWS.formatted(2));
                migration.assertEqualContent();
                alterUnseen(migration, alter);
                migration.source("DELETE FROM item");
                assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
                assertThat(migration.daemon().errors()).contains(difference).contains("GTID ");
                assertThat(migration.targetRows("SELECT count(*) FROM item")).containsExactly("4");
            } finally {
                Servers.source().execute("SET GLOBAL binlog_row_metadata = " + before);
            }
        }
    }

    private static void alterUnseen(Migration migration, String alter) throws SQLException {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_log_bin = 0");
            statement.execute("ALTER TABLE item " + alter);
        }
    }

    /** No table differs from no known tables: tables created since are in the binlog, from their first statement on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void followsNewTablesOfEmptyDatabase(boolean dropped) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_no_table")) {
            if (dropped) {
                migration.source("CREATE TABLE item (id INT PRIMARY KEY, c INT)", "INSERT INTO item VALUES (7, 7)");
            }
            migration.start();
            if (dropped) {
                migration.source("DROP TABLE item");
                migration.awaitCaughtUp();
            }
            migration.stop();
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, a INT, b INT)",
                    "INSERT INTO item VALUES (1, 10, 100)",
                    "ALTER TABLE item RENAME COLUMN a TO c, RENAME COLUMN b TO a",
                    "INSERT INTO item VALUES (2, 20, 200)",
                    "ALTER TABLE item DROP COLUMN c, ADD COLUMN b INT FIRST",
                    "INSERT INTO item VALUES (300, 3, 30)",
                    "CREATE TABLE other (id INT PRIMARY KEY)",
                    "INSERT INTO other VALUES (1)",
                    "DROP TABLE other");
            migration.start();
            migration.assertEqualContent();
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    /** The history of a table was deleted: its definition is not guessed. */
    @Test
    void stopsAtFirstRowOfTableWithoutHistory() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            migration.source(TABLE, ROWS.formatted(1));
            migration.start();
            migration.stop();
            migration.target("DELETE FROM gaussferry.table_history WHERE pipeline = '" + migration.pipeline() + "'");
            migration.source(ROWS.formatted(2));
            Daemon daemon = migration.launch();
            assertThat(daemon.awaitEnd()).isNotZero();
            assertThat(daemon.errors()).contains(migration.database() + ".item").contains("remedy:");
        }
    }
}
