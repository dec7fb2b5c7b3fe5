package io.gaussferry.pipeline.status;

import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the source's executed GTIDs at intervals, to count the transactions that the target lacks, including those that
 * were not read yet. For display only: the count is missing while the source does not answer. Thread-safe.
 */
public final class SourceHead {

    private static final Logger LOG = LoggerFactory.getLogger(SourceHead.class);

    private static final Duration BETWEEN_READS = Duration.ofSeconds(2);

    private final Thread thread = new Thread(this::watch, "source-head");
    private volatile @Nullable Followed followed;
    private volatile @Nullable Long behind;

    /** The source and the progress of one run. */
    private record Followed(SourceSettings server, GtidSet executedBefore, LongSupplier committed) {}

    /** Creates an instance that reads from no source yet. */
    public SourceHead() {
        thread.setDaemon(true);
    }

    /** Starts the thread. Called once. */
    public void start() {
        thread.start();
    }

    /**
     * Sets the source, and the progress of a run.
     *
     * @param server the server to read from
     * @param executedBefore the target's transactions at the start of the run
     * @param committed returns the number of transactions committed since then
     */
    void follow(SourceSettings server, GtidSet executedBefore, LongSupplier committed) {
        followed = new Followed(server, executedBefore, committed);
    }

    /** Returns how many of the source's transactions the target lacked at the last read; null if unknown. */
    @Nullable
    Long behind() {
        return behind;
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            Followed now = followed;
            try {
                if (now != null) {
                    readFrom(now);
                }
                Thread.sleep(BETWEEN_READS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Reads over one connection until the run or the connection ends. */
    private void readFrom(Followed run) throws InterruptedException {
        try (Connection source = SourceConnections.openForMonitoring(run.server())) {
            SourceDialect dialect = SourceDialect.of(source);
            while (run.equals(followed)) {
                // read before the source's GTIDs, so that a commit between the two reads does not hide a lacking
                // transaction
                long committed = run.committed().getAsLong();
                GtidSet lacking = dialect.counted(source).minus(run.executedBefore());
                behind = Math.max(0, lacking.count() - committed);
                Thread.sleep(BETWEEN_READS.toMillis());
            }
        } catch (SQLException | IllegalArgumentException e) {
            LOG.debug("Cannot read the source's executed GTIDs: {}", e.getMessage());
            behind = null;
        }
    }

    /** Ends the thread. */
    public void stop() {
        thread.interrupt();
    }
}
