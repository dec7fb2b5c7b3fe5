package io.gaussferry.app.http;

import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.status.PipelineStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at a replay once a second, and remembers the last ten minutes. Thread-safe. */
final class Sampler {

    private static final int KEPT = 600;

    private final Replay replay;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long lastRows;
    private long lastTransactions;
    private long lastNanos = System.nanoTime();

    /**
     * One second of a replay.
     *
     * @param at its end
     * @param rowsPerSecond row changes that were committed in it
     * @param transactionsPerSecond source transactions that were committed in it
     * @param lagSeconds the lag at its end
     * @param behindTransactions what the target lacked a few seconds before; null if not known
     */
    record Sample(
            Instant at,
            double rowsPerSecond,
            double transactionsPerSecond,
            double lagSeconds,
            @Nullable Long behindTransactions) {

        static final Sample NONE = new Sample(Instant.EPOCH, 0, 0, 0, null);
    }

    Sampler(Replay replay) {
        this.replay = replay;
    }

    /** To be called once a second. */
    void sample() {
        ReplayStatistics.Snapshot now = replay.statistics().snapshot();
        PipelineStatus status = replay.pipeline().status();
        synchronized (this) {
            long nanos = System.nanoTime();
            // the machine may have been too busy for a tick in time: what counts is the time that has passed
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
            if (samples.size() == KEPT) {
                samples.removeFirst();
            }
            samples.addLast(sample);
        }
    }

    /** Returns the last second. */
    synchronized Sample last() {
        Sample last = samples.peekLast();
        return last == null ? Sample.NONE : last;
    }

    /** Returns what is remembered, the oldest first. */
    synchronized List<Sample> history() {
        return List.copyOf(samples);
    }
}
