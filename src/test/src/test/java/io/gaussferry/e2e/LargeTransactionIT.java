package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies transactions that are applied in parts while they are read. Guards: one commit after the last part ({@code Applier.applyLarge}), and the
 * wait for all transactions before and after ({@code CommitOrder.append}).
 *
 * <p>{@code -Dgaussferry.large-rows=2000000} produces 1 GB of binlog; the daemon's heap remains 512 MB.
 */
class LargeTransactionIT {

    private static final int ROWS = Integer.getInteger("gaussferry.large-rows", 40_000);

    /** Every machine applies more than 10,000 rows a second. */
    private static final Duration PATIENCE = Daemon.PATIENCE.plusSeconds(ROWS / 5_000);

    /** The transaction's rows, and the rows committed after it. */
    private static final String VIEW = "SELECT (SELECT count(*) FROM large), (SELECT count(*) FROM marker)";

    @Test
    void appliesInPartsButCommitsAtomically() throws Exception {
        try (Migration migration = migration()) {
            migration.start();
            fill(migration);
            Set<String> views = new LinkedHashSet<>();
            await().atMost(PATIENCE).until(() -> {
                views.addAll(migration.targetRows(VIEW));
                return views.contains(ROWS + "|1");
            });
            assertThat(views).isSubsetOf("0|0", ROWS + "|0", ROWS + "|1");
            changeAll(migration);
            migration.awaitCaughtUp(PATIENCE);
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Tag("long")
    @Test
    void restartsFromScratchWhenDaemonIsKilled() throws Exception {
        try (Migration migration = migration()) {
            migration.start();
            fill(migration);
            changeAll(migration);
            migration.source("INSERT INTO marker VALUES (2)");
            awaitWritingParts(migration);
            migration.daemon().kill();
            migration.start();
            migration.awaitCaughtUp(PATIENCE);
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static Migration migration() throws Exception {
        Migration migration = Migration.of("gf_e2e_large");
        migration.sourceSetting("transaction-part-bytes: 1MB");
        migration.source(
                "CREATE TABLE large (id INT PRIMARY KEY, seat INT UNIQUE, note VARCHAR(300))",
                "CREATE TABLE marker (id INT PRIMARY KEY)",
                "CREATE TABLE digit (d INT PRIMARY KEY)",
                "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
        return migration;
    }

    private static void fill(Migration migration) throws SQLException {
        migration.source(
                "INSERT INTO large SELECT n, n, REPEAT(SHA2(n, 256), 4) FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * d.d"
                        + " + 10000 * e.d + 100000 * f.d + 1000000 * g.d AS n FROM digit a, digit b, digit c, digit d,"
                        + " digit e, digit f, digit g) AS numbers WHERE n < " + ROWS,
                "INSERT INTO marker VALUES (1)");
    }

    /** Makes changes of every kind; unique values move between rows within one part and between parts. */
    private static void changeAll(Migration migration) throws SQLException {
        migration.sourceTransaction(
                "UPDATE large SET note = CONCAT(note, 'x'), seat = seat + 10000000",
                "UPDATE large SET seat = " + (ROWS - 1) + " - id",
                "DELETE FROM large WHERE id % 3 = 0",
                "INSERT INTO large SELECT id + 20000000, NULL, 'new' FROM large WHERE id % 3 = 1");
    }

    /** Waits for the long transaction of an applier that writes parts; skipped if the applier finishes before the query. */
    private static void awaitWritingParts(Migration migration) {
        await().atMost(PATIENCE).until(() -> {
            boolean writing = !Servers.target()
                    .rows("SELECT pid FROM pg_catalog.pg_stat_activity WHERE application_name = 'gaussferry'"
                            + " AND state <> 'idle' AND query LIKE '%large%'")
                    .isEmpty();
            return writing || migration.targetRows(VIEW).get(0).endsWith("|2");
        });
    }
}
