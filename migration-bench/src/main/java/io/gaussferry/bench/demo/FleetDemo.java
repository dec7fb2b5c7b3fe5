package io.gaussferry.bench.demo;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.fleet.ConnectRest;
import io.gaussferry.bench.fleet.KafkaFleet;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.process.FileTrees;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The steps of the fleet demo: a broker, two Kafka Connect workers and four small sources; one worker is killed while all
 * sources are written to. Confined to one thread.
 */
final class FleetDemo {

    private static final int SOURCES = 4;
    private static final String CONNECTOR = "demo";
    private static final Duration WAIT_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final int WORKER_TO_KILL = 1;

    private final Sandbox sandbox;
    private final PrintStream output;
    private volatile boolean isWriting = true;

    FleetDemo(Sandbox sandbox, PrintStream output) {
        this.sandbox = sandbox;
        this.output = output;
    }

    /** A condition that is polled on the servers. */
    private interface Condition {
        boolean holds() throws SQLException, IOException, InterruptedException;
    }

    /** Returns whether all sources were equal to their targets at the end. */
    boolean run() throws SQLException, IOException, DaemonException, InterruptedException {
        output.println("Creating " + SOURCES + " sources, each a database of one MySQL server");
        for (int i = 0; i < SOURCES; i++) {
            createSource(i);
        }
        Path directory = Files.createTempDirectory("gaussferry-fleet");
        output.println("Starting a Kafka broker and two workers of Kafka Connect (logs in " + directory + ")");
        try (KafkaFleet fleet = KafkaFleet.start(directory, 2, "512m")) {
            return migrate(fleet);
        } finally {
            isWriting = false;
            FileTrees.delete(directory);
        }
    }

    private boolean migrate(KafkaFleet fleet) throws SQLException, IOException, DaemonException, InterruptedException {
        Thread[] writers = new Thread[SOURCES];
        for (int i = 0; i < SOURCES; i++) {
            int number = i;
            writers[i] = new Thread(() -> write(number), "demo-writer-" + i);
            writers[i].setDaemon(true);
            writers[i].start();
        }
        fleet.rest(0).configure(CONNECTOR, configuration());
        await("for the fleet to run all sources", () -> running(fleet.rest(0)) == SOURCES);
        await("for all sources to replicate", this::isEverySourceReplayed);
        tasks(fleet);
        String killed = fleet.rest(WORKER_TO_KILL).url().getAuthority();
        output.println("Killing worker " + killed + " (-9) under load; its session lasts "
                + KafkaFleet.SESSION_TIMEOUT.toSeconds() + " s");
        fleet.worker(WORKER_TO_KILL).kill();
        long since = System.nanoTime();
        await(
                "for the other worker to have all tasks",
                () -> running(fleet.rest(0)) == SOURCES
                        && fleet.rest(0).tasks(CONNECTOR).values().stream().noneMatch(task -> task.endsWith(killed)));
        output.printf("All tasks had moved after %.1f s%n", (System.nanoTime() - since) / 1e9);
        tasks(fleet);
        isWriting = false;
        for (Thread writer : writers) {
            writer.join();
        }
        output.println("Writing has ended; comparing every row");
        boolean equal = true;
        for (int i = 0; i < SOURCES; i++) {
            int number = i;
            await(
                    "for the target to catch up with " + database(i),
                    () -> count(sandbox.target().open(), number)
                            >= count(sandbox.source().open(), number));
            ComparisonResult result = new ContentComparison(sandbox.source(), sandbox.target(), 3).compare(database(i));
            output.println(database(i) + ": " + result.totalRows() + " rows, "
                    + (result.equal() ? "equal" : result.differences() + " differ: " + result.firstDifferences()));
            equal &= result.equal();
        }
        return equal;
    }

    private static String database(int number) {
        return "gf_demo_" + number;
    }

    private void createSource(int number) throws SQLException {
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database(number));
            statement.execute("CREATE TABLE " + database(number)
                    + ".entry (id BIGINT PRIMARY KEY AUTO_INCREMENT, number BIGINT NOT NULL, note VARCHAR(40))");
            statement.execute("INSERT INTO " + database(number)
                    + ".entry (number, note) WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                    + " SELECT i, 'before' FROM n");
        }
    }

    private void write(int number) {
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement()) {
            for (long next = 1; isWriting; next++) {
                statement.execute(
                        "INSERT INTO " + database(number) + ".entry (number, note) VALUES (" + next + ", 'live')");
                statement.execute("UPDATE " + database(number) + ".entry SET number = number + 1 WHERE id = "
                        + (1 + next % 1000));
                Thread.sleep(5);
            }
        } catch (SQLException e) {
            output.println("a writer failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, String> configuration() {
        Map<String, String> configuration = new HashMap<>();
        configuration.put("connector.class", "io.gaussferry.connect.GaussferryConnector");
        configuration.put("tasks.max", Integer.toString(SOURCES));
        configuration.put(
                "gaussferry.fleet.sources",
                IntStream.range(0, SOURCES).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        configuration.put("gaussferry.fleet.status-interval", "1s");
        configuration.put("gaussferry.source.url", sandbox.source().url());
        configuration.put("gaussferry.source.user", sandbox.source().user());
        configuration.put("gaussferry.source.password", sandbox.source().password());
        configuration.put("gaussferry.source.schemas", "gf_demo_{source}");
        configuration.put("gaussferry.target.url", sandbox.target().url());
        configuration.put("gaussferry.target.user", sandbox.target().user());
        configuration.put("gaussferry.target.password", sandbox.target().password());
        configuration.put("gaussferry.replay.appliers", "2");
        return configuration;
    }

    private void tasks(KafkaFleet fleet) throws InterruptedException {
        fleet.rest(0).tasks(CONNECTOR).forEach((task, state) -> output.println("  " + database(task) + ": " + state));
        output.println(
                "  (while this runs: gaussferry fleet --url " + fleet.rest(0).url() + ")");
    }

    private static long running(ConnectRest rest) throws InterruptedException {
        return rest.tasks(CONNECTOR).values().stream()
                .filter(task -> task.startsWith("RUNNING"))
                .count();
    }

    private boolean isEverySourceReplayed() throws SQLException {
        for (int i = 0; i < SOURCES; i++) {
            if (count(sandbox.target().open(), i) <= 1000) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of rows, or -1 if the table does not exist. Closes the connection. */
    private static long count(Connection opened, int number) throws SQLException {
        try (Connection connection = opened;
                Statement statement = connection.createStatement()) {
            try (ResultSet table = statement.executeQuery(
                    "SELECT count(*) FROM information_schema.tables WHERE table_schema = '" + database(number) + "'")) {
                table.next();
                if (table.getLong(1) == 0) {
                    return -1;
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + database(number) + ".entry")) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private static void await(String what, Condition condition)
            throws SQLException, IOException, DaemonException, InterruptedException {
        long end = System.nanoTime() + WAIT_TIMEOUT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new DaemonException("timed out after " + WAIT_TIMEOUT.toSeconds() + " s waiting " + what);
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }
}
