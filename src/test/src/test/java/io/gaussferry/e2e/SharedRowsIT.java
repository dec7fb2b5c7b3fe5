package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies {@code gaussferry.target.rows-per-second}: the rows that the pipelines into one database write together. */
class SharedRowsIT {

    private static final int TOTAL = 200;
    /** Rows of a transaction. */
    private static final int ROWS = 10;

    /** Guards: {@code RowRateShare} and {@code TargetRowRate}; times have lower bounds only, which hold on a busy machine too. */
    @Tag("long")
    @Test
    void limitsEachPipelineToItsShare() throws Exception {
        try (Migration a = table("gf_e2e_rows");
                Migration b = table("gf_e2e_rows");
                PipelineThread first = pipeline(a);
                PipelineThread second = pipeline(b)) {
            first.start();
            first.awaitReplaying();
            assertThat(first.targetRowsPerSecond())
                    .as("a single pipeline has the whole rate")
                    .isEqualTo(TOTAL);
            assertThat(replay(a, 60)).isGreaterThanOrEqualTo(atLeast(60, TOTAL));
            assertThat(first.heldBackSeconds()).isPositive();

            second.start();
            second.awaitReplaying();
            assertThat(second.targetRowsPerSecond()).isEqualTo(TOTAL / 2.0);
            await("the first pipeline detects the second")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> first.targetRowsPerSecond() == TOTAL / 2.0);
            assertThat(sharers()).isEqualTo(2);
            assertThat(replay(a, 40)).isGreaterThanOrEqualTo(atLeast(40, TOTAL / 2));
            assertThat(replay(b, 40)).isGreaterThanOrEqualTo(atLeast(40, TOTAL / 2));

            second.stop();
            await("the first pipeline has the whole rate again")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> first.targetRowsPerSecond() == TOTAL);
        }
        await("all shares are removed").atMost(Daemon.PATIENCE).until(() -> sharers() == 0);
    }

    /** Guards: {@code ObservedOrder.release}; a pipeline that waits for minutes stops on request without losing anything. */
    @Test
    void stopsThrottledPipelineOnRequest() throws Exception {
        try (Migration migration = table("gf_e2e_rows_stop");
                PipelineThread held = pipeline(migration);
                PipelineThread next = pipeline(migration)) {
            held.start();
            held.awaitReplaying();
            int large = 3 * rowsInPatience();
            migration.source(insert(large));
            awaitRows(migration, 1 + large);
            assertThat(rows(migration))
                    .as("a transaction is not throttled halfway")
                    .isEqualTo(1 + large);
            double before = held.heldBackSeconds();
            migration.source("INSERT INTO t VALUES (2)");
            await("the next transaction waits")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> held.heldBackSeconds() > before + 1);
            assertThat(rows(migration)).isEqualTo(1 + large);
            held.stop();
            await("the pipeline has ended").atMost(Daemon.PATIENCE).until(held::hasEnded);
            next.start();
            awaitRows(migration, 2 + large);
        }
    }

    /** Guards: {@code RowRateThrottler}. */
    @Test
    void limitsRateOfInitialCopy() throws Exception {
        try (Migration migration = table("gf_e2e_rows_copy");
                PipelineThread pipeline = pipeline(migration)) {
            migration.source(insert(3 * TOTAL));
            long begun = System.nanoTime();
            pipeline.start();
            pipeline.awaitReplaying();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
            assertThat(rows(migration)).isEqualTo(1 + 3 * TOTAL);
        }
    }

    /** Guards: the maintenance of the share ends with a stopped copy ({@code PipelineRun}). */
    @Test
    void stopsThrottledCopyOnRequest() throws Exception {
        try (Migration migration = table("gf_e2e_rows_copy_stop");
                PipelineThread pipeline = pipeline(migration)) {
            migration.source(insert(3 * rowsInPatience()));
            pipeline.start();
            await("the copy runs")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> !Servers.target()
                            .rows("SELECT 1 FROM pg_catalog.pg_stat_activity WHERE query LIKE 'COPY %"
                                    + migration.database() + "%'")
                            .isEmpty());
            pipeline.stop();
            await("the pipeline has ended").atMost(Daemon.PATIENCE).until(pipeline::hasEnded);
        }
        await("all shares are removed").atMost(Daemon.PATIENCE).until(() -> sharers() == 0);
    }

    private static int rowsInPatience() {
        return (int) (TOTAL * Daemon.PATIENCE.toSeconds());
    }

    /** Returns a statement that inserts the given number of rows, up to a million. */
    private static String insert(int rows) {
        return "INSERT INTO t SELECT x.n * 1000 + y.n + 1000 FROM"
                + " (WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000) SELECT n FROM r) x,"
                + " (WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < 999) SELECT n FROM s) y"
                + " LIMIT " + rows;
    }

    /** Replays transactions, and returns the duration. */
    private static Duration replay(Migration migration, int transactions) throws SQLException {
        int before = rows(migration);
        String[] statements = IntStream.range(0, transactions)
                .mapToObj(transaction -> "INSERT INTO t VALUES "
                        + IntStream.range(0, ROWS)
                                .mapToObj(row -> "(" + (before + 1 + transaction * ROWS + row) + ")")
                                .collect(Collectors.joining(", ")))
                .toArray(String[]::new);
        long begun = System.nanoTime();
        migration.source(statements);
        awaitRows(migration, before + transactions * ROWS);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Returns the minimum duration: the rows of one second may pass at once. */
    private static Duration atLeast(int transactions, int rowsPerSecond) {
        return Duration.ofMillis((transactions * ROWS - rowsPerSecond) * 1_000L / rowsPerSecond);
    }

    private static Migration table(String name) throws Exception {
        Migration migration = Migration.of(name);
        migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        return migration;
    }

    private static PipelineThread pipeline(Migration migration) {
        return PipelineThread.of(
                migration,
                Servers.target().address(),
                Map.of("gaussferry.target.rows-per-second", Integer.toString(TOTAL)));
    }

    /** Returns the number of counted pipelines. */
    private static int sharers() throws SQLException {
        return Integer.parseInt(Servers.target()
                .value("SELECT count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND granted"
                        + " AND classid = 1195464018"));
    }

    private static void awaitRows(Migration migration, int wanted) {
        await(migration.database() + " has " + wanted + " rows")
                .atMost(Daemon.PATIENCE)
                .until(() -> rows(migration) >= wanted);
    }

    private static int rows(Migration migration) throws SQLException {
        return Integer.parseInt(migration.targetRows("SELECT count(*) FROM t").get(0));
    }
}
