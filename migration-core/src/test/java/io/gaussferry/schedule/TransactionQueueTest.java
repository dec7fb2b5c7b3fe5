package io.gaussferry.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.schedule.order.Monitor;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The source's thread waits while the queue is full; nothing that it accepted is lost or reordered. */
@Timeout(30)
class TransactionQueueTest {

    private static final int MAXIMUM = 200_000;
    private static final int LARGE = 150_000;

    private final List<String> events = new ArrayList<>();
    /** One permit for each wait that has started. */
    private final Semaphore waits = new Semaphore(0);

    private final TransactionQueue queue =
            new TransactionQueue(MAXIMUM, () -> events.add("connected"), new CountingMonitor());

    @Test
    void reportsConnection() {
        queue.connected();
        assertThat(events).containsExactly("connected");
    }

    @Test
    void passesOnSmallTransactionsTogether() throws Exception {
        queue.accept(transaction(1, 10));
        queue.accept(transaction(2, 10));
        CompletableFuture<@Nullable SourceTransaction> taken = supply();
        waits.acquire();
        assertThat(queue.isConsumerWaiting()).isTrue();
        assertThat(taken).isNotDone();
        queue.flush();
        assertThat(number(taken.get())).isEqualTo(1);
        assertThat(number(queue.take())).isEqualTo(2);
    }

    @Test
    void passesOnLargeTransactionAtOnce() throws Exception {
        queue.accept(transaction(1, LARGE));
        assertThat(number(queue.take())).isEqualTo(1);
    }

    @Test
    void letsSourceWaitForSpace() throws Exception {
        queue.accept(transaction(1, LARGE));
        CompletableFuture<Void> accepted = accept(transaction(2, LARGE));
        waits.acquire();
        assertThat(queue.isHeldUp()).isTrue();
        assertThat(accepted).isNotDone();
        assertThat(number(queue.take())).isEqualTo(1);
        accepted.get(10, TimeUnit.SECONDS);
        assertThat(queue.isHeldUp()).isFalse();
        assertThat(number(queue.take())).isEqualTo(2);
    }

    /** Otherwise it would wait forever. */
    @Test
    void acceptsTransactionAboveBoundWhenEmpty() throws Exception {
        queue.accept(transaction(1, 10 * MAXIMUM));
        assertThat(number(queue.take())).isEqualTo(1);
    }

    @Test
    void deliversAcceptedTransactionsAfterItsEnd() throws Exception {
        queue.accept(transaction(1, LARGE));
        queue.accept(transaction(2, 10));
        queue.end();
        assertThat(number(queue.take())).isEqualTo(1);
        assertThat(number(queue.take())).isEqualTo(2);
        assertThat(queue.take()).isNull();
        assertThat(queue.take()).as("again").isNull();
    }

    @Test
    void endsWaitOfConsumer() throws Exception {
        CompletableFuture<@Nullable SourceTransaction> taken = supply();
        waits.acquire();
        assertThat(queue.isConsumerWaiting()).isTrue();
        queue.end();
        assertThat(taken.get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void abandonsWaitingTransactions() throws Exception {
        queue.accept(transaction(1, LARGE));
        CompletableFuture<Void> accepted = accept(transaction(2, LARGE));
        waits.acquire();
        assertThat(queue.isHeldUp()).isTrue();
        queue.abandon();
        assertThatThrownBy(() -> accepted.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(queue.take()).isNull();
        assertThatThrownBy(() -> queue.accept(transaction(3, LARGE))).isInstanceOf(InterruptedException.class);
    }

    private CompletableFuture<@Nullable SourceTransaction> supply() {
        CompletableFuture<@Nullable SourceTransaction> result = new CompletableFuture<>();
        start(result, () -> result.complete(queue.take()));
        return result;
    }

    private CompletableFuture<Void> accept(SourceTransaction transaction) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        start(result, () -> {
            queue.accept(transaction);
            result.complete(null);
        });
        return result;
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static void start(CompletableFuture<?> result, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static SourceTransaction transaction(long number, long bytes) {
        return Transactions.transaction(number, bytes);
    }

    private static long number(@Nullable SourceTransaction transaction) {
        return transaction == null ? -1 : transaction.captureSequence();
    }

    /** Reports each wait. */
    private final class CountingMonitor implements Monitor {

        private final Monitor monitor = new ThreadMonitor();

        @Override
        public void enter() {
            monitor.enter();
        }

        @Override
        public void leave() {
            monitor.leave();
        }

        @Override
        public void await(long nanos) throws InterruptedException {
            waits.release();
            monitor.await(nanos);
        }

        @Override
        public void wakeAll() {
            monitor.wakeAll();
        }

        @Override
        public long nanoTime() {
            return monitor.nanoTime();
        }

        @Override
        public long currentMillis() {
            return monitor.currentMillis();
        }
    }
}
