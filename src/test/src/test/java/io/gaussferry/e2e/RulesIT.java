package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Verifies that values that the target cannot represent are converted by the user's rules, in the copy and in replay alike, and are counted. */
class RulesIT {

    @Test
    void appliesAndCountsEveryRuleInCopyAndReplay() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rules")) {
            migration.source(
                    "CREATE TABLE v (id INT PRIMARY KEY, to_null DATE, to_date DATETIME NOT NULL,"
                            + " stripped VARCHAR(20), replaced VARCHAR(20) CHARACTER SET cp1251, span TIME, doc JSON,"
                            + " active TINYINT(1), kept VARCHAR(20), blank VARCHAR(9) DEFAULT '', blank_kept VARCHAR(9) NOT NULL DEFAULT '')");
            insert(migration, 1);
            migration.ruleSetting("zero-date: \"null\"");
            migration.ruleSetting("nul: strip");
            migration.ruleSetting("invalid-bytes: replace");
            migration.ruleSetting("empty-string-as-null: true");
            migration.ruleSetting("types:");
            migration.ruleSetting("  - {type: time, time-out-of-range: text}");
            migration.ruleSetting("  - {type: datetime, zero-date: refuse}");
            migration.ruleSetting("  - {type: tinyint(1), target-type: boolean}");
            migration.ruleSetting("columns:");
            migration.ruleSetting("  - {column: \"*.v.to_date\", zero-date: 1970-01-01}");
            migration.ruleSetting("  - {column: \"*.*.doc\", json: jsonb}");
            migration.ruleSetting("  - {column: \"" + migration.database() + ".v.kept\", target-type: text}");
            migration.ruleSetting("  - {column: \"*.v.blank_kept\", empty-string-as-null: false}");
            migration.ruleSetting("  - {column: \"*.v.no_such_column\", nul: refuse}");
            migration.start();
            assertThat(migration.daemon().errors()).contains("*.v.no_such_column match no column");
            assertRow(migration, 1);

            insert(migration, 2);
            execute(migration, "UPDATE v SET kept = 'changed'");
            execute(migration, "DELETE FROM v WHERE id = 1");
            migration.awaitCaughtUp();
            assertRow(migration, 2);
            assertThat(migration.targetRows("SELECT id, kept FROM v")).containsExactly("2|changed");
            assertThat(migration.targetRows("SELECT data_type FROM information_schema.columns WHERE table_schema = '"
                            + migration.database() + "' AND column_name IN ('doc', 'active') ORDER BY column_name"))
                    .containsExactly("boolean", "jsonb");
            VerifyRun verified = VerifyRun.of(migration, "--values");
            assertThat(verified.exitCode())
                    .as("converted values count as equal: " + verified)
                    .isZero();
            migration.stop();
            String place = " used 2 times in " + migration.database() + ".v.";
            assertThat(migration.daemon().errors())
                    .contains("rule zero-date" + place + "to_null")
                    .contains("rule zero-date" + place + "to_date")
                    .contains("rule empty-string-as-null" + place + "blank")
                    .contains("rule nul" + place + "stripped")
                    .contains("rule invalid-bytes" + place + "replaced")
                    .doesNotContain(place + "blank_kept")
                    .doesNotContain("rule time-out-of-range used 1 ");
        }
    }

    private static void insert(Migration migration, int id) throws SQLException {
        execute(
                migration,
                "INSERT INTO v VALUES (" + id
                        + ", '0000-00-00', '2024-00-15 10:00:00', CONCAT('a', CHAR(0), 'b', CHAR(0)),"
                        + " _cp1251 x'619862', '-01:00:00', '{\"a\": 1}', 1, 'as it is', DEFAULT, DEFAULT)");
    }

    /** Executes a statement in a session that accepts zero dates. */
    private static void execute(Migration migration, String sql) throws SQLException {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute(sql);
        }
    }

    private static void assertRow(Migration migration, int id) throws SQLException {
        assertThat(migration.targetRows(
                        "SELECT to_null, CAST(to_date AS TEXT), stripped, replaced, CAST(span AS TEXT), active,"
                                + " blank, blank_kept"
                                + " FROM v WHERE id = " + id))
                .containsExactly("null|1970-01-01 00:00:00|ab|a\uFFFDb|-01:00:00|t|null|");
    }

    @Test
    void rejectsNullForEmptyStringsInNotNullColumn() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rules")) {
            migration.source(
                    "CREATE TABLE v (id INT PRIMARY KEY, name VARCHAR(9) NOT NULL)",
                    "INSERT INTO v VALUES (7, ' '), (8, '')");
            migration.ruleSetting("empty-string-as-null: true");
            CheckRun check = CheckRun.of(migration.configuration(), "--json", "--scan-values");
            assertThat(check.findings())
                    .as(check::toString)
                    .extracting(CheckRun.Found::code)
                    .contains("VALUE_EMPTY_STRING");
            assertThat(migration.launch().awaitEnd()).isIn(1, 2);
            assertThat(migration.daemon().errors())
                    .contains("table " + migration.database() + ".v")
                    .contains("column name")
                    .contains("id = ‹8›")
                    .contains("empty-string-as-null: false")
                    .contains("gaussferry.rules.columns");
        }
    }

    @Test
    void rejectsNullForZeroDatesInNotNullColumn() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rules")) {
            migration.source("CREATE TABLE v (id INT PRIMARY KEY, shipped DATE NOT NULL)");
            migration.ruleSetting("zero-date: \"null\"");
            assertThat(migration.launch().awaitEnd()).isEqualTo(2);
            assertThat(migration.daemon().errors())
                    .contains("The rule zero-date: \"null\" is impossible")
                    .contains(migration.database() + ".v.shipped")
                    .contains("gaussferry.rules.columns");
        }
    }
}
