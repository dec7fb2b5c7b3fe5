package io.gaussferry.schedule.order;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The monitor for real threads. */
public final class ThreadMonitor implements Monitor {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @Override
    public void enter() {
        lock.lock();
    }

    @Override
    public void leave() {
        lock.unlock();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller has the loop
    public void await(long nanos) throws InterruptedException {
        if (nanos == NO_TIMEOUT) {
            changed.await();
        } else {
            long unused = changed.awaitNanos(nanos);
        }
    }

    @Override
    public void wakeAll() {
        changed.signalAll();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentMillis() {
        return System.currentTimeMillis();
    }
}
