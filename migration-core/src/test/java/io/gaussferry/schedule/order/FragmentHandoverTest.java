package io.gaussferry.schedule.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A part that was handed over is taken, or the transaction is never complete. */
@Timeout(30)
class FragmentHandoverTest {

    private final ThreadMonitor monitor = new ThreadMonitor();
    private final FragmentHandover fragments = new FragmentHandover(monitor);
    private final Batch first = new Batch(1);
    private final Batch second = new Batch(2);

    /** Failed when {@code put} went on at the end of the order without looking whether the part before it was taken. */
    @Test
    void the_end_of_the_order_does_not_let_a_part_take_the_place_of_another() throws InterruptedException {
        inside(() -> {
            fragments.put(first, false);
            fragments.end();
            assertThatThrownBy(() -> fragments.put(second, true)).isInstanceOf(InterruptedException.class);
            assertThat(fragments.take()).isSameAs(first);
            assertThatThrownBy(fragments::take).as("the last part").isInstanceOf(InterruptedException.class);
        });
    }

    /** Failed when {@code take} handed out what was there after an abort, or said that there was no more. */
    @Test
    void nothing_is_taken_after_an_abort() throws InterruptedException {
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
    void whoever_waits_on_either_side_is_thrown_out_by_an_abort() throws InterruptedException {
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
    void hands_over_one_transaction_after_the_other() throws InterruptedException {
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
