package io.gaussferry.pipeline.status;

import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the source now and then what it has executed, so that it is known how many transactions the target lacks, those included
 * that were not read yet. It is to be looked at only: where the source does not answer, the figure is missing. Thread-safe.
 */
public final class SourceHead {

    private static final Logger LOG = LoggerFactory.getLogger(SourceHead.class);

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(2);

    private final Thread thread = new Thread(this::watch, "source-head");
    private volatile @Nullable Followed followed;
    private volatile @Nullable Long behind;

    /** What one run follows. */
    private record Followed(SourceSettings server, GtidSet executedBefore, LongSupplier committed) {}

    /** Makes one that asks nobody yet. */
    public SourceHead() {
        thread.setDaemon(true);
    }

    /** To be called once. */
    public void start() {
        thread.start();
    }

    /**
     * From now on, this is what the target has.
     *
     * @param server who is asked
     * @param executedBefore what the target had at the beginning of the run
     * @param committed how many transactions were committed since then
     */
    void follow(SourceSettings server, GtidSet executedBefore, LongSupplier committed) {
        followed = new Followed(server, executedBefore, committed);
    }

    /** Returns how many of the source's transactions the target lacked when the source was asked last; null if not known. */
    @Nullable
    Long behind() {
        return behind;
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            Followed now = followed;
            try {
                if (now != null) {
                    ask(now);
                }
                Thread.sleep(BETWEEN_QUESTIONS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Asks over one connection for as long as a run and the connection last. */
    private void ask(Followed run) throws InterruptedException {
        try (Connection source = SourceConnections.openToWatch(run.server());
                Statement statement = source.createStatement()) {
            while (run.equals(followed)) {
                // first, so that what is executed and committed meanwhile does not hide a transaction that is lacking
                long committed = run.committed().getAsLong();
                GtidSet lacking = executed(statement).minus(run.executedBefore());
                behind = Math.max(0, lacking.count() - committed);
                Thread.sleep(BETWEEN_QUESTIONS.toMillis());
            }
        } catch (SQLException | IllegalArgumentException e) {
            LOG.debug("It is not known what the source has executed: {}", e.getMessage());
            behind = null;
        }
    }

    private static GtidSet executed(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return GtidSet.parse(row.getString(1));
        }
    }

    /** Asks no more. */
    public void stop() {
        thread.interrupt();
    }
}
