package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Both listeners number commits by themselves: one must never get the number of the other. */
class PairedListenerTest {

    private static final Set<TableId> TABLES = Set.of(new TableId("s", "t"));

    /** Records which of its numbers were committed. */
    private static final class Recorder implements CommitListener {

        private final AtomicLong next;
        private final Set<Long> open = ConcurrentHashMap.newKeySet();
        private final Set<Long> committed = ConcurrentHashMap.newKeySet();

        Recorder(long first) {
            this.next = new AtomicLong(first);
        }

        @Override
        public long committing() {
            long number = next.getAndIncrement();
            open.add(number);
            return number;
        }

        @Override
        public void committed(long commit, Iterable<RowChange> changes) {
            end(commit);
        }

        @Override
        public void committed(long commit, Set<TableId> tables) {
            end(commit);
        }

        private void end(long commit) {
            assertThat(open.remove(commit)).as("commit %s is open", commit).isTrue();
            committed.add(commit);
        }
    }

    private final Recorder first = new Recorder(0);
    private final Recorder second = new Recorder(1_000);
    private final PairedListener pair = new PairedListener(first, second);

    @Test
    void endsCommitsOfBothInAnyOrder() {
        long one = pair.committing();
        long two = pair.committing();
        long three = pair.committing();
        pair.committed(two, List.of());
        pair.committed(one, TABLES);
        assertThat(first.committed).containsExactlyInAnyOrder(0L, 1L);
        assertThat(second.committed).containsExactlyInAnyOrder(1_000L, 1_001L);
        assertThat(first.open)
                .as("its answer was lost: both listeners keep it open")
                .containsExactly(three);
        assertThat(second.open).containsExactly(1_002L);
    }

    @Test
    void numbersConcurrentCommits() throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> appliers = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int applier = 0; applier < 4; applier++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    IntStream.range(0, 500).forEach(i -> pair.committed(pair.committing(), List.of()));
                } catch (InterruptedException | AssertionError e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            });
            appliers.add(thread);
            thread.start();
        }
        start.countDown();
        for (Thread applier : appliers) {
            applier.join();
        }
        assertThat(failures).isEmpty();
        assertThat(first.committed).hasSize(2_000);
        assertThat(second.committed).hasSize(2_000);
        assertThat(second.open).isEmpty();
    }
}
