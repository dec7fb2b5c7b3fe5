package io.gaussferry.lifecycle;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits with computed time limits. For {@code Object.wait}, {@code Thread.join}, sockets and many functions of servers a limit of 0 means none:
 * a limit that was used up, or was rounded down, must not make them wait indefinitely. Stateless.
 */
public final class TimeLimit {

    private TimeLimit() {}

    /**
     * Waits on a monitor, which the caller holds, until it is notified or the time has passed. Returns at once if no time is left.
     *
     * @param longest the time that is left
     */
    public static void await(Object monitor, Duration longest) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(monitor, longest.toNanos());
    }

    /** Waits until a thread has ended or the time has passed. Returns at once if no time is left. */
    public static void join(Thread thread, Duration longest) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, longest.toNanos());
    }

    /** Returns the limit in seconds, at least 1. */
    public static int seconds(Duration limit) {
        return (int) Math.max(1, Math.min(limit.toSeconds(), Integer.MAX_VALUE));
    }

    /** Returns the limit of a socket in milliseconds: 0, which means none, only if the given one is zero. */
    public static int ofSocket(Duration limit) {
        return limit.isZero() ? 0 : millis(limit);
    }

    /** Returns the limit in milliseconds, at least 1. */
    public static int millis(Duration limit) {
        return (int) Math.max(1, Math.min(limit.toMillis(), Integer.MAX_VALUE));
    }
}
