package io.gaussferry.schedule.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guards: a stored fragment is taken, or the transaction stays incomplete. */
@Timeout(30)
class FragmentHandoverTest {

    private final ThreadMonitor monitor = new ThreadMonitor();
    private final FragmentHandover fragments = new FragmentHandover(monitor);
    private final Batch first = new Batch(1);
    private final Batch second = new Batch(2);

    /** Failed when {@code put} continued at the end of the order without checking whether the previous fragment was taken. */
    @Test
    void doesNotOverwriteFragmentAtEnd() throws InterruptedException {
        inside(() -> {
            fragments.put(first, false);
            fragments.end();
            assertThatThrownBy(() -> fragments.put(second, true)).isInstanceOf(InterruptedException.class);
            assertThat(fragments.take()).isSameAs(first);
            assertThatThrownBy(fragments::take).as("the last part").isInstanceOf(InterruptedException.class);
        });
    }

    /** Failed when {@code take} returned a stored fragment after an abort, or reported the end of the transaction. */
    @Test
    void takesNothingAfterAbort() throws InterruptedException {
        inside(() -> {
            fragments.put(first, true);
            fragments.abort();
            assertThatThrownBy(fragments::take).isInstanceOf(InterruptedException.class);
        });
        FragmentHandover complete = new FragmentHandover(monitor);
        inside(() -> {
            complete.put(first, true);
            assertThat(complete.take()).isSameAs(first);
            complete.abort();
            assertThatThrownBy(complete::take).isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> complete.put(second, true)).isInstanceOf(InterruptedException.class);
        });
    }

    @Test
    void interruptsBothSidesOnAbort() throws InterruptedException {
        inside(() -> fragments.put(first, false));
        Thread puts = LargeTransactions.inBackground(() -> inside(() -> fragments.put(second, true)));
        FragmentHandover empty = new FragmentHandover(monitor);
        Thread takes = LargeTransactions.inBackground(() -> inside(empty::take));
        inside(() -> {
            fragments.abort();
            empty.abort();
        });
        puts.join();
        takes.join();
        inside(() -> assertThatThrownBy(fragments::take).isInstanceOf(InterruptedException.class));
    }

    @Test
    void handsOverConsecutiveTransactions() throws InterruptedException {
        for (int transaction = 0; transaction < 3; transaction++) {
            Thread puts = LargeTransactions.inBackground(() -> {
                inside(() -> fragments.put(first, false));
                inside(() -> fragments.put(second, true));
            });
            inside(() -> {
                assertThat(fragments.take()).isSameAs(first);
                assertThat(fragments.take()).isSameAs(second);
                assertThat(fragments.take()).isNull();
            });
            puts.join();
        }
    }

    private void inside(LargeTransactions.Work work) throws InterruptedException {
        monitor.enter();
        try {
            work.run();
        } finally {
            monitor.leave();
        }
    }
}
