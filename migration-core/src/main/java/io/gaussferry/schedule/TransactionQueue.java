package io.gaussferry.schedule;

import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.TransactionSink;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Hands transactions from the source's thread to the scheduler's, bounded in bytes. A transaction larger than the bound is
 * let in when the queue is empty.
 */
public final class TransactionQueue implements TransactionSink {

    private final long maximumBytes;
    private final Runnable onConnected;
    private final Monitor monitor;
    private final Deque<SourceTransaction> transactions = new ArrayDeque<>();
    private long bytes;
    private boolean ended;

    /**
     * @param maximumBytes bytes of heap that waiting transactions may hold
     * @param onConnected called on the source's thread when it begins to receive
     * @param monitor where to wait
     */
    public TransactionQueue(long maximumBytes, Runnable onConnected, Monitor monitor) {
        this.monitor = monitor;
        this.maximumBytes = maximumBytes;
        this.onConnected = onConnected;
    }

    @Override
    public void connected() {
        onConnected.run();
    }

    @Override
    public void accept(SourceTransaction transaction) throws InterruptedException {
        monitor.enter();
        try {
            while (!ended && bytes > 0 && bytes + transaction.byteSize() > maximumBytes) {
                monitor.await(Monitor.FOR_EVER);
            }
            if (ended) {
                throw new InterruptedException("the queue has ended");
            }
            transactions.add(transaction);
            bytes += transaction.byteSize();
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    /** Waits for the next transaction; null when the queue has ended and is empty. */
    public @Nullable SourceTransaction take() throws InterruptedException {
        monitor.enter();
        try {
            while (transactions.isEmpty() && !ended) {
                monitor.await(Monitor.FOR_EVER);
            }
            SourceTransaction transaction = transactions.poll();
            if (transaction != null) {
                bytes -= transaction.byteSize();
                monitor.wakeAll();
            }
            return transaction;
        } finally {
            monitor.leave();
        }
    }

    /** Lets nothing more in. What waits can still be taken. */
    public void end() {
        monitor.enter();
        try {
            ended = true;
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    /** Lets nothing more in and forgets what waits. */
    public void abandon() {
        monitor.enter();
        try {
            ended = true;
            transactions.clear();
            bytes = 0;
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }
}
