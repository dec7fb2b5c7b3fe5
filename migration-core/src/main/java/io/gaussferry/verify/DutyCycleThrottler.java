package io.gaussferry.verify;

import java.time.Duration;

/** Keeps a worker at work for a share of the time: it rests after each chunk as long as the share demands. Thread-safe. */
final class DutyCycleThrottler {

    private final int share;

    /** @param share of the time, in percent, 1 to 100: 100 never rests */
    DutyCycleThrottler(int share) {
        this.share = share;
    }

    /** Returns how long to rest after so much work. */
    Duration restAfter(Duration work) {
        return work.multipliedBy(100 - share).dividedBy(share);
    }

    /** Rests on the calling thread. */
    void rest(Duration work) throws InterruptedException {
        Thread.sleep(restAfter(work).toMillis());
    }
}
