package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.types.TargetForm;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies values that the target cannot represent: the daemon stops and names table, column, key and value. */
class RefusedValuesIT {

    /** A value, whether openGauss with dolphin can represent it, and its form in the message. */
    private record Refused(String declaration, String literal, boolean homeInDolphin, String shown) {}

    private static final List<Refused> FOUND_BY_THE_COPY = List.of(
            new Refused("DATE", "'0000-00-00'", true, "0000-00-00"),
            new Refused("DATETIME(3)", "'2024-00-15 12:00:00.5'", false, "2024-00-15"),
            new Refused("VARCHAR(10)", "CONCAT('a', CHAR(0), 'b')", false, "'a\uFFFDb'"),
            new Refused("VARCHAR(10) CHARACTER SET ucs2", "_ucs2 x'0041D800'", false, "0x0041d800"),
            new Refused("TIME", "'-00:00:01'", true, "-00:00:01"));

    @ParameterizedTest
    @CsvSource(textBlock = """
            TIMESTAMP NULL                 , '0000-00-00 00:00:00'     , true , 0000-00-00
            DATE                           , '2024-02-30'              , false, 2024-02-30
            TEXT                           , CHAR(0)                   , false, U+0000
            VARCHAR(10) CHARACTER SET ucs2 , _ucs2 x'0041D800'         , false, 0x0041d800
            TIME(6)                        , '838:59:59'               , true , 838:59:59
            """, quoteCharacter = '"')
    void rejectsValueInBinlog(String declaration, String literal, boolean homeInDolphin, String shown)
            throws Exception {
        Refused refused = new Refused(declaration, literal, homeInDolphin, shown);
        if (hasHome(refused)) {
            return;
        }
        try (Migration migration = Migration.of("gf_e2e_refused")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, v " + declaration + ")");
            Daemon daemon = migration.start();
            lenient(migration, "INSERT INTO item VALUES (6, NULL)", "INSERT INTO item VALUES (7, " + literal + ")");

            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertRefused(migration, daemon, refused);
            assertThat(daemon.errors()).contains("the insert in table");
            assertThat(migration.targetRows("SELECT id FROM item")).containsExactly("6");
        }
    }

    @Test
    void rejectsValueDuringInitialCopyAndRollsBackRange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_refused")) {
            for (Refused refused : FOUND_BY_THE_COPY) {
                if (hasHome(refused)) {
                    continue;
                }
                lenient(
                        migration,
                        "CREATE TABLE item (v " + refused.declaration() + ", id INT PRIMARY KEY)",
                        "INSERT INTO item VALUES (NULL, 6), (" + refused.literal() + ", 7)");
                Daemon daemon = migration.launch();
                assertThat(daemon.awaitEnd()).as(refused.literal()).isIn(1, 2);
                assertRefused(migration, daemon, refused);
                assertThat(migration.targetRows("SELECT count(*) FROM item")).containsExactly("0");
                migration.source("DROP TABLE item");
            }
        }
    }

    private static void assertRefused(Migration migration, Daemon daemon, Refused refused) {
        assertThat(daemon.errors())
                .contains("table " + migration.database() + ".item")
                .contains("column v")
                .contains("id = ‹7›")
                .contains(refused.shown())
                .contains("remedy:");
    }

    private static boolean hasHome(Refused refused) {
        return refused.homeInDolphin() && Servers.targetForm() == TargetForm.DOLPHIN;
    }

    /** Writes values that a session without strict mode accepts. */
    private static void lenient(Migration migration, String... statements) throws SQLException {
        try (Connection source = migration.openSource();
                Statement statement = source.createStatement()) {
            statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
