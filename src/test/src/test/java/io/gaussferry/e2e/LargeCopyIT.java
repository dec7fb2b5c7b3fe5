package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Copies a large table under load, with five kills during the copy. {@code -Dgaussferry.copy-rows} sets its size. */
@Tag("long")
class LargeCopyIT {

    private static final int ROWS = Integer.getInteger("gaussferry.copy-rows", 5_000_000);
    private static final int KILLS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    /** Formatted by either server, not by the daemon's code. */
    private static final String DUMP = "SELECT CONCAT(id, '|', k, '|', c, '|', pad) FROM item ORDER BY id";

    @Test
    void completesCopyAfterFiveKills() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_large_copy")) {
            fill(migration);
            try (Writers writers = Writers.start(migration, 4, LargeCopyIT::write)) {
                for (int kill = 1; kill <= KILLS; kill++) {
                    long enough = (long) ROWS * kill / (KILLS + 1);
                    migration.launch();
                    await("rows; " + migration.daemon().errors())
                            .atMost(PATIENCE)
                            .until(() -> copiedRows(migration) >= enough);
                    migration.daemon().kill();
                    System.out.println("killed with " + copiedRows(migration) + " rows copied");
                }
                migration.launch();
                await().atMost(PATIENCE)
                        .until(() -> migration.daemon().output().stream()
                                .anyMatch(line -> line.startsWith("replaying from ")));
                long committed = writers.stop();
                System.out.println(committed + " transactions were written during the copy");
            }
            VerifyRun verified = VerifyRun.of(migration);
            System.out.println(verified.output());
            assertThat(verified.exitCode()).as(verified.output()).isZero();
            assertThat(dumpsAreEqual(migration)).isPositive();
            migration.stop();
        }
    }

    private static void fill(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, k INT NOT NULL, c VARCHAR(120) NOT NULL, pad VARCHAR(60) NOT NULL,"
                        + " KEY k (k))");
        migration.source("INSERT INTO item VALUES (1, 1, SHA2('1', 224), LEFT(SHA2('1', 256), 32))");
        for (long rows = 1; rows < ROWS; rows *= 2) {
            migration.source("INSERT INTO item SELECT id + " + rows + ", (id * 7919) % " + ROWS + ", SHA2(id + " + rows
                    + ", 224), LEFT(SHA2(id + " + rows + ", 256), 32) FROM item WHERE id <= " + (ROWS - rows));
        }
        migration.source("ANALYZE TABLE item");
    }

    private static void write(Statement statement, long number) throws SQLException {
        SplittableRandom random = new SplittableRandom(number);
        int id = 1 + random.nextInt(ROWS);
        switch ((int) (number % 4)) {
            case 0 -> statement.execute("INSERT INTO item VALUES (" + (ROWS + number) + ", 0, 'new', 'row')");
            case 1 -> statement.execute("DELETE FROM item WHERE id = " + id);
            default -> statement.execute("UPDATE item SET k = k + 1, pad = 'written' WHERE id = " + id);
        }
    }

    private static long copiedRows(Migration migration) {
        try {
            return Long.parseLong(Servers.target()
                    .value("SELECT coalesce(sum(copied_rows), 0) FROM gaussferry.copy_range WHERE pipeline = '"
                            + migration.pipeline() + "'"));
        } catch (SQLException e) {
            return 0; // the daemon has not created the table yet
        }
    }

    /** Reads both sides in key order in parallel; returns the number of rows. */
    private static long dumpsAreEqual(Migration migration) throws SQLException {
        try (Connection source = migration.openSource();
                Connection target = migration.openTarget();
                Statement onSource = source.createStatement();
                Statement onTarget = target.createStatement()) {
            onSource.setFetchSize(Integer.MIN_VALUE);
            target.setAutoCommit(false);
            onTarget.setFetchSize(10_000);
            long rows = 0;
            try (ResultSet expected = onSource.executeQuery(DUMP);
                    ResultSet found = onTarget.executeQuery(DUMP)) {
                while (expected.next()) {
                    assertThat(found.next())
                            .as("a row for " + expected.getString(1))
                            .isTrue();
                    if (!expected.getString(1).equals(found.getString(1))) {
                        assertThat(found.getString(1)).isEqualTo(expected.getString(1));
                    }
                    rows++;
                }
                assertThat(found.next()).isFalse();
            }
            return rows;
        }
    }
}
