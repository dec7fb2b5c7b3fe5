package io.gaussferry.cutover;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.lifecycle.TimeLimit;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the attempts of one pipeline's cutover on a thread of its own, one at a time: starts, resumes and rolls back an attempt, resumes it after a
 * defect, and knows its state. Its monitor serializes the requests. Thread-safe.
 */
final class CutoverRunner {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverRunner.class);

    /** Delay before the cutover resumes after a defect. It is short because writers may be waiting. */
    private static final Duration DEFECT_RETRY_DELAY = Duration.ofSeconds(10);

    /** Of a thread that only closes connections. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(7);

    /**
     * Delay of the daemon's exit after the end of its cutover, so that the client receives the response and others can see the final state.
     */
    private static final Duration SHUTDOWN_DELAY = Duration.ofSeconds(2);

    private final Attempts attempts;
    private final Runnable takeOver;
    private final StateChanges changes;
    private final KnownState known;
    private final StepTimers timers = new StepTimers(task -> daemonThread(task, "cutover-deadline"));
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable FencedException lost;
    private @Nullable Attempt active;
    private @Nullable Thread workThread;
    private boolean closed;

    /** An attempt: its state machine, and the time after its switch. */
    interface Attempt extends AutoCloseable {

        /** Starts it; fails if another one is running. */
        CutoverState begin(CutoverRequest request);

        /** Runs from the stored state until the cutover is rolled back or the application is redirected to the target. */
        CutoverState run() throws InterruptedException;

        /**
         * Runs after the switch until the cutover ends.
         *
         * @param isResumed whether an earlier run was interrupted
         * @return the final state; empty if the watch was closed first
         */
        Optional<CutoverState> watch(Switched at, boolean isResumed) throws InterruptedException;

        /** Rolls back before the switch; any thread. */
        void rollBack(String reason);

        /** Ends {@link #run} after its current action; any thread. */
        void stop();

        @Override
        void close();
    }

    /** Creates attempts. */
    interface Attempts {
        Attempt create(CutoverMachine.StepTimer timer, CutoverMachine.Listener listener);
    }

    /**
     * @param takeOver takes over the pipeline, whose ownership the switch has raised
     * @param changes numbers the changes of the state
     */
    CutoverRunner(Attempts attempts, Runnable takeOver, StateChanges changes) {
        this.attempts = attempts;
        this.takeOver = takeOver;
        this.changes = changes;
        this.known = new KnownState(changes);
    }

    /** Returns the state that this process knows. */
    KnownState known() {
        return known;
    }

    /** Returns the timer of steps. */
    CutoverMachine.StepTimer timers() {
        return timers;
    }

    /**
     * Resumes the cutover that was found, unless it has ended. A closed runner must not take the pipeline from its next owner.
     *
     * @param unfinished called unless the cutover is finished
     */
    synchronized void resume(Runnable unfinished) {
        if (closed) {
            return;
        }
        // a resumed attempt may end while this method runs
        boolean isFinished = known.state() instanceof Finished;
        if (known.state().isSwitched()) {
            takeOver.run();
        }
        if (known.state().isInProgress() && workThread == null) {
            LOG.warn("Resuming an unfinished cutover: {}", known.state().description());
            launch();
        }
        if (isFinished) {
            over.countDown();
        } else {
            unfinished.run();
        }
    }

    /**
     * Starts a cutover; or, if the target is already active and a hook has failed, runs the hook again.
     *
     * @param requirement throws an exception if other work excludes a cutover
     * @return the new state
     * @throws GaussferryException if the cutover cannot start, for example because another one is running
     */
    synchronized CutoverState start(CutoverRequest request, Runnable requirement) throws InterruptedException {
        awaitEndOfAttempt();
        if (closed) {
            throw refused("The daemon is stopping.", "repeat the command when it runs again");
        }
        if (known.isAtSwitch() && workThread == null) {
            // the decision has raised the epoch that the replay held
            takeOver.run();
            known.report("");
            launch();
            return known.state();
        }
        if (workThread != null) {
            Cutover other = known.state().attempt();
            throw refused(
                    other == null
                            ? "A cutover is running."
                            : "A cutover is running: " + other.request() + " started it at " + other.started() + ".",
                    "check its state with: gaussferry cutover status");
        }
        requirement.run();
        Attempt created = attempts.create(timers, known);
        CutoverState begun;
        try {
            begun = created.begin(request);
        } catch (RuntimeException e) {
            created.close();
            throw e;
        }
        known.set(begun);
        known.report("");
        LOG.warn(
                "{} started the cutover {}",
                request,
                Objects.requireNonNull(known.state().attempt()).id());
        launch(created);
        return begun;
    }

    /** A cutover is rolled back, or a hook has failed, a moment before its thread has closed its connections. */
    private synchronized void awaitEndOfAttempt() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_END.toNanos();
        while (workThread != null && known.isEnding() && !closed) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            TimeLimit.await(this, Duration.ofMillis(left));
        }
    }

    private void launch() {
        launch(attempts.create(timers, known));
    }

    private void launch(Attempt created) {
        known.starts();
        active = created;
        Thread started = daemonThread(() -> run(created), "cutover");
        workThread = started;
        started.start();
    }

    /**
     * Creates a daemon thread without the requesting thread's context class loader, which a web server would report as leaked when it
     * stops.
     */
    static Thread daemonThread(Runnable task, String name) {
        Thread created = new Thread(task, name);
        created.setDaemon(true);
        created.setContextClassLoader(CutoverRunner.class.getClassLoader());
        return created;
    }

    private void run(Attempt attempt) {
        try (attempt) {
            boolean isResumed = known.isAtWatch();
            known.set(attempt.run());
            if (known.isAtWatch() && known.state() instanceof Switched at) {
                Optional<CutoverState> end = attempt.watch(at, isResumed);
                if (end.isPresent()) {
                    known.becomes(end.get());
                    LOG.info("Cutover: {}", known.state().description());
                    if (known.state() instanceof Finished) {
                        awaitClose();
                    }
                    over.countDown();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (FencedException e) {
            known.report(String.valueOf(e.getMessage()));
            LOG.warn("Another process continues the cutover: {}", e.problem());
            if (known.state().isSwitched()) {
                // before the switch, replication ends for the same reason
                lost = e;
                over.countDown();
            }
        } catch (GaussferryException e) {
            known.report(String.valueOf(e.getMessage()));
            LOG.error("The cutover cannot continue: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            known.report("A defect in Gaussferry: " + RowValueMarks.defect(e));
            LOG.error("A defect in Gaussferry; resuming the cutover in {} s", DEFECT_RETRY_DELAY.toSeconds(), e);
            resumeLater();
        } finally {
            synchronized (this) {
                workThread = null;
                active = null;
                notifyAll();
            }
            changes.changed();
        }
    }

    /** Schedules what a restarted daemon would do. The whole state is on the target. */
    private synchronized void resumeLater() {
        if (!closed) {
            timers.later(DEFECT_RETRY_DELAY, this::resumeNow);
        }
    }

    private synchronized void resumeNow() {
        if (closed || workThread != null) {
            return;
        }
        try {
            if (known.state().isSwitched()) {
                // the decision has raised the epoch that the replay held
                takeOver.run();
            }
            launch();
        } catch (GaussferryException e) {
            known.report(String.valueOf(e.getMessage()));
            LOG.warn("The cutover cannot be resumed yet: {}", e.getMessage());
            resumeLater();
        }
    }

    /**
     * Starts other work. No cutover starts meanwhile.
     *
     * @throws GaussferryException if a cutover is running, or the target is the active side
     */
    synchronized void startOther(Runnable work) throws InterruptedException {
        awaitEndOfAttempt();
        if (closed) {
            throw refused("The daemon is stopping.", "repeat the command when it runs again");
        }
        if (workThread != null || known.state().isInProgress() || known.state() instanceof Finished) {
            throw refused("A cutover is running or has switched.", "check its state with: gaussferry cutover status");
        }
        work.run();
    }

    /**
     * Rolls back a cutover before its switch: the source accepts its writers again.
     *
     * @param reason the reason and the requester
     * @throws GaussferryException if no cutover can be rolled back
     */
    synchronized void rollBack(String reason) {
        Attempt attempt = active;
        if (attempt == null || !known.isBeforeSwitch()) {
            throw refused(
                    known.state().isSwitched()
                            ? "The target is already active: its new writes would be lost."
                            : "No cutover is running.",
                    known.state().isSwitched()
                            ? "run gaussferry cutover back, if reverse replication was armed"
                            : "check the state with: gaussferry cutover status");
        }
        attempt.rollBack(reason);
    }

    private synchronized void awaitClose() throws InterruptedException {
        long end = System.nanoTime() + SHUTDOWN_DELAY.toNanos();
        for (long left = SHUTDOWN_DELAY.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
            TimeLimit.await(this, Duration.ofMillis(left));
        }
    }

    /**
     * Waits until a switched cutover is finished or this runner is closed.
     *
     * @throws FencedException if another process has taken over the pipeline
     */
    void awaitEnd() throws InterruptedException {
        over.await();
        FencedException taken = lost;
        if (taken != null) {
            throw taken;
        }
    }

    /**
     * Rolls back a cutover that has not switched yet, and waits until none is running.
     *
     * @param reason for the rollback
     * @return whether the source accepts its writers
     */
    boolean rollBackAndWait(String reason, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        synchronized (this) {
            closed = true;
            Attempt attempt = active;
            if (attempt != null && known.isBeforeSwitch()) {
                attempt.rollBack(reason);
            }
            while (workThread != null && known.isBeforeSwitch()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                TimeLimit.await(this, Duration.ofMillis(left));
            }
            // an attempt may have ended by a failure, and have left the source fenced
            return !known.isBeforeSwitch();
        }
    }

    /** Returns the error for a request that the current state excludes. */
    static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.CUTOVER_NOT_POSSIBLE, problem, remedy, null);
    }

    /** Stops the attempt at its next opportunity; no other starts. The next start of the daemon resumes it. */
    synchronized void stop() {
        closed = true;
        if (active != null) {
            active.stop();
        }
        notifyAll();
    }

    /** Waits for the end of the stopped attempt, for some seconds. */
    void awaitStop() {
        Thread running;
        synchronized (this) {
            running = workThread;
        }
        over.countDown();
        if (running != null) {
            running.interrupt();
            try {
                TimeLimit.join(running, STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        timers.close();
    }
}
