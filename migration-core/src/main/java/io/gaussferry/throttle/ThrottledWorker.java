package io.gaussferry.throttle;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** One thread of work that can wait: it calls {@link #await} before each piece of work, and {@link #done} after it. */
public final class ThrottledWorker implements AutoCloseable {

    private static final int PERCENT = 100;
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

    private final LoadThrottler throttler;
    private final ThrottledWork work;
    private final int minimumShare;
    private final LongSupplier nanoTime;
    private boolean isRunning;
    private boolean isClosed;
    private long started;
    private long ended;
    private long busyNanos;

    ThrottledWorker(LoadThrottler throttler, ThrottledWork work, int minimumShare, LongSupplier nanoTime) {
        this.throttler = throttler;
        this.work = work;
        this.minimumShare = minimumShare;
        this.nanoTime = nanoTime;
    }

    /**
     * Waits until the next piece of work may start. While the load exceeds a limit, that is after a rest that leaves it the minimum share of
     * the time; while a figure cannot be read, there is no such share.
     *
     * @param isEnding whether to stop waiting
     */
    public void await(BooleanSupplier isEnding) throws InterruptedException {
        done();
        List<LoadReading> reasons = throttler.reasons();
        while (!reasons.isEmpty() && !hasMinimum(reasons)) {
            throttler.held(work, reasons);
            if (isEnding.getAsBoolean()) {
                return;
            }
            Thread.sleep(CHECK_INTERVAL.toMillis());
            reasons = throttler.reasons();
        }
        if (reasons.isEmpty()) {
            throttler.held(work, reasons);
        }
        isRunning = true;
        started = nanoTime.getAsLong();
        throttler.running(work, 1);
    }

    private boolean hasMinimum(List<LoadReading> reasons) {
        return minimumShare > 0
                && reasons.stream().allMatch(reason -> reason.value() != null)
                && nanoTime.getAsLong() - ended >= busyNanos * (PERCENT - minimumShare) / minimumShare;
    }

    /** Ends a piece of work. Has no effect without one. */
    public void done() {
        if (isRunning) {
            isRunning = false;
            ended = nanoTime.getAsLong();
            busyNanos = ended - started;
            throttler.running(work, -1);
        }
    }

    @Override
    public void close() {
        done();
        if (!isClosed) {
            isClosed = true;
            throttler.ended(work);
        }
    }
}
