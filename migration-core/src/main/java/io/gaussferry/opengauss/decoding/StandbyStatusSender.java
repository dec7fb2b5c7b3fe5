package io.gaussferry.opengauss.decoding;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the last confirmation to the server while the reading thread is blocked by the recipient of the transactions:
 * a server that receives nothing for {@code wal_sender_timeout} (openGauss: six seconds) ends the connection. Has a
 * daemon thread of its own until it is closed.
 */
final class StandbyStatusSender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyStatusSender.class);

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final ReplicationStream stream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread thread = new Thread(this::run, "source-status");
    private boolean closed;
    private long received;
    private long durable;
    private long sentAt = System.nanoTime();

    StandbyStatusSender(ReplicationStream stream, long from) {
        this.stream = stream;
        this.received = from;
        this.durable = from;
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends a new confirmation: see {@link ReplicationStream#confirm}. */
    void confirm(long newReceived, long newDurable, boolean answer) throws SQLException {
        lock.lock();
        try {
            received = newReceived;
            durable = newDurable;
            sentAt = System.nanoTime();
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
                if (!closed && System.nanoTime() - sentAt >= INTERVAL.toNanos()) {
                    stream.confirm(received, durable, false);
                }
            }
        } catch (SQLException e) {
            // the reading thread also finds the connection broken
            LOG.debug("Could not send the status to the server: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Stops the thread soon; it may still be sending. */
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
