package io.gaussferry.simulation;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Replays random histories on simulated threads and servers: tables with and without keys, NULL in unique keys, swapped unique
 * values, hot rows, long chains of changes of one row, large transactions in parts, a constraint that only the target knows; lost
 * connections, deadlocks, ambiguous commits, kills, and a second daemon that takes over. After every commit the target is compared
 * with the source's history.
 *
 * <p>It fails within 300 histories when one of these is taken away, each tried: both images in the write set ({@code
 * RowSplitter.split}), the table's hash where rows have no key ({@code TableWriteSet.addTable}), the wait for the turn ({@code
 * CommitOrder.awaitCommitOrder}), the barriers around a large transaction ({@code CommitOrder.append}, {@code appendFragment}), each coalesce of
 * {@code NetChanges}, progress in the transaction of the data ({@code Applier.updateProgress}), the clock's wait for the file before
 * ({@code LogicalClock.comesAfter}), and the lease before a failure is reported ({@code Applier.applyInCommitOrder}). Unique keys in the write
 * set and shared uses are defended twice: without them the target refuses, and the batch is repeated in its turn.
 *
 * <p>{@code -Dgaussferry.seed=N} begins with another history, {@code -Dgaussferry.histories=N} replays more of them.
 */
class SimulationTest {

    private static final int HISTORIES = Integer.getInteger("gaussferry.histories", 300);

    @Test
    @Timeout(1_500)
    void every_commit_shows_what_the_source_had_and_every_transaction_is_there_once_at_the_end() {
        replay(false);
    }

    /** Replays all histories; each begins with copied rows if so wished. */
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
                        "history " + (i + 1) + ", repeat it with -Dgaussferry.seed=" + seed
                                + " -Dgaussferry.histories=1: " + e.getMessage(),
                        e);
            }
        }
    }
}
