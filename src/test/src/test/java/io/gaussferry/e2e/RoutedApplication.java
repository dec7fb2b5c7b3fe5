package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * An application with a connection pool, which knows nothing of a migration: it repeats a transaction that failed. Counts the errors that it receives,
 * and measures the longest time from the start of a transaction to its acknowledgement, repetitions included.
 */
final class RoutedApplication implements AutoCloseable {

    static final int WRITERS = 4;

    private static final int PAUSE_MILLIS = 10;

    private final DataSource pool;
    private final String schema;
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final Map<String, Integer> errors = new ConcurrentHashMap<>();
    private final AtomicLong longestNanos = new AtomicLong();

    /** @param pool gives connections in which the migration's tables are those of its schema */
    RoutedApplication(Migration migration, DataSource pool) {
        this.pool = pool;
        this.schema = migration.database();
    }

    /** Creates the tables, which the application's account may change. */
    static void createTables(Migration migration) throws SQLException {
        migration.createApplicationAccount();
        migration.source(
                "CREATE TABLE sale (id BIGINT PRIMARY KEY AUTO_INCREMENT, writer INT NOT NULL, number BIGINT NOT NULL)",
                "CREATE TABLE total (writer INT PRIMARY KEY, sales BIGINT NOT NULL)");
        for (int writer = 0; writer < WRITERS; writer++) {
            migration.source("INSERT INTO total VALUES (" + writer + ", 0)");
        }
    }

    /** Creates a pool with HikariCP's defaults, of as many connections as there are writers. */
    static HikariDataSource pool(ServerAddress server) {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(server.url());
        configuration.setUsername(server.user());
        configuration.setPassword(server.password());
        configuration.setMaximumPoolSize(WRITERS);
        configuration.setInitializationFailTimeout(-1);
        if (server.isTarget()) {
            configuration.addDataSourceProperty("loggerLevel", "OFF");
        }
        return new HikariDataSource(configuration);
    }

    void start() {
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> serve(writer), "application-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void serve(int writer) {
        try {
            for (long number = 1; !done.get(); number++) {
                long started = System.nanoTime();
                while (!write(writer, number) && !done.get()) {
                    Thread.sleep(PAUSE_MILLIS);
                }
                longestNanos.accumulateAndGet(System.nanoTime() - started, Math::max);
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Executes one transaction; returns false if it has to be repeated. */
    private boolean write(int writer, long number) {
        boolean commits = false;
        String receipt = writer + "|" + number;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO " + schema + ".sale (writer, number) VALUES (?, ?)", writer, number);
            execute(connection, "UPDATE " + schema + ".total SET sales = sales + 1 WHERE writer = ?", writer);
            commits = true;
            connection.commit();
            acknowledged.add(receipt);
            return true;
        } catch (SQLException e) {
            String state = String.valueOf(e.getSQLState());
            errors.merge(kind(e, state), 1, Integer::sum);
            boolean isUnknown = commits && (e.getSQLState() == null || state.startsWith("08"));
            if (isUnknown) {
                uncertain.add(receipt);
            }
            return isUnknown || acknowledged.contains(receipt);
        }
    }

    private static void execute(Connection connection, String sql, long... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setLong(i + 1, values[i]);
            }
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private static String kind(SQLException e, String state) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return state + " "
                + message.substring(0, Math.min(message.length(), 70)).strip();
    }

    void awaitTransactions(int more) {
        long wanted = (long) acknowledged.size() + more;
        await("the application; its errors: " + errors)
                .atMost(Daemon.PATIENCE)
                .until(() -> acknowledged.size() >= wanted);
    }

    /** Returns the errors since the last call, by kind, and prints them with the longest pause since then. */
    Map<String, Integer> report(String what) {
        Map<String, Integer> received = Map.copyOf(errors);
        errors.clear();
        System.out.printf(
                Locale.ROOT, "%s: longest pause %.2f s, errors %s%n", what, longestNanos.getAndSet(0) / 1e9, received);
        return received;
    }

    /** Returns whether all writers have waited for half a second. */
    boolean isWaiting() throws InterruptedException {
        int before = acknowledged.size();
        Thread.sleep(500);
        return acknowledged.size() == before;
    }

    void stop() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            thread.join(Daemon.PATIENCE.toMillis());
        }
    }

    /** Requires of a stopped application's rows that every acknowledged transaction is there once, whole, and no others exist. */
    void requireEachOnce(Connection side) throws SQLException {
        Set<String> found = new TreeSet<>();
        for (String receipt : Server.rows(side, "SELECT writer, number FROM " + schema + ".sale")) {
            assertThat(found.add(receipt)).as("written twice: " + receipt).isTrue();
        }
        assertThat(found).as("every acknowledged transaction").containsAll(acknowledged);
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        assertThat(found).as("present but not acknowledged").isEmpty();
        assertThat(Server.rows(side, "SELECT SUM(sales) FROM " + schema + ".total"))
                .isEqualTo(Server.rows(side, "SELECT COUNT(*) FROM " + schema + ".sale"));
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
