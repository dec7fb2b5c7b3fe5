package io.gaussferry.bench.baseline;

import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.ChangedTransaction;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The baseline that the daemon is measured against: the method of the reference tool. Every row is a prepared, autocommitted
 * statement with the server's own durability. Each transaction runs on one of the connections, concurrently with all others
 * that MySQL's logical clock allows: it starts when its {@code last_committed} is below the sequence number of every running
 * one. Reading the binlog and connecting are not timed. Confined to one thread.
 */
public final class Baseline implements AutoCloseable {
    /** Limits a slice in time: with little concurrency, the full number of rows would take minutes. */
    private static final Duration MAXIMUM_SLICE = Duration.ofSeconds(3);

    /** Rows of a slice of a whole backlog. */
    private static final long READ_AT_ONCE = 20_000;

    private final BinlogReader reader;
    private final boolean isMySql;
    private final ArrayDeque<ChangedTransaction> waiting = new ArrayDeque<>();
    private final List<Connection> connections = new ArrayList<>();
    private final BlockingQueue<RowStatements> idle;
    private final ExecutorService threads;
    private final Object lock = new Object();
    private final TreeSet<Long> running = new TreeSet<>();
    private @Nullable Throwable failure;
    private int file;

    /**
     * Connects to the server.
     *
     * @param reader reads the backlog from its start; owned by this object
     * @param schema schema with identical tables in their state at the start of the backlog
     * @param isMySql whether the server is MySQL: each source transaction is then committed as one, as in reverse replication
     */
    public Baseline(BinlogReader reader, ServerAddress target, String schema, int connectionCount, boolean isMySql)
            throws SQLException {
        this.reader = reader;
        this.isMySql = isMySql;
        this.idle = new ArrayBlockingQueue<>(connectionCount);
        this.threads = Executors.newFixedThreadPool(connectionCount);
        try {
            for (int number = 0; number < connectionCount; number++) {
                Connection connection = target.open();
                connections.add(connection);
                connection.setAutoCommit(!isMySql);
                idle.add(new RowStatements(connection, schema, isMySql));
            }
        } catch (SQLException broken) {
            close();
            throw broken;
        }
    }

    /**
     * A measured slice.
     *
     * @param rows rows in the slice
     * @param seconds duration of the slice
     */
    public record Slice(long rows, double seconds) {}

    /** Executes all transactions of the backlog; returns the time of their execution in seconds. */
    public double measureAll() throws SQLException, IOException, InterruptedException {
        double seconds = 0;
        for (Slice slice = measure(READ_AT_ONCE); slice.rows() > 0; slice = measure(READ_AT_ONCE)) {
            seconds += slice.seconds();
        }
        return seconds;
    }

    /** Executes the next transactions of the backlog: the given number of rows, or as many as fit into a few seconds. */
    public Slice measure(long rowCount) throws SQLException, IOException, InterruptedException {
        readAhead(rowCount);
        long start = System.nanoTime();
        long rows = execute(rowCount);
        return new Slice(rows, (System.nanoTime() - start) / 1e9);
    }

    private void readAhead(long rowCount) throws IOException, InterruptedException {
        long rows = waiting.stream().mapToLong(one -> one.changes().size()).sum();
        while (rows < rowCount) {
            ChangedTransaction transaction = reader.next();
            if (transaction == null) {
                return;
            }
            waiting.add(transaction);
            rows += transaction.changes().size();
        }
    }

    /** Returns the number of executed rows; the remaining transactions are left to the next slice. */
    private long execute(long rowCount) throws SQLException, InterruptedException {
        List<Future<?>> started = new ArrayList<>();
        long end = System.nanoTime() + MAXIMUM_SLICE.toNanos();
        long rows = 0;
        while (rows < rowCount && !waiting.isEmpty() && System.nanoTime() - end < 0) {
            ChangedTransaction transaction = waiting.getFirst();
            if (transaction.file() != file) {
                file = transaction.file();
                awaitAllAbove(Long.MAX_VALUE);
            }
            RowStatements connection = idle.take();
            awaitAllAbove(transaction.lastCommitted());
            synchronized (lock) {
                if (failure != null) {
                    idle.add(connection);
                    break;
                }
                running.add(transaction.sequenceNumber());
            }
            waiting.removeFirst();
            rows += transaction.changes().size();
            started.add(threads.submit(() -> execute(transaction, connection)));
        }
        for (Future<?> one : started) {
            try {
                one.get();
            } catch (ExecutionException broken) {
                throw new SQLException("the baseline failed: " + broken.getCause(), broken.getCause());
            }
        }
        return rows;
    }

    /** Waits until every running transaction has a greater sequence number. */
    private void awaitAllAbove(long lastCommitted) throws InterruptedException {
        synchronized (lock) {
            while (failure == null && !running.isEmpty() && running.first() <= lastCommitted) {
                lock.wait();
            }
        }
    }

    /** Returns a value only to be a Callable, which may throw the driver's exceptions. */
    private boolean execute(ChangedTransaction transaction, RowStatements connection) throws SQLException {
        @Nullable Throwable broken = null;
        try {
            connection.execute(transaction.changes());
            if (isMySql) {
                connection.commit();
            }
            return true;
        } catch (SQLException | RuntimeException cause) {
            broken = cause;
            throw cause;
        } finally {
            synchronized (lock) {
                if (failure == null) {
                    failure = broken;
                }
                running.remove(transaction.sequenceNumber());
                lock.notifyAll();
            }
            idle.add(connection);
        }
    }

    @Override
    public void close() throws SQLException {
        threads.shutdownNow();
        reader.close();
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
