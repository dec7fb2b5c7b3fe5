package io.gaussferry.schedule.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.ApplierProgress;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.testing.Transactions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommitWindowTest {

    private static final int APPLIERS = 4;
    private static final Progress NOTHING = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));

    /**
     * An applier that stands still, and another that goes on. With the set of all transactions in every row, 30,000 commits took minutes here,
     * and a row had 150 KB.
     */
    @Test
    void a_commit_costs_no_more_because_another_applier_is_stuck() {
        CommitWindow window = new CommitWindow(NOTHING, APPLIERS);
        int size = 30_000;
        window.append(Transactions.transaction(1), 0);
        for (int number = 2; number <= size; number++) {
            window.append(Transactions.transaction(number), 1 + number % 3);
        }
        long begun = System.nanoTime();
        int longest = 0;
        for (int number = 2; number <= size; number++) {
            int applier = 1 + number % 3;
            longest = Math.max(longest, length(window.progress(applier, 1)));
            window.committed(applier, 1);
        }
        assertThat(longest).as("characters of the longest row").isLessThan(6_000);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        assertThat(window.lowWaterSequence()).isZero();
        window.committed(0, 1);
        assertThat(window.lowWaterSequence()).isEqualTo(size);
        assertThat(window.size()).isZero();
    }

    private static int length(ApplierProgress progress) {
        return progress.upTo().executed().length() + progress.ahead().length();
    }

    /** Whatever the order of commits, the rows together say what is committed, and each says nothing that is not. */
    @Test
    void the_rows_of_all_appliers_together_are_what_is_committed() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 50; round++) {
            CommitWindow window = new CommitWindow(NOTHING, APPLIERS);
            @Nullable ApplierProgress[] rows = new ApplierProgress[APPLIERS];
            int[] waiting = new int[APPLIERS];
            GtidSet expected = new GtidSet();
            List<Deque<Long>> numbers = new ArrayList<>();
            for (int applier = 0; applier < APPLIERS; applier++) {
                numbers.add(new ArrayDeque<>());
            }
            long next = 1;
            for (int step = 0; step < 300; step++) {
                int applier = random.nextInt(APPLIERS);
                if (random.nextInt(5) < 2 || waiting[applier] == 0) {
                    window.append(Transactions.transaction(next), applier);
                    numbers.get(applier).add(next++);
                    waiting[applier]++;
                    continue;
                }
                int count = 1 + random.nextInt(waiting[applier]);
                rows[applier] = window.progress(applier, count);
                window.committed(applier, count);
                waiting[applier] -= count;
                for (int i = 0; i < count; i++) {
                    expected.add(Transactions.transaction(numbers.get(applier).removeFirst())
                            .gtid());
                }
                GtidSet union = new GtidSet();
                for (ApplierProgress row : rows) {
                    if (row != null) {
                        union.addAll(row.executedSet());
                    }
                }
                assertThat(union).as("seed " + seed).isEqualTo(expected);
            }
        }
    }
}
