package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import java.util.concurrent.TimeUnit;

/**
 * How long an open batch waits for more: while other appliers are at work, because small commits would take the time of those that are in
 * progress; and while replay is behind. Otherwise nothing waits, so latency stays low while there is no backlog.
 *
 * <p>One for each batch that is open at the same time; used inside the monitor.
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
    private boolean behind;
    private long untilNanos;

    Linger(Monitor monitor, BatchLimits limits) {
        this.monitor = monitor;
        this.worthwhileChanges = Math.max(1, limits.changes() / WORTHWHILE_DIVISOR);
    }

    /**
     * The open batch begins with this transaction. Whether replay is behind is told by the source's clock and ours: where they
     * differ, batches are larger or smaller than they need be, no more.
     */
    void begin(SourceTransaction first) {
        behind = monitor.currentMillis() - first.commitMicros() / 1_000 > BEHIND_MILLIS;
        untilNanos = monitor.nanoTime() + (behind ? BEHIND_NANOS : NANOS);
    }

    /** Returns whether a batch needs no more to be worth a commit. */
    boolean isWorthwhile(Batch batch) {
        return batch.changeCount() >= worthwhileChanges;
    }

    /**
     * Returns how long the open batch should still wait for more, nanoseconds: 0 or less for not at all.
     *
     * @param othersAtWork whether an applier executes a batch meanwhile
     */
    long nanosLeft(Batch open, boolean othersAtWork) {
        boolean waits = (othersAtWork || behind) && !isWorthwhile(open);
        return waits ? untilNanos - monitor.nanoTime() : 0;
    }
}
