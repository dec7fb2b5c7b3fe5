package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Verifies that the target is always in a state that the source had, and never returns to an earlier one. */
class OrderIT {

    private static final int TRANSACTIONS = 2_000;
    private static final int ROWS = 16;

    @Test
    void replicatesContendedRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_order")) {
            migration.source(
                    "CREATE TABLE hot (id INT PRIMARY KEY, last_number BIGINT NOT NULL, changes INT NOT NULL)",
                    "INSERT INTO hot VALUES (0, 0, 0), (1, 0, 0), (2, 0, 0)");
            migration.replaySetting("batch-changes: 3");
            migration.start();
            try (Writers writers = Writers.start(migration, 6, (statement, number) -> {
                long id = number % 3;
                if (number % 5 == 0) {
                    statement.execute("DELETE FROM hot WHERE id = " + id);
                    statement.execute("INSERT INTO hot VALUES (" + id + ", " + number + ", 0)");
                } else {
                    statement.execute(
                            "UPDATE hot SET last_number = " + number + ", changes = changes + 1 WHERE id = " + id);
                }
            })) {
                writers.awaitCommitted(TRANSACTIONS);
                writers.stop();
            }
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT count(*) FROM hot WHERE last_number > 0"))
                    .containsExactly("3");
        }
    }

    @Test
    void readersSeeTransfersAtomically() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_order")) {
            migration.source(
                    "CREATE TABLE giver (id INT PRIMARY KEY, balance BIGINT NOT NULL)",
                    "CREATE TABLE taker (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
            for (int id = 0; id < ROWS; id++) {
                migration.source(
                        "INSERT INTO giver VALUES (" + id + ", 1000000)", "INSERT INTO taker VALUES (" + id + ", 0)");
            }
            migration.replaySetting("batch-changes: 4");
            migration.start();
            Set<String> takerTotals = new HashSet<>();
            try (Writers writers = Writers.start(migration, 4, (statement, number) -> {
                        statement.execute(
                                "UPDATE giver SET balance = balance - " + number + " WHERE id = " + number % ROWS);
                        statement.execute(
                                "UPDATE taker SET balance = balance + " + number + " WHERE id = " + number % 7);
                    });
                    Connection target = migration.openTarget()) {
                while (writers.committed() < TRANSACTIONS) {
                    List<String> totals = Server.rows(
                            target,
                            "SELECT (SELECT sum(balance) FROM giver) + (SELECT sum(balance) FROM taker),"
                                    + " (SELECT sum(balance) FROM taker)");
                    String[] sums = totals.get(0).split("\\|", -1);
                    assertThat(sums[0]).isEqualTo(String.valueOf(ROWS * 1_000_000L));
                    takerTotals.add(sums[1]);
                }
                writers.stop();
            }
            assertThat(takerTotals).as("different observed states").hasSizeGreaterThan(20);
            migration.assertEqualContent();
        }
    }

    @Test
    void readersSeeOnlyPrefixesOfSourceHistory() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_order")) {
            migration.source("CREATE TABLE step (id INT PRIMARY KEY, number BIGINT NOT NULL)");
            for (int id = 1; id <= ROWS; id++) {
                migration.source("INSERT INTO step VALUES (" + id % ROWS + ", " + (id - ROWS) + ")");
            }
            // small batches without a common row, so that only the commit order keeps them in order
            migration.replaySetting("batch-changes: 2");
            migration.start();
            Set<Long> seen = new HashSet<>();
            try (Writers writers = Writers.start(
                            migration,
                            1,
                            (statement, number) -> statement.execute(
                                    "UPDATE step SET number = " + number + " WHERE id = " + number % ROWS));
                    Connection target = migration.openTarget()) {
                long newest = 0;
                while (writers.committed() < TRANSACTIONS) {
                    String[] ends = Server.rows(target, "SELECT min(\"number\"), max(\"number\") FROM step")
                            .get(0)
                            .split("\\|", -1);
                    long oldestNow = Long.parseLong(ends[0]);
                    long newestNow = Long.parseLong(ends[1]);
                    assertThat(newestNow - oldestNow)
                            .as("no gap before " + newestNow)
                            .isEqualTo(ROWS - 1);
                    assertThat(newestNow).isGreaterThanOrEqualTo(newest);
                    newest = newestNow;
                    seen.add(newest);
                }
                writers.stop();
            }
            assertThat(seen).as("different observed states").hasSizeGreaterThan(20);
            migration.assertEqualContent();
        }
    }
}
