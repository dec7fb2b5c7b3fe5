package io.gaussferry.verify;

import java.time.Duration;

/** Limits a worker to a share of the time by a rest after each chunk. Thread-safe. */
final class DutyCycleThrottler {

    private final int share;

    /** @param share percentage of the time, 1 to 100; 100 never rests */
    DutyCycleThrottler(int share) {
        this.share = share;
    }

    /** Returns the rest after work of a given duration. */
    Duration restAfter(Duration work) {
        return work.multipliedBy(100 - share).dividedBy(share);
    }

    /** Rests on the calling thread. */
    void rest(Duration work) throws InterruptedException {
        Thread.sleep(restAfter(work).toMillis());
    }
}
