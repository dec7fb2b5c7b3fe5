package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An application of the first of the {@link FleetSources}: writes each transaction to the active side, with an account that the source's fence
 * refuses. Each has a unique number.
 */
final class FleetApplication implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int PAUSE_MILLIS = 5;
    private static final int FIRST = 1_000_000_000;
    private static final String DATABASE = FleetSources.database(0);

    private final ServerAddress source;
    private final ServerAddress target;
    private final AtomicLong toSource = new AtomicLong();
    private final AtomicLong toTarget = new AtomicLong();
    private final Thread thread = new Thread(this::write, "fleet-application");
    private volatile boolean isDone;
    private volatile @Nullable Exception failure;

    private FleetApplication(ServerAddress source, ServerAddress target) {
        this.source = source;
        this.target = target;
    }

    static FleetApplication start(ServerAddress source, ServerAddress target) throws SQLException {
        new Server(source)
                .execute(
                        "CREATE USER IF NOT EXISTS fleet_application IDENTIFIED BY 'written'",
                        "GRANT SELECT, INSERT, UPDATE ON " + DATABASE + ".* TO fleet_application");
        FleetApplication application = new FleetApplication(source, target);
        application.thread.setDaemon(true);
        application.thread.start();
        return application;
    }

    private void write() {
        @Nullable Connection connection = null;
        boolean isTarget = false;
        long number = FIRST;
        try {
            while (!isDone) {
                if (connection == null) {
                    connection = isTarget ? target.open() : openSource();
                    connection.setAutoCommit(false);
                }
                if (isWritten(connection, number)) {
                    (isTarget ? toTarget : toSource).incrementAndGet();
                    number++;
                } else {
                    closeRefused(connection);
                    connection = null;
                    isTarget = isSwitched();
                }
                Thread.sleep(PAUSE_MILLIS);
            }
            if (connection != null) {
                connection.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            failure = e;
        }
    }

    /** The fence may have ended the session: its rollback fails then. */
    private static void closeRefused(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            // nothing of the transaction was committed
        }
    }

    /** Returns whether the target is the active side: before the first cutover, it does not refuse writes. */
    private boolean isSwitched() throws SQLException {
        Server server = new Server(target);
        return !server.rows(
                                "SELECT 1 FROM information_schema.tables WHERE table_schema = 'gaussferry' AND table_name = 'cutover'")
                        .isEmpty()
                && !server.rows("SELECT 1 FROM gaussferry.cutover WHERE switched_at IS NOT NULL AND pipeline = '"
                                + FleetSources.CONNECTOR + "-" + FleetSources.name(0) + "'")
                        .isEmpty();
    }

    private Connection openSource() throws SQLException {
        return DriverManager.getConnection(source.url(), "fleet_application", "written");
    }

    /** Returns false if the side refuses writes. A commit whose response was lost is not repeated. */
    private static boolean isWritten(Connection connection, long number) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + DATABASE + ".ledger (number) VALUES (" + number + ")");
            statement.execute("UPDATE " + DATABASE + ".account SET last_number = " + number
                    + ", entries = entries + 1 WHERE id = " + number % 5);
        } catch (SQLException refused) {
            return false;
        }
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            // MySQL refuses the commit of a transaction that is older than its fence
            String message = String.valueOf(e.getMessage());
            if (message.contains("read-only") || message.contains("refuses writes")) {
                return false;
            }
            throw e;
        }
    }

    /** Waits until the source has accepted more transactions. */
    void awaitSource() {
        awaitMore(toSource, "the source accepts transactions");
    }

    /** Waits until the target has accepted more transactions. */
    void awaitTarget() {
        awaitMore(toTarget, "the target accepts transactions");
    }

    private void awaitMore(AtomicLong counter, String what) {
        long wanted = counter.get() + 20;
        await(what).atMost(PATIENCE).until(() -> counter.get() >= wanted || failure != null);
        assertThat(failure).isNull();
    }

    /** Stops writing, and requires that both sides get the same content, with each transaction once. */
    void requireEachOnceOnBothSides() throws Exception {
        isDone = true;
        thread.join();
        assertThat(failure).isNull();
        long expected = toSource.get() + toTarget.get();
        String count = "SELECT COUNT(*) FROM " + DATABASE + ".ledger WHERE number >= " + FIRST;
        await("both sides have " + expected + " transactions")
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(List.of(new Server(source).value(count), new Server(target).value(count)))
                                .containsOnly(Long.toString(expected)));
        assertThat(new Server(target)
                        .rows("SELECT number FROM " + DATABASE + ".ledger GROUP BY number HAVING COUNT(*) > 1"))
                .isEmpty();
        await("equal content")
                .atMost(PATIENCE)
                .until(() -> new ContentComparison(source, target, 5)
                        .compare(DATABASE)
                        .equal());
    }

    @Override
    public void close() {
        isDone = true;
    }
}
