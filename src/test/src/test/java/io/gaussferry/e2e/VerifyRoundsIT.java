package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

/** The daemon compares both sides while it replays, and says what differs. */
class VerifyRoundsIT {

    @Test
    void aRowThatIsChangedOnTheTargetIsNamedAndNoOther() throws Exception {
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
                                        + ".item, row id = 2: other values in n"));
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
}
