package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies verification while changes flow: no false alarm, and no suppressed true one. */
@Tag("long")
class VerifyBusyIT {

    private static final int ROWS = 5_000;
    private static final int RUNS = 3;

    @Test
    void reportsNothingForEqualBusyTables() throws Exception {
        try (Migration migration = withTables();
                Writers writers = write(migration)) {
            for (int run = 0; run < RUNS; run++) {
                writers.awaitCommitted(100);
                VerifyRun verified = VerifyRun.of(migration, "--json", "--values", "--rows-per-range", "500");
                assertThat(verified.exitCode()).as(verified::toString).isZero();
                assertThat(verified.document().get("order").get("withoutGap").asBoolean())
                        .as(verified::toString)
                        .isTrue();
            }
            writers.stop();
            migration.assertEqualContent();
        }
    }

    @Test
    void findsAndRepairsDifferencesInBusyTables() throws Exception {
        try (Migration migration = withTables();
                Writers writers = write(migration)) {
            writers.awaitCommitted(100);
            migration.target(
                    // one bit of a row that is never written again
                    "UPDATE busy SET pad = overlay(pad placing 'b' from 1 for 1) WHERE id = 1777",
                    // one bit of the rows that every transaction writes, in a column that it does not write
                    "UPDATE busy SET pad = overlay(pad placing 'b' from 1 for 1) WHERE id = 1",
                    "DELETE FROM busy WHERE id = 2001",
                    "INSERT INTO busy VALUES (-7, 0, 'axx', 0)",
                    "UPDATE keyless SET note = 'wrong' WHERE a = 3");
            VerifyRun found = VerifyRun.of(migration, "--json", "--rows-per-range", "500");
            assertThat(found.exitCode()).as(found::toString).isEqualTo(1);
            assertThat(found.differences())
                    .as(found::toString)
                    .containsExactly(
                            "different busy {\"id\":\"1\"} [pad]",
                            "different busy {\"id\":\"1777\"} [pad]",
                            "extra busy {\"id\":\"-7\"} []",
                            "extra keyless {} []",
                            "missing busy {\"id\":\"2001\"} []",
                            "missing keyless {} []");

            VerifyRun repaired = VerifyRun.of(migration, "--json", "--repair", "--tables", "*.busy");
            assertThat(repaired.document().get("repaired").asInt())
                    .as(repaired::toString)
                    .isGreaterThanOrEqualTo(3);
            writers.awaitCommitted(100);
            writers.stop();
            migration.awaitCaughtUp();
            // the hottest row may have changed too often while the writers ran
            VerifyRun quiet = VerifyRun.of(migration, "--json", "--repair", "--tables", "*.busy");
            assertThat(quiet.document().get("differences").asInt())
                    .as(quiet::toString)
                    .isLessThanOrEqualTo(1);
            migration.target("UPDATE keyless SET note = 'three' WHERE a = 3");
            migration.assertEqualContent();
            assertThat(VerifyRun.of(migration).exitCode()).isZero();
        }
    }

    private static Migration withTables() throws Exception {
        Migration migration = Migration.of("gf_e2e_busy");
        migration.source(
                "SET SESSION cte_max_recursion_depth = 100000",
                "CREATE TABLE busy (id INT PRIMARY KEY, n INT NOT NULL, pad VARCHAR(100), toggle TINYINT)",
                "CREATE TABLE keyless (a INT, note VARCHAR(20))",
                "CREATE TABLE text_key (code VARCHAR(30) PRIMARY KEY, n INT)",
                "INSERT INTO keyless VALUES (1, 'one'), (2, 'two'), (3, 'three')",
                "INSERT INTO busy WITH RECURSIVE i (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < " + ROWS
                        + ") SELECT i, 0, REPEAT('a', 90), 0 FROM i",
                "INSERT INTO text_key SELECT CONCAT('Key ', id), 0 FROM busy");
        migration.start();
        return migration;
    }

    /** Writes hot rows, one that toggles between two contents, one that is inserted and deleted, and random others. */
    private static Writers write(Migration migration) throws Exception {
        return Writers.start(migration, 4, (statement, number) -> {
            long row = 3000 + number * 7919 % 2000;
            statement.execute("UPDATE busy SET n = n + 1 WHERE id = 1");
            statement.execute("UPDATE busy SET toggle = 1 - toggle WHERE id = 2");
            statement.execute(
                    number % 2 == 0
                            ? "DELETE FROM busy WHERE id = 3"
                            : "INSERT IGNORE INTO busy VALUES (3, 0, 'x', 0)");
            statement.execute("UPDATE busy SET n = n + 1 WHERE id = " + row);
            statement.execute("UPDATE text_key SET n = n + 1 WHERE code = 'Key " + row + "'");
            statement.execute("INSERT INTO busy VALUES (" + (10_000 + number) + ", 0, 'new', 0)");
            statement.execute("INSERT INTO keyless VALUES (" + (10 + number % 5) + ", 'again')");
            statement.execute("DELETE FROM keyless WHERE a = " + (10 + number % 5) + " LIMIT 1");
        });
    }
}
