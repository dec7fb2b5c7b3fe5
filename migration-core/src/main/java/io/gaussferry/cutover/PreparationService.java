package io.gaussferry.cutover;

import io.gaussferry.cutover.RehearsalFactory.Prepared;
import io.gaussferry.cutover.objects.ObjectObstacle;
import io.gaussferry.cutover.objects.PreparationListener;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.record.PreparationStatus.State;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares a cutover that has not started, or undoes that, on a thread of its own; and reports the progress, also of the step PREPARE.
 * Thread-safe.
 */
final class PreparationService implements PreparationListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PreparationService.class);

    private static final Duration LONGEST = Duration.ofDays(2);

    /** Delay before a retry after a transient failure. */
    private static final Duration RETRY_DELAY = Duration.ofSeconds(2);

    private final Supplier<Prepared> factory;
    private final Supplier<Double> lagSeconds;
    private final BackgroundWork work;
    private volatile PreparationStatus known = new PreparationStatus(State.NONE, "", 0, 0, 0, 0, "", "");

    /** @param lagSeconds of replication */
    PreparationService(Supplier<Prepared> factory, Supplier<Double> lagSeconds, Clock clock) {
        this.factory = factory;
        this.lagSeconds = lagSeconds;
        this.work = new BackgroundWork("cutover-prepare", LONGEST, clock);
    }

    /** Starts to prepare, or to undo the preparation; returns at once. */
    synchronized void start(boolean undo) {
        requireIdle();
        known = new PreparationStatus(undo ? State.UNDOING : State.PREPARING, "", 0, 0, 0, 0, "", "");
        work.start(own -> run(undo, own));
    }

    /** @throws GaussferryException if a preparation is running */
    synchronized void requireIdle() {
        if (work.isRunning()) {
            throw new GaussferryException(
                    ErrorCode.CUTOVER_RUNNING,
                    "A preparation is running: " + known.work() + ".",
                    "wait until it has ended, see gaussferry cutover status",
                    null);
        }
    }

    /** Returns the progress. */
    PreparationStatus status() {
        return with(known.state(), known.result(), known.problem());
    }

    private PreparationStatus with(State state, String result, String problem) {
        PreparationStatus now = known;
        return new PreparationStatus(
                state,
                now.work(),
                now.number(),
                now.total(),
                now.estimatedSeconds(),
                lagSeconds.get(),
                result,
                problem);
    }

    @Override
    public void started(String work, int number, int total, double estimatedSeconds) {
        PreparationStatus before = known;
        known = new PreparationStatus(
                before.state().isRunning() ? before.state() : State.PREPARING,
                work,
                number,
                total,
                estimatedSeconds,
                0,
                "",
                "");
    }

    @Override
    public synchronized void ended(String result) {
        if (!work.isRunning()) {
            // the step PREPARE of a cutover, which reports a failure itself
            known = new PreparationStatus(result.isEmpty() ? State.NONE : State.PREPARED, "", 0, 0, 0, 0, result, "");
        }
    }

    private void run(boolean undo, StepControl own) {
        try (Prepared prepared = factory.get()) {
            String result = retried(() -> undo ? prepared.preparation().undo(own) : prepare(prepared, own), own);
            known = new PreparationStatus(undo ? State.UNDONE : State.PREPARED, "", 0, 0, 0, 0, result, "");
            LOG.info("Cutover {}: {}", undo ? "unprepared" : "prepared", result);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            known = with(State.FAILED, "", String.valueOf(e.getMessage()));
            LOG.error("The cutover could not be {}: {}", undo ? "unprepared" : "prepared", e.getMessage());
        } catch (RuntimeException e) {
            known = with(State.FAILED, "", "A defect in Gaussferry: " + RowValueMarks.defect(e));
            LOG.error("A defect in Gaussferry ended the preparation", e);
        }
    }

    private String prepare(Prepared prepared, StepControl own) throws InterruptedException {
        String result = prepared.preparation().run(own, this);
        List<ObjectObstacle> obstacles = prepared.objects().obstacles();
        if (!obstacles.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.OBJECTS_REFUSED,
                    obstacles.stream().map(ObjectObstacle::problem).collect(Collectors.joining(" ")),
                    obstacles.stream().map(ObjectObstacle::remedy).collect(Collectors.joining("; ")),
                    null);
        }
        return result;
    }

    private interface Work {
        String run() throws InterruptedException;
    }

    private String retried(Work work, StepControl own) throws InterruptedException {
        while (true) {
            try {
                return work.run();
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY || own.reason() != null) {
                    throw e;
                }
                known = with(known.state(), "", String.valueOf(e.getMessage()));
                own.pause(RETRY_DELAY);
            }
        }
    }

    /** Aborts a running preparation, which the next one continues. */
    @Override
    public void close() {
        work.close();
    }
}
