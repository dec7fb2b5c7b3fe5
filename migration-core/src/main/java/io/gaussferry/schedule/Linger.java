package io.gaussferry.schedule;

import io.gaussferry.source.SourceTransaction;
import java.util.concurrent.TimeUnit;

/**
 * How long an open batch waits for more: while other lanes are at work, because small commits would take the time of those that are in
 * progress; and while replay is behind. Otherwise nothing waits, so latency stays low while there is no backlog.
 */
final class Linger {

    /** A batch is worth a commit when it is this part of a full one... */
    private static final int WORTHWHILE_DIVISOR = 2;
    /** ...or has waited this long, nanoseconds. */
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    /** While replay is behind by more than this, milliseconds... */
    private static final long BEHIND_MILLIS = 500;
    /** ...it waits longer, nanoseconds: catching up needs large batches, and latency is lost already. */
    private static final long BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final Monitor monitor;
    private final int worthwhileChanges;

    Linger(Monitor monitor, BatchLimits limits) {
        this.monitor = monitor;
        this.worthwhileChanges = Math.max(1, limits.changes() / WORTHWHILE_DIVISOR);
    }

    boolean isWorthwhile(Batch batch) {
        return batch.changeCount() >= worthwhileChanges;
    }

    /**
     * Returns when a batch that begins with this transaction is not to wait any longer, by the monitor's clock. By the source's
     * clock and ours: where they differ, batches are larger or smaller than they need be, no more.
     */
    long end(SourceTransaction first) {
        return monitor.nanoTime() + (isBehind(first) ? BEHIND_NANOS : NANOS);
    }

    /** Returns whether a batch that begins with this transaction is to wait for more even with no other lane at work. */
    boolean isBehind(SourceTransaction first) {
        return monitor.currentMillis() - first.commitMicros() / 1_000 > BEHIND_MILLIS;
    }
}
