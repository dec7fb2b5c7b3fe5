package io.gaussferry.cutover;

import io.gaussferry.cutover.objects.ReplayGate;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.ReverseRehearsal;
import java.time.Duration;

/**
 * Makes a round trip of reverse replication while writers write to the source. Replication waits meanwhile: a new slot waits for the
 * target's transactions, and none runs when a cutover creates it.
 *
 * @param isApplied whether the row is written to MySQL
 */
record SlotMeasurement(ReverseRehearsal rehearsal, ReplayGate replay, boolean isApplied) {

    private static final Duration LONGEST_HOLD = Duration.ofSeconds(20);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final Duration LONGEST_LAG_WAIT = Duration.ofSeconds(30);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Below, the remaining transactions are those that arrive now. */
    private static final double SHORT_LAG_SECONDS = 0.2;

    /** Makes the round trip, and waits until replication has caught up. */
    ReverseRehearsal.Result run(StepControl control) throws InterruptedException {
        ReverseRehearsal.Result result;
        replay.hold();
        try {
            await(LONGEST_WAIT, control, replay::isIdle);
            result = rehearsal.run(isApplied, LONGEST_HOLD);
        } finally {
            replay.release();
        }
        await(LONGEST_LAG_WAIT, control, () -> replay.lagSeconds() < SHORT_LAG_SECONDS);
        return result;
    }

    private interface Condition {
        boolean holds();
    }

    /** Waits at most for the given time; without the condition the measured time is only longer. */
    private static void await(Duration longest, StepControl control, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!condition.holds() && System.nanoTime() < end) {
            control.pause(POLL_INTERVAL);
        }
    }
}
