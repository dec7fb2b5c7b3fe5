package io.gaussferry.cutover.state;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends a step before its time: at its deadline, or because somebody asks for it. Thread-safe. */
public final class StepControl {

    private final Clock clock;
    private final Rest rest;
    private final Instant deadline;
    private final List<Runnable> ends = new ArrayList<>();
    private @Nullable String aborted;

    /** The control of a step that has until then. */
    public StepControl(Clock clock, Rest rest, Instant deadline) {
        this.clock = clock;
        this.rest = rest;
        this.deadline = deadline;
    }

    /** What is to happen no more when the step ends. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Adds what ends a call that waits for a server, such as cutting its connection, until what is returned is closed. Runs it at once if
     * it is too late already.
     */
    public synchronized Registration onAbort(Runnable end) {
        if (aborted == null) {
            ends.add(end);
        } else {
            end.run();
        }
        return () -> {
            synchronized (this) {
                ends.remove(end);
            }
        };
    }

    /** Ends the step; the first reason counts. */
    public synchronized void abort(String reason) {
        if (aborted == null) {
            aborted = reason;
            List.copyOf(ends).forEach(Runnable::run);
            ends.clear();
            notifyAll();
        }
    }

    /** Returns why the step was ended; null if it was not. */
    public synchronized @Nullable String reason() {
        if (aborted == null && !clock.instant().isBefore(deadline)) {
            return "its deadline has passed";
        }
        return aborted;
    }

    /** @throws GaussferryException if the step is to end */
    public void check() {
        String reason = reason();
        if (reason != null) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The step was ended: " + reason + ".",
                    "see why it took so long, and begin again",
                    null);
        }
    }

    /**
     * Waits, but not beyond the step's end.
     *
     * @throws GaussferryException if the step is to end
     */
    public synchronized void pause(Duration time) throws InterruptedException {
        Instant end = clock.instant().plus(time);
        for (Duration left = time;
                left.compareTo(Duration.ZERO) > 0 && aborted == null;
                left = Duration.between(clock.instant(), end)) {
            rest.rest(this, left);
        }
        check();
    }

    /** Returns how much time is left; none is zero. */
    public Duration left() {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
