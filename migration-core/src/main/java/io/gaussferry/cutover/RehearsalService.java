package io.gaussferry.cutover;

import io.gaussferry.cutover.RehearsalFactory.Rehearsed;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.rehearse.RehearsalReport.State;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.lifecycle.TimeLimit;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rehearses a cutover on a thread of its own, and reports the progress. Thread-safe. */
final class RehearsalService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RehearsalService.class);

    private static final Duration LONGEST = Duration.ofHours(6);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Supplier<Rehearsed> factory;
    private final Clock clock;
    private volatile RehearsalReport known = RehearsalReport.NONE;
    private @Nullable StepControl control;
    private @Nullable Thread thread;

    RehearsalService(Supplier<Rehearsed> factory, Clock clock) {
        this.factory = factory;
        this.clock = clock;
    }

    /**
     * Starts a rehearsal; returns at once.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     */
    synchronized void start(VerifyMode verify, boolean isArmed) {
        requireIdle();
        StepControl own = new StepControl(clock, Sleeper.REAL, clock.instant().plus(LONGEST));
        control = own;
        known = new RehearsalReport(State.RUNNING, List.of(), List.of(), null, "");
        Thread started = new Thread(() -> run(verify, isArmed, own), "cutover-rehearsal");
        started.setDaemon(true);
        started.setContextClassLoader(RehearsalService.class.getClassLoader());
        thread = started;
        started.start();
    }

    /** @throws GaussferryException if a rehearsal is running */
    synchronized void requireIdle() {
        if (thread != null) {
            throw new GaussferryException(
                    ErrorCode.CUTOVER_RUNNING,
                    "A rehearsal is running.",
                    "wait until it has ended; gaussferry rehearse shows it",
                    null);
        }
    }

    /** Returns the progress or the last result. */
    RehearsalReport report() {
        return known;
    }

    private void run(VerifyMode verify, boolean isArmed, StepControl own) {
        try (Rehearsed rehearsed = factory.get()) {
            known = rehearsed.rehearsal().run(verify, isArmed, own, report -> known = report);
            LOG.info("Cutover rehearsed: {}", known.state());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            fail(String.valueOf(e.getMessage()));
            LOG.error("The cutover could not be rehearsed: {}", e.getMessage());
        } catch (RuntimeException e) {
            fail("A defect in Gaussferry: " + RowValueMarks.defect(e));
            LOG.error("A defect in Gaussferry ended the rehearsal", e);
        } finally {
            synchronized (this) {
                thread = null;
                control = null;
            }
        }
    }

    private void fail(String problem) {
        known = new RehearsalReport(State.FAILED, known.findings(), known.steps(), null, problem);
    }

    /** Aborts a running rehearsal, which then removes its objects. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = thread;
            if (control != null) {
                control.abort("the daemon is stopping");
            }
        }
        if (running != null) {
            try {
                TimeLimit.join(running, STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
