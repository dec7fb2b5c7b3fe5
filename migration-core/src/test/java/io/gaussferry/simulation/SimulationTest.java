package io.gaussferry.simulation;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Replays random histories on simulated threads and servers: tables with and without keys, NULL in unique keys, swapped
 * unique values, hot rows, long chains of changes of one row, large transactions in parts, a constraint that only the
 * target has; lost connections, deadlocks, ambiguous commits, kills, and a second daemon that takes over. Compares the
 * target with the source's history after every commit.
 *
 * <p>The test fails within 300 histories if any one of these is removed (each was tried): both images in the write set
 * ({@code RowSplitter.split}), the table's hash for rows without a key ({@code TableWriteSet.addTable}), the wait for
 * the commit order ({@code CommitOrder.awaitCommitOrder}), the barriers around a large transaction
 * ({@code CommitOrder.append}, {@code appendFragment}), each coalescing step of {@code NetChanges}, progress in the
 * transaction of the data ({@code Applier.updateProgress}), the clock's wait for the preceding file
 * ({@code LogicalClock.sequenceToWaitFor}), and the ownership check before a failure is reported
 * ({@code Applier.applyInCommitOrder}). Unique keys in the write set and shared uses have a second defence: without
 * them the target rejects the batch, which is then retried in commit order.
 *
 * <p>{@code -Dgaussferry.seed=N} starts with another history, {@code -Dgaussferry.histories=N} sets their number.
 */
class SimulationTest {

    private static final int HISTORIES = Integer.getInteger("gaussferry.histories", 150);

    @Test
    @Timeout(1_500)
    void showsStatesOfSourceAndAppliesEveryTransactionOnce() {
        replay(false);
    }

    /** Replays all histories, optionally starting from copied rows. */
    static void replay(boolean fromCopy) {
        long first = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println((fromCopy ? "CopySimulationTest" : "SimulationTest") + ": -Dgaussferry.seed=" + first
                + " -Dgaussferry.histories=" + HISTORIES);
        SplittableRandom seeds = new SplittableRandom(first);
        for (int i = 0; i < HISTORIES; i++) {
            long seed = i == 0 ? first : seeds.nextLong();
            try {
                new Simulation(seed, fromCopy).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "history " + (i + 1) + ", reproduce with -Dgaussferry.seed=" + seed
                                + " -Dgaussferry.histories=1: " + e.getMessage(),
                        e);
            }
        }
    }
}
