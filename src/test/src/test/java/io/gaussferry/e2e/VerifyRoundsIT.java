package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that the daemon compares both sides while it replays, and reports differences. */
class VerifyRoundsIT {

    @Test
    void reportsOnlyRowChangedOnTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rounds")) {
            migration.verifySetting("share: 100");
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1), (2, 2)");
            Daemon daemon = migration.start();
            try (Writers writers = Writers.start(
                    migration,
                    2,
                    (statement, number) ->
                            statement.execute("INSERT INTO item VALUES (" + (number + 100) + ", " + number + ")"))) {
                await().atMost(Daemon.PATIENCE)
                        .until(() -> daemon.errors()
                                        .lines()
                                        .filter(line -> line.contains("Verified "))
                                        .count()
                                >= 2);
                assertThat(daemon.errors()).doesNotContain("differ");
                migration.target("UPDATE item SET n = 3 WHERE id = 2");
                await().atMost(Daemon.PATIENCE)
                        .until(() -> daemon.errors()
                                .contains("The target differs: table " + migration.database()
                                        + ".item, row id = 2: different values in n"));
                writers.stop();
            }
            migration.target("UPDATE item SET n = 2 WHERE id = 2");
            int before = daemon.errors().length();
            await().atMost(Daemon.PATIENCE)
                    .until(() -> daemon.errors().substring(before).contains("Verified "));
            migration.assertEqualContent();
            migration.stop();
            assertThat(daemon.errors().lines().filter(line -> line.contains("The target differs")))
                    .allMatch(line -> line.contains("row id = 2:"));
        }
    }

    /** Under load. */
    @Tag("long")
    @Test
    void findsNoDifferenceWhileDefinitionsChange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_verify_definitions")) {
            migration.verifySetting("share: 100");
            ComparedDefinitionsIT.createTables(migration);
            Daemon daemon = migration.start();
            try (Writers writers = Writers.start(
                    migration,
                    2,
                    (statement, number) -> statement.execute("UPDATE second SET other = other + 5000, price = price + 1"
                            + " WHERE id = " + (number * 7919 % ComparedDefinitionsIT.ROWS + 1)))) {
                for (String action : List.of(
                        "ADD COLUMN extra INT NOT NULL DEFAULT 7",
                        "MODIFY n VARCHAR(20)",
                        "DROP COLUMN extra",
                        "MODIFY price DECIMAL(30,8) NOT NULL",
                        "MODIFY state VARCHAR(10) NOT NULL",
                        "ADD COLUMN extra VARCHAR(10) NOT NULL DEFAULT 'x'",
                        "DROP PRIMARY KEY, ADD PRIMARY KEY (id, other)",
                        "RENAME COLUMN extra TO more")) {
                    writers.awaitCommitted(20);
                    migration.source("ALTER TABLE second " + action);
                    migration.awaitCaughtUp();
                }
                writers.stop();
            }
            migration.assertEqualContent();
            int before = daemon.errors().length();
            await("a whole round")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> daemon.errors()
                                    .substring(before)
                                    .lines()
                                    .filter(line -> line.contains("Verified 1000 rows of 2 tables"))
                                    .count()
                            >= 2);
            migration.stop();
            assertThat(daemon.errors().lines().filter(line -> line.contains("differ") || line.contains("defect")))
                    .as(daemon.errors())
                    .isEmpty();
        }
    }
}
