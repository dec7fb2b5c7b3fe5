package io.gaussferry.schedule.observe;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** How often and how long appliers waited for each other, and how often a batch had to be executed again. Thread-safe. */
public final class WaitTimes {

    /** Less than this is the cost of asking. */
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** What an applier waits for. */
    public enum Reason {
        /** The commit of batches that touch the same keys. */
        DEPENDENCY,
        /** Its turn to commit. */
        TURN,
        /** The commit of all earlier batches, to execute again what was rolled back. */
        PREDECESSORS
    }

    private final LongAdder[] waits = adders();
    private final LongAdder[] nanos = adders();
    private final LongAdder rollbacks = new LongAdder();

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[Reason.values().length];
        Arrays.setAll(adders, reason -> new LongAdder());
        return adders;
    }

    void waited(Reason reason, long duration) {
        if (duration >= SHORTEST_NANOS) {
            waits[reason.ordinal()].increment();
            nanos[reason.ordinal()].add(duration);
        }
    }

    void rolledBack() {
        rollbacks.increment();
    }

    /** Returns how often an applier waited; only waits of at least 0.1 ms count. */
    public long waits(Reason reason) {
        return waits[reason.ordinal()].sum();
    }

    /** Returns how long appliers waited, in seconds, all together. */
    public double seconds(Reason reason) {
        return nanos[reason.ordinal()].sum() / 1e9;
    }

    /** Returns how often a batch was rolled back because the target refused it or others were in its way. */
    public long rollbacks() {
        return rollbacks.sum();
    }
}
