package io.gaussferry.schedule;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.schedule.order.Monitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes transactions from the source's thread to the scheduler's. Bounded in bytes, and in groups: a lock and a wake-up per transaction
 * would cost more than reading it. A group larger than the bound is accepted when the queue is empty.
 */
public final class TransactionQueue implements TransactionSink {

    /** Size of a group in bytes of heap; a smaller group is passed on when the source has no more transactions for now. */
    private static final long GROUP_BYTES = 1 << 16;

    private record Group(List<SourceTransaction> transactions, long bytes) {}

    private final long maximumBytes;
    private final Runnable onConnected;
    private final Monitor monitor;

    /** Transactions that the source's thread has not passed on yet. */
    private List<SourceTransaction> incoming = new ArrayList<>();

    private long incomingBytes;

    /** Transactions that the scheduler's thread has taken but not returned yet. */
    private List<SourceTransaction> outgoing = List.of();

    private int returned;

    private final Deque<Group> groups = new ArrayDeque<>();
    private long bytes;
    private boolean ended;
    private volatile boolean heldUp;
    private volatile boolean awaited;

    /**
     * @param maximumBytes maximum heap of waiting transactions, bytes
     * @param onConnected called on the source's thread when it starts to receive
     * @param monitor synchronizes both threads
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
        incoming.add(transaction);
        incomingBytes += transaction.byteSize();
        if (incomingBytes >= GROUP_BYTES) {
            flush();
        }
    }

    @Override
    public void flush() throws InterruptedException {
        if (incoming.isEmpty()) {
            return;
        }
        monitor.enter();
        try {
            heldUp = true;
            while (!ended && bytes > 0 && bytes + incomingBytes > maximumBytes) {
                monitor.await(Monitor.NO_TIMEOUT);
            }
            if (ended) {
                throw new InterruptedException("the queue has ended");
            }
            passOn();
        } finally {
            heldUp = false;
            monitor.leave();
        }
    }

    private void passOn() {
        groups.add(new Group(incoming, incomingBytes));
        bytes += incomingBytes;
        incoming = new ArrayList<>();
        incomingBytes = 0;
        monitor.wakeAll();
    }

    /** Waits for the next transaction; returns null when the queue has ended and is empty. */
    public @Nullable SourceTransaction take() throws InterruptedException {
        if (returned == outgoing.size()) {
            outgoing = takeGroup();
            returned = 0;
        }
        return outgoing.isEmpty() ? null : outgoing.get(returned++);
    }

    private List<SourceTransaction> takeGroup() throws InterruptedException {
        monitor.enter();
        try {
            awaited = true;
            while (groups.isEmpty() && !ended) {
                monitor.await(Monitor.NO_TIMEOUT);
            }
            Group group = groups.poll();
            if (group == null) {
                return List.of();
            }
            bytes -= group.bytes();
            monitor.wakeAll();
            return group.transactions();
        } finally {
            awaited = false;
            monitor.leave();
        }
    }

    /** Returns whether the source's thread is waiting for space. Can be called on any thread. */
    public boolean isHeldUp() {
        return heldUp;
    }

    /** Returns whether the scheduler's thread is waiting for transactions. Can be called on any thread. */
    public boolean isConsumerWaiting() {
        return awaited;
    }

    /** Rejects further transactions; waiting ones can still be taken. Called on the source's thread. */
    public void end() {
        monitor.enter();
        try {
            if (!ended && !incoming.isEmpty()) {
                passOn(); // may exceed the bound by less than a group: the source must no longer wait
            }
            ended = true;
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }

    /** Rejects further transactions and discards waiting ones. Can be called on any thread. */
    public void abandon() {
        monitor.enter();
        try {
            ended = true;
            groups.clear();
            bytes = 0;
            monitor.wakeAll();
        } finally {
            monitor.leave();
        }
    }
}
