package io.gaussferry.schedule.observe;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Number and duration of the appliers' waits for each other, and number of batches that were executed again. Thread-safe. */
public final class WaitTimes {

    /** Shorter waits only measure the cost of the call. */
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Reasons for waits of an applier. */
    public enum Reason {
        /** The commit of batches with common keys. */
        DEPENDENCY,
        /** The turn to commit. */
        TURN,
        /** The commit of all earlier batches before a batch that was rolled back is executed again. */
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

    /** Returns the number of waits of at least 0.1 ms. */
    public long waits(Reason reason) {
        return waits[reason.ordinal()].sum();
    }

    /** Returns the total duration of the appliers' waits in seconds. */
    public double seconds(Reason reason) {
        return nanos[reason.ordinal()].sum() / 1e9;
    }

    /** Returns the number of batches that were rolled back because the target rejected them or they blocked others. */
    public long rollbacks() {
        return rollbacks.sum();
    }
}
