package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Connections that write to the source until they are closed. Every transaction has a unique number, from 1; a transaction that the server rolls back
 * after a deadlock is repeated under its number.
 */
final class Writers implements AutoCloseable {

    /** Milliseconds between two transactions of a connection: some hundred transactions a second are enough to collide. */
    private static final long PAUSE_MILLIS = 1;

    private static final int ERROR_DEADLOCK = 1213;

    /** Writes one transaction without the commit. */
    interface Work {
        void write(Statement statement, long number) throws SQLException;
    }

    private final ScheduledExecutorService threads;
    private final List<Connection> connections = new ArrayList<>();
    private final Work work;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    private Writers(int connections, Work work) {
        this.threads = Executors.newScheduledThreadPool(connections);
        this.work = work;
    }

    static Writers start(Migration migration, int connections, Work work) throws SQLException {
        Writers writers = new Writers(connections, work);
        for (int i = 0; i < connections; i++) {
            Connection connection = migration.openSource();
            connection.setAutoCommit(false);
            writers.connections.add(connection);
            ScheduledFuture<?> unused = writers.threads.scheduleWithFixedDelay(
                    () -> writers.write(connection), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        return writers;
    }

    private void write(Connection connection) {
        long number = numbers.incrementAndGet();
        try (Statement statement = connection.createStatement()) {
            while (!tryToWrite(connection, statement, number)) {
                connection.rollback();
            }
            committed.incrementAndGet();
        } catch (SQLException | RuntimeException e) {
            failure.compareAndSet(null, e);
            threads.shutdown();
        }
    }

    private boolean tryToWrite(Connection connection, Statement statement, long number) throws SQLException {
        try {
            work.write(statement, number);
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == ERROR_DEADLOCK) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the number of committed transactions. */
    long committed() throws Exception {
        Exception cause = failure.get();
        if (cause != null) {
            throw cause;
        }
        return committed.get();
    }

    /** Waits for that many more transactions. */
    void awaitCommitted(long more) throws Exception {
        long wanted = committed() + more;
        await().atMost(Daemon.PATIENCE).until(() -> committed() >= wanted);
    }

    /** Closes all connections after their current transaction, and returns the number of committed transactions. */
    long stop() throws Exception {
        threads.shutdown();
        if (!threads.awaitTermination(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The writers do not stop");
        }
        return committed();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException serverIsGone) {
                // then the connection is closed too; a test that needs the number has called committed()
                continue;
            }
        }
    }
}
