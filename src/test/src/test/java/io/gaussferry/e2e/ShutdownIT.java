package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.daemon.ReplaySummary;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies the daemon's output, and its end on request. */
class ShutdownIT {

    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private static final Predicate<String> SPEED_LINE = Pattern.compile(
                    "have replayed \\d+ transaction, and current time is \\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\.\\d{3},"
                            + " and current speed is \\d+")
            .asMatchPredicate();

    private static final Predicate<String> OTHER_LINE = Pattern.compile(
                    "copied \\d+ .*|catching up from .*|replaying from GTID set .*|replayed transactions=\\d+ .*")
            .asMatchPredicate();

    @Test
    void stopsUnderLoadInTimeWithSummary() throws Exception {
        try (Migration migration = withTable()) {
            Daemon daemon = migration.start();
            try (Writers writers = Writers.start(
                    migration,
                    3,
                    (statement, number) -> statement.execute("INSERT INTO t VALUES (" + number + ", 0)"))) {
                writers.awaitCommitted(300);
                await().atMost(Daemon.PATIENCE).until(() -> !replayed(migration).equals("0"));
                assertEndsInTime(daemon);
                writers.stop();
            }
            long replayed = Long.parseLong(replayed(migration));
            ReplaySummary summary = daemon.summary().orElseThrow();
            // the report counts the committed rows; other clients may write to a given server
            assertThat(summary.transactions()).isGreaterThanOrEqualTo(replayed);
            assertThat(summary.rows()).isEqualTo(replayed);
            migration.start();
            migration.assertEqualContent();
        }
    }

    @Test
    void printsSpeedLineEverySecondAndSummaryLast() throws Exception {
        try (Migration migration = withTable()) {
            Daemon daemon = migration.start();
            migration.source("INSERT INTO t VALUES (1, 1)", "INSERT INTO t VALUES (2, 2)");
            migration.awaitCaughtUp();
            int linesBefore = speedLines(daemon).size();
            await().atMost(Daemon.PATIENCE).until(() -> speedLines(daemon).size() >= linesBefore + 3);
            migration.stop();

            List<String> output = daemon.output();
            assertThat(output).allMatch(SPEED_LINE.or(OTHER_LINE));
            assertThat(output).filteredOn(OTHER_LINE).first().asString().startsWith("copied 0 ");
            assertThat(output)
                    .filteredOn(line -> line.startsWith("replayed "))
                    .containsExactly(output.get(output.size() - 1));
            ReplaySummary summary = daemon.summary().orElseThrow();
            assertThat(summary.rows()).isEqualTo(2);
            assertThat(speedLines(daemon))
                    .last()
                    .asString()
                    .startsWith("have replayed " + summary.transactions() + " transaction,")
                    .endsWith("current speed is 0");
        }
    }

    @Test
    void stopsInTimeWhileTargetRowIsLocked() throws Exception {
        try (Migration migration = withTable()) {
            migration.source("INSERT INTO t VALUES (1, 1)");
            Daemon daemon = migration.start();
            try (Connection holder = migration.openTarget();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                statement.execute("UPDATE t SET n = n WHERE id = 1");
                migration.source("UPDATE t SET n = 2 WHERE id = 1", "INSERT INTO t VALUES (2, 2)");
                await().atMost(Daemon.PATIENCE).until(() -> waitsForLock(migration));
                assertEndsInTime(daemon);
                holder.rollback();
            }
            assertThat(migration.targetRows("SELECT id, n FROM t")).containsExactly("1|1");
            migration.start();
            migration.assertEqualContent();
        }
    }

    @Test
    void stopsInTimeWhileInitialCopyWaitsForSource() throws Exception {
        try (Migration migration = withTable();
                Connection holder = migration.openSource();
                Statement statement = holder.createStatement()) {
            statement.execute("LOCK TABLES t WRITE");
            Daemon daemon = migration.launch();
            await().atMost(Daemon.PATIENCE).until(ShutdownIT::waitsForTable);
            assertEndsInTime(daemon);
            statement.execute("UNLOCK TABLES");
            migration.start();
            migration.assertEqualContent();
        }
    }

    private static boolean waitsForTable() throws Exception {
        return !Servers.source()
                .rows("SELECT 1 FROM information_schema.processlist WHERE state LIKE 'Waiting for table%lock'")
                .isEmpty();
    }

    private static Migration withTable() throws Exception {
        Migration migration = Migration.of("gf_e2e_shutdown");
        migration.source("CREATE TABLE t (id BIGINT PRIMARY KEY, n INT)");
        return migration;
    }

    private static String replayed(Migration migration) throws Exception {
        return migration.targetRows("SELECT count(*) FROM t").get(0);
    }

    /** Returns whether a session other than the holder's waits for a lock. */
    private static boolean waitsForLock(Migration migration) throws Exception {
        return !migration
                .targetRows("SELECT 1 FROM pg_catalog.pg_locks WHERE NOT granted")
                .isEmpty();
    }

    private static List<String> speedLines(Daemon daemon) {
        return daemon.output().stream().filter(SPEED_LINE).toList();
    }

    private static void assertEndsInTime(Daemon daemon) throws Exception {
        long begin = System.nanoTime();
        assertThat(daemon.terminate()).as(daemon::errors).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST_END);
        assertThat(daemon.output()).last().asString().startsWith("replayed transactions=");
    }
}
