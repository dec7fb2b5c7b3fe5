package io.gaussferry.cutover;

import io.gaussferry.cutover.RehearsalFactory.Rehearsed;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.rehearse.RehearsalReport.State;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rehearses a cutover on a thread of its own, and reports the progress. Thread-safe. */
final class RehearsalService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RehearsalService.class);

    private static final Duration LONGEST = Duration.ofHours(6);

    private final Supplier<Rehearsed> factory;
    private final BackgroundWork work;
    private volatile RehearsalReport known = RehearsalReport.NONE;

    RehearsalService(Supplier<Rehearsed> factory, Clock clock) {
        this.factory = factory;
        this.work = new BackgroundWork("cutover-rehearsal", LONGEST, clock);
    }

    /**
     * Starts a rehearsal; returns at once.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     */
    synchronized void start(VerifyMode verify, boolean isArmed) {
        requireIdle();
        known = new RehearsalReport(State.RUNNING, List.of(), List.of(), null, "");
        work.start(own -> run(verify, isArmed, own));
    }

    /** @throws GaussferryException if a rehearsal is running */
    synchronized void requireIdle() {
        if (work.isRunning()) {
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
        }
    }

    private void fail(String problem) {
        known = new RehearsalReport(State.FAILED, known.findings(), known.steps(), null, problem);
    }

    /** Aborts a running rehearsal, which then removes its objects. */
    @Override
    public void close() {
        work.close();
    }
}
