package io.gaussferry.cutover.state;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Aborts a step at its deadline or on request. Thread-safe. */
public final class StepControl {

    private final Clock clock;
    private final Sleeper sleeper;
    private final Instant deadline;
    private final List<Runnable> abortActions = new ArrayList<>();
    private Supplier<String> awaited = () -> "";
    private @Nullable String aborted;

    /** Creates the control of a step with this deadline. */
    public StepControl(Clock clock, Sleeper sleeper, Instant deadline) {
        this.clock = clock;
        this.sleeper = sleeper;
        this.deadline = deadline;
    }

    /** A registered action; closing it unregisters the action. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Registers an action that interrupts a call to a server, such as closing its connection, until the returned registration is closed.
     * Runs it immediately if the step was already aborted.
     */
    public synchronized Registration onAbort(Runnable end) {
        if (aborted == null) {
            abortActions.add(end);
        } else {
            end.run();
        }
        return () -> {
            synchronized (this) {
                abortActions.remove(end);
            }
        };
    }

    /** Aborts the step; the first reason is kept. */
    public synchronized void abort(String reason) {
        if (aborted == null) {
            aborted = reason;
            List.copyOf(abortActions).forEach(Runnable::run);
            abortActions.clear();
            notifyAll();
        }
    }

    /**
     * Names what the step waits for from now on.
     *
     * @param what returns a noun phrase, if the deadline passes; called by any thread
     */
    public synchronized void waitsFor(Supplier<String> what) {
        awaited = what;
    }

    /** Aborts the step at its deadline. */
    public void expire() {
        abort(expiry());
    }

    private synchronized String expiry() {
        String what = awaited.get();
        return "its deadline has passed" + (what.isEmpty() ? "" : " while it waited for " + what);
    }

    /** Returns why the step was aborted; null if it was not. */
    public synchronized @Nullable String reason() {
        if (aborted == null && !clock.instant().isBefore(deadline)) {
            return expiry();
        }
        return aborted;
    }

    /** @throws GaussferryException if the step was aborted */
    public void check() {
        String reason = reason();
        if (reason != null) {
            throw new GaussferryException(
                    ErrorCode.CUTOVER_STEP_ABORTED,
                    "The step was aborted: " + reason + ".",
                    "find out why it took so long, and start the cutover again",
                    null);
        }
    }

    /**
     * Waits, but not beyond the end of the step.
     *
     * @throws GaussferryException if the step was aborted
     */
    public synchronized void pause(Duration time) throws InterruptedException {
        Instant end = clock.instant().plus(time);
        for (Duration left = time;
                left.compareTo(Duration.ZERO) > 0 && aborted == null;
                left = Duration.between(clock.instant(), end)) {
            sleeper.sleep(this, left);
        }
        check();
    }

    /** Returns the time to the deadline; zero after it. */
    public Duration left() {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
