package io.gaussferry.cutover;

import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;

/** Numbers the changes of a cutover's status, so that a client can wait for the next one. Thread-safe. */
public final class StateChanges {

    private long number;

    /** Numbers a change and wakes everyone who waits. */
    synchronized void changed() {
        number++;
        notifyAll();
    }

    /** Returns the number of the last change. */
    public synchronized long number() {
        return number;
    }

    /** Waits for the next change, but not longer than a time: progress within a step is not numbered. Returns at once if the known change is not the last one. */
    public synchronized void await(long known, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis();
                left > 0 && number == known;
                left = (end - System.nanoTime()) / 1_000_000) {
            TimeLimit.await(this, Duration.ofMillis(left));
        }
    }
}
