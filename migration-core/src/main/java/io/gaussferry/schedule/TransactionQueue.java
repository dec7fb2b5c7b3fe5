package io.gaussferry.schedule;

import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.TransactionSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands transactions from the source's thread to the scheduler's, bounded in bytes. A transaction larger than the bound is
 * let in when the queue is empty.
 */
public final class TransactionQueue implements TransactionSink {

    private final long maximumBytes;
    private final Runnable onConnected;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<SourceTransaction> transactions = new ArrayDeque<>();
    private long bytes;
    private boolean ended;

    /**
     * @param maximumBytes bytes of heap that waiting transactions may hold
     * @param onConnected called on the source's thread when it begins to receive
     */
    public TransactionQueue(long maximumBytes, Runnable onConnected) {
        this.maximumBytes = maximumBytes;
        this.onConnected = onConnected;
    }

    @Override
    public void connected() {
        onConnected.run();
    }

    @Override
    public void accept(SourceTransaction transaction) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!ended && bytes > 0 && bytes + transaction.byteSize() > maximumBytes) {
                changed.await();
            }
            if (ended) {
                throw new InterruptedException("the queue has ended");
            }
            transactions.add(transaction);
            bytes += transaction.byteSize();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next transaction; null when the queue has ended and is empty. */
    public @Nullable SourceTransaction take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (transactions.isEmpty() && !ended) {
                changed.await();
            }
            SourceTransaction transaction = transactions.poll();
            if (transaction != null) {
                bytes -= transaction.byteSize();
                changed.signalAll();
            }
            return transaction;
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing more in. What waits can still be taken. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing more in and forgets what waits. */
    public void abandon() {
        lock.lock();
        try {
            ended = true;
            transactions.clear();
            bytes = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
