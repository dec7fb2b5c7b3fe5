package io.gaussferry.opengauss.decoding;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats to the server what it was told last, while the thread that reads is held up by whoever takes the transactions: a server that
 * hears nothing for {@code wal_sender_timeout} (openGauss: six seconds) ends the connection. Has a daemon thread of its own until it is
 * closed.
 */
final class StateSender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateSender.class);

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final ReplicationStream stream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread thread = new Thread(this::run, "source-state");
    private boolean closed;
    private long received;
    private long durable;
    private long toldAt = System.nanoTime();

    StateSender(ReplicationStream stream, long from) {
        this.stream = stream;
        this.received = from;
        this.durable = from;
        thread.setDaemon(true);
        thread.start();
    }

    /** Tells the server something new: see {@link ReplicationStream#confirm}. */
    void confirm(long newReceived, long newDurable, boolean answer) throws SQLException {
        lock.lock();
        try {
            received = newReceived;
            durable = newDurable;
            toldAt = System.nanoTime();
            stream.confirm(received, durable, answer);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        lock.lock();
        try {
            while (!closed) {
                boolean unused = closing.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                if (!closed && System.nanoTime() - toldAt >= INTERVAL.toNanos()) {
                    stream.confirm(received, durable, false);
                }
            }
        } catch (SQLException e) {
            // whoever reads finds the connection broken as well
            LOG.debug("The server could not be told the state: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread soon; it may still be sending. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
