package io.gaussferry.snapshot.source;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets no worker begin another range while the source has much to do; a range that has begun is copied to its end. Thread-safe. */
public final class SourceLoadThrottler {

    private static final Logger LOG = LoggerFactory.getLogger(SourceLoadThrottler.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final int allowed;
    private final int own;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean holding = new AtomicBoolean();

    /**
     * @param allowed up to which {@code Threads_running} ranges are begun, the copy's own not counted; 0 for no limit
     * @param own how many of the source's threads may be the copy's
     */
    public SourceLoadThrottler(int allowed, int own) {
        this.allowed = allowed;
        this.own = own;
    }

    /**
     * Waits until a range may begin, or until {@link #end}.
     *
     * @param source the worker's connection, between two ranges: what is asked has no part in its consistent read
     */
    public void await(Connection source) throws SQLException, InterruptedException {
        if (allowed == 0) {
            return;
        }
        while (true) {
            long running = threadsRunning(source);
            boolean busy = running > (long) allowed + own;
            if (holding.getAndSet(busy) != busy) {
                LOG.info("{} threads run on the source: the copy {}", running, busy ? "waits" : "goes on");
            }
            if (!busy || ended.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private static long threadsRunning(Connection source) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Threads_running'")) {
            row.next();
            return row.getLong(2);
        }
    }

    /** Lets nobody wait any more. */
    public void end() {
        ended.countDown();
    }
}
