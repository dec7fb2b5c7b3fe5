package io.gaussferry.status;

import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.status.PipelineStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples replication once a second and stores the last ten minutes. Thread-safe. */
public final class Sampler {

    private static final int CAPACITY = 600;

    private final DaemonView daemon;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long lastRows;
    private long lastTransactions;
    private long lastNanos = System.nanoTime();

    /**
     * One second of replication.
     *
     * @param at the end of the second
     * @param rowsPerSecond row changes committed during it
     * @param transactionsPerSecond source transactions committed during it
     * @param lagSeconds the lag at its end
     * @param behindTransactions transactions that the target lacked a few seconds earlier; null if unknown
     */
    public record Sample(
            Instant at,
            double rowsPerSecond,
            double transactionsPerSecond,
            double lagSeconds,
            @Nullable Long behindTransactions) {

        /** The sample before the first second has ended. */
        public static final Sample NONE = new Sample(Instant.EPOCH, 0, 0, 0, null);
    }

    /** Samples a pipeline. */
    public Sampler(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** Takes a sample; called once a second. */
    public void sample() {
        ReplayStatistics.Snapshot now = daemon.statistics().snapshot();
        PipelineStatus status = daemon.pipeline().status();
        synchronized (this) {
            long nanos = System.nanoTime();
            // a busy machine may delay a tick, so the rate uses the time that has really passed
            double seconds = Math.max(nanos - lastNanos, 1) / 1e9;
            Sample sample = new Sample(
                    Instant.now(),
                    (now.rows() - lastRows) / seconds,
                    (now.transactions() - lastTransactions) / seconds,
                    status.lagSeconds(),
                    status.behindTransactions());
            lastRows = now.rows();
            lastTransactions = now.transactions();
            lastNanos = nanos;
            if (samples.size() == CAPACITY) {
                samples.removeFirst();
            }
            samples.addLast(sample);
        }
    }

    /** Returns the newest sample. */
    public synchronized Sample last() {
        Sample last = samples.peekLast();
        return last == null ? Sample.NONE : last;
    }

    /** Returns the stored samples, oldest first. */
    public synchronized List<Sample> history() {
        return List.copyOf(samples);
    }
}
