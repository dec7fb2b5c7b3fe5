package io.gaussferry.snapshot.source;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prevents workers from starting another range while the source is under load; a started range is copied to its end. Thread-safe. */
public final class SourceLoadThrottler {

    private static final Logger LOG = LoggerFactory.getLogger(SourceLoadThrottler.class);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final int allowed;
    private final int own;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean holding = new AtomicBoolean();

    /**
     * @param allowed {@code Threads_running} up to which ranges are started, without the copy's own threads; 0 for no limit
     * @param own the number of the source's threads that may belong to the copy
     */
    public SourceLoadThrottler(int allowed, int own) {
        this.allowed = allowed;
        this.own = own;
    }

    /**
     * Waits until a range may start, or until {@link #end}.
     *
     * @param source the worker's connection between two ranges: the status query is not part of its consistent read
     */
    public void await(Connection source) throws SQLException, InterruptedException {
        if (allowed == 0) {
            return;
        }
        while (true) {
            long running = threadsRunning(source);
            boolean busy = running > (long) allowed + own;
            if (holding.getAndSet(busy) != busy) {
                LOG.info("{} threads are running on the source: the copy {}", running, busy ? "waits" : "continues");
            }
            if (!busy || ended.await(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private static long threadsRunning(Connection source) throws SQLException {
        return Sql.only(source, row -> row.getLong(2), "SHOW GLOBAL STATUS LIKE 'Threads_running'");
    }

    /** Releases all waiting threads. */
    public void end() {
        ended.countDown();
    }
}
