package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Databases of one MySQL, each a separate source with one writer. */
final class FleetSources implements AutoCloseable {

    static final String CONNECTOR = "fleet";
    /** Prefix of the databases' names. */
    static final String PREFIX = "gf_fleet_";

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int ACCOUNTS = 5;
    /** Milliseconds between two transactions of a writer, for each source: every pipeline reads the binlog of all. */
    private static final int PAUSE_MILLIS = 2;

    private final ServerAddress source;
    private final ServerAddress target;
    private final int count;
    private final List<Thread> writers = new ArrayList<>();
    private volatile boolean isWriting = true;

    FleetSources(ServerAddress source, ServerAddress target, int count) throws SQLException {
        this.source = source;
        this.target = target;
        this.count = count;
        for (int i = 0; i < count; i++) {
            new Server(source)
                    .execute(
                            "CREATE DATABASE " + database(i),
                            // without a key: the target would not reject a duplicate number
                            "CREATE TABLE " + database(i) + ".ledger (number BIGINT NOT NULL)",
                            "CREATE TABLE " + database(i)
                                    + ".account (id INT PRIMARY KEY, last_number BIGINT NOT NULL, entries BIGINT NOT NULL)",
                            "INSERT INTO " + database(i)
                                    + ".account VALUES (0,0,0), (1,0,0), (2,0,0), (3,0,0), (4,0,0)");
        }
    }

    static String name(int number) {
        return "s" + number;
    }

    static String database(int number) {
        return PREFIX + name(number);
    }

    /** Returns the configuration of a connector for all sources. */
    Map<String, String> configuration(int tasksMax) {
        Map<String, String> configuration = new HashMap<>();
        configuration.put("connector.class", "io.gaussferry.connect.GaussferryConnector");
        configuration.put("tasks.max", Integer.toString(tasksMax));
        configuration.put(
                "gaussferry.fleet.sources",
                String.join(
                        ",",
                        IntStream.range(0, count).mapToObj(FleetSources::name).toList()));
        configuration.put("gaussferry.fleet.status-interval", "1s");
        configuration.put("gaussferry.source.url", source.url());
        configuration.put("gaussferry.source.user", source.user());
        configuration.put("gaussferry.source.password", source.password());
        configuration.put("gaussferry.source.schemas", PREFIX + "{source}");
        configuration.put("gaussferry.target.url", target.url());
        configuration.put("gaussferry.target.user", target.user());
        configuration.put("gaussferry.target.password", target.password());
        configuration.put("gaussferry.replay.appliers", "2");
        configuration.put("gaussferry.copy.workers", "1");
        return configuration;
    }

    void startWriters() {
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread writer = new Thread(() -> write(number), "writer-" + i);
            writer.setDaemon(true);
            writer.start();
            writers.add(writer);
        }
    }

    private void write(int number) {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("USE " + database(number));
            connection.setAutoCommit(false);
            for (long next = 1; isWriting; next++) {
                statement.execute("INSERT INTO ledger (number) VALUES (" + next + ")");
                statement.execute("UPDATE account SET last_number = " + next + ", entries = entries + 1 WHERE id = "
                        + next % ACCOUNTS);
                connection.commit();
                Thread.sleep((long) PAUSE_MILLIS * count);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the fencing token of each pipeline; 0 if it has no progress yet. */
    Map<Integer, Long> epochs() throws SQLException {
        Map<Integer, Long> epochs = new HashMap<>();
        for (int i = 0; i < count; i++) {
            epochs.put(
                    i,
                    Long.parseLong(new Server(target)
                            .value("SELECT coalesce(max(epoch), 0) FROM gaussferry.progress WHERE pipeline = '"
                                    + CONNECTOR + "-" + name(i) + "'")));
        }
        return epochs;
    }

    /** Waits until every target advances beyond its current state. */
    void awaitReplayed() throws SQLException {
        Map<Integer, Long> before = new HashMap<>();
        for (int i = 0; i < count; i++) {
            before.put(i, rows(i));
        }
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
            for (int i = 0; i < count; i++) {
                if (rows(i) <= before.getOrDefault(i, 0L)) {
                    return false;
                }
            }
            return true;
        });
    }

    private long rows(int number) throws SQLException {
        Server server = new Server(target);
        boolean isThere = !server.rows("SELECT 1 FROM information_schema.tables WHERE table_schema = '"
                        + database(number) + "' AND table_name = 'ledger'")
                .isEmpty();
        return isThere ? Long.parseLong(server.value("SELECT count(*) FROM " + database(number) + ".ledger")) : -1;
    }

    /** Stops writing, waits until the targets have everything, and returns descriptions of the differences; empty if there are none. */
    List<String> differences() throws Exception {
        isWriting = false;
        for (Thread writer : writers) {
            writer.join();
        }
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            long expected = Long.parseLong(new Server(source).value("SELECT count(*) FROM " + database(i) + ".ledger"));
            await(database(i) + " has " + expected + " rows")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> rows(number) >= expected);
            ComparisonResult result = new ContentComparison(source, target, 5).compare(database(i));
            if (!result.equal()) {
                differences.add(database(i) + ": " + result.firstDifferences());
            }
            new Server(target)
                    .rows("SELECT number FROM " + database(i) + ".ledger GROUP BY number HAVING count(*) > 1")
                    .forEach(twice -> differences.add(database(number) + " has number " + twice + " twice"));
        }
        return differences;
    }

    @Override
    public void close() {
        isWriting = false;
    }
}
