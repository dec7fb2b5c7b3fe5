package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import java.util.concurrent.TimeUnit;

/**
 * Determines how long an open batch waits for more transactions: while other appliers are executing, because small commits would delay
 * those in progress; and while replay lags. Otherwise a batch does not wait, so latency stays low without a backlog.
 *
 * <p>One instance for each batch that is open at the same time; used inside the monitor.
 */
final class Linger {

    /** A batch is worth a commit when it reaches this fraction of a full one... */
    private static final int WORTHWHILE_DIVISOR = 2;
    /** ...or has waited for this time, nanoseconds. */
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    /** While replay lags by more than this, milliseconds... */
    private static final long BEHIND_MILLIS = 500;
    /** ...it waits longer, nanoseconds: catching up needs large batches, and latency is high already. */
    private static final long BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final Monitor monitor;
    private final int worthwhileChanges;
    private boolean behind;
    private long untilNanos;

    Linger(Monitor monitor, BatchLimits limits) {
        this.monitor = monitor;
        this.worthwhileChanges = Math.max(1, limits.changes() / WORTHWHILE_DIVISOR);
    }

    /**
     * Starts the open batch with a transaction. The lag is the difference between the source's clock and the local one; a clock skew only
     * makes batches larger or smaller than necessary.
     */
    void start(SourceTransaction first) {
        behind = monitor.currentMillis() - first.commitMicros() / 1_000 > BEHIND_MILLIS;
        untilNanos = monitor.nanoTime() + (behind ? BEHIND_NANOS : NANOS);
    }

    /** Returns whether a batch is large enough for a commit. */
    boolean isWorthwhile(Batch batch) {
        return batch.changeCount() >= worthwhileChanges;
    }

    /**
     * Returns how long the open batch should still wait for more transactions, nanoseconds; 0 or less for not at all.
     *
     * @param othersAreExecuting whether an applier is executing another batch
     */
    long nanosLeft(Batch open, boolean othersAreExecuting) {
        boolean waits = (othersAreExecuting || behind) && !isWorthwhile(open);
        return waits ? untilNanos - monitor.nanoTime() : 0;
    }
}
