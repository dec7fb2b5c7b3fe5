package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.CutoverFactory.Components;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the cutover of one pipeline inside its daemon: starts it, resumes it after a crash, reports its status, and watches the source after
 * the switch. The work is done on a thread of this service, so a client may disconnect after its request. Thread-safe.
 */
public final class CutoverService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverService.class);

    /** Delay before the cutover resumes after a defect. It is short because writers may be waiting. */
    private static final Duration DEFECT_RETRY_DELAY = Duration.ofSeconds(10);

    /** Of a thread that only closes connections. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private static final Duration REPLAY_STOP_TIMEOUT = Duration.ofSeconds(7);

    /**
     * Delay of the daemon's exit after the end of its cutover, so that the client receives the response and others can see the final state.
     */
    private static final Duration SHUTDOWN_DELAY = Duration.ofSeconds(2);

    private final PipelineSettings pipeline;
    private final CutoverFactory factory;
    private final Clock clock = Clock.systemUTC();
    private final ScheduledExecutorService timers;
    private final StateChanges changes = new StateChanges();
    private final CountDownLatch over = new CountDownLatch(1);
    private final TargetLink statusLink;
    private final AfterSwitch afterSwitch;
    private final ReturnedTargetWatch targetWatch;
    private final Supplier<@Nullable Ownership> replayOwnership;
    private final PreparationService preparing;
    private final RehearsalService rehearsing;
    private volatile CutoverState known = new Idle();
    private volatile boolean isFound;
    private volatile String problem = "";
    private volatile @Nullable Ownership takenOwnership;
    private volatile @Nullable FencedException lost;
    private @Nullable Components active;
    private @Nullable Thread workThread;
    private boolean closed;

    /**
     * @param pipeline the pipeline to cut over
     * @param settings of the cutover
     * @param verified the results of the comparison that runs during replication
     */
    public CutoverService(
            PipelineSettings pipeline, CutoverSettings settings, ReplayView replay, VerifiedTables verified) {
        this.pipeline = pipeline;
        this.statusLink = new TargetLink(pipeline.target());
        this.replayOwnership = replay::ownership;
        this.factory = new CutoverFactory(
                pipeline,
                settings,
                replay,
                verified,
                this::ownership,
                this::followedServer,
                new ReturnCourse(clock, changes::changed),
                clock);
        this.afterSwitch = new AfterSwitch(
                pipeline.name(), factory, replay.verification(), this::startTimer, this::becomes, clock);
        this.preparing =
                new PreparationService(factory::prepared, () -> replay.status().lagSeconds(), clock);
        this.rehearsing = new RehearsalService(factory::rehearsed, clock);
        this.targetWatch = new ReturnedTargetWatch(pipeline.name(), statusLink, () -> known);
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, task -> daemonThread(task, "cutover-deadline"));
        executor.setRemoveOnCancelPolicy(true);
        this.timers = executor;
    }

    /**
     * Reads the state of the cutover from the target. To be called before replication starts.
     *
     * @throws GaussferryException if the target cannot be read
     */
    public CutoverState find() throws InterruptedException {
        if (statusLink.upgradeState()) {
            LOG.info("Upgraded the tables of an earlier version in schema gaussferry");
        }
        CutoverState found = statusLink.read("read the state of the cutover", new CutoverStore(pipeline.name())::read);
        known = found;
        isFound = true;
        factory.removeRemainsOfRehearsal();
        return found;
    }

    /** Returns whether {@link #find} has succeeded; before, the state is unknown. Any thread. */
    public boolean isFound() {
        return isFound;
    }

    /** Resumes the cutover that {@link #find} has found, unless it has ended. A closed service must not take the pipeline from its next owner. */
    public synchronized void resume() {
        if (closed) {
            return;
        }
        if (known.isSwitched()) {
            takeOwnership();
        }
        if (known.isInProgress() && workThread == null) {
            LOG.warn("Resuming an unfinished cutover: {}", describe(known));
            launch();
        }
        if (known instanceof Finished) {
            over.countDown();
        } else {
            targetWatch.start();
        }
    }

    /** Takes over the pipeline. After the switch no replication runs in this process that could provide the ownership. */
    private void takeOwnership() {
        try {
            takenOwnership = statusLink.takeOver(pipeline.name()).orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the target is the active side; replication from the source has ended then. */
    public boolean isSwitched() {
        return known.isSwitched();
    }

    /** Returns whether an attempt is running and has not switched yet. */
    public boolean isBeforeSwitch() {
        return known instanceof Advancing || known instanceof RollingBack;
    }

    /**
     * Starts a cutover; or, if the target is already active and a hook has failed, runs the hook again.
     *
     * @return the new state
     * @throws GaussferryException if the cutover cannot start, for example because another one is running
     */
    public synchronized CutoverState start(CutoverRequest request) throws InterruptedException {
        awaitEndOfRolledBack();
        if (closed) {
            throw refused("The daemon is stopping.", "repeat the command when it runs again");
        }
        if (known instanceof Switched at && at.step() == CutoverStep.SWITCH && workThread == null) {
            launch();
            return known;
        }
        if (workThread != null) {
            Cutover other = known.attempt();
            throw refused(
                    other == null
                            ? "A cutover is running."
                            : "A cutover is running: " + other.request() + " started it at " + other.started() + ".",
                    "check its state with: gaussferry cutover status");
        }
        preparing.requireIdle();
        rehearsing.requireIdle();
        Components created = createComponents();
        try {
            known = created.machine().begin(request);
        } catch (GaussferryException e) {
            created.close();
            throw e;
        }
        problem = "";
        LOG.warn(
                "{} started the cutover {}",
                request,
                Objects.requireNonNull(known.attempt()).id());
        launch(created);
        return known;
    }

    /** A cutover is rolled back a moment before its thread has closed its connections. */
    private synchronized void awaitEndOfRolledBack() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_END.toNanos();
        while (workThread != null && known instanceof RolledBack && !closed) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    private void becomes(CutoverState state) {
        known = state;
        changes.changed();
    }

    /** Returns the numbers of the changes of {@link #status}. */
    public StateChanges changes() {
        return changes;
    }

    private void launch() {
        launch(createComponents());
    }

    private void launch(Components created) {
        active = created;
        Thread started = daemonThread(() -> run(created), "cutover");
        workThread = started;
        started.start();
    }

    /**
     * Creates a daemon thread without the requesting thread's context class loader, which a web server would report as leaked when it
     * stops.
     */
    private static Thread daemonThread(Runnable task, String name) {
        Thread created = new Thread(task, name);
        created.setDaemon(true);
        created.setContextClassLoader(CutoverService.class.getClassLoader());
        return created;
    }

    private void run(Components components) {
        try (components) {
            boolean isResumed = known instanceof Switched before && before.step() == CutoverStep.WATCH;
            known = components.machine().run();
            if (known instanceof Switched at && at.step() == CutoverStep.WATCH) {
                Optional<CutoverState> end = afterSwitch.run(at, components, isResumed);
                if (end.isPresent()) {
                    becomes(end.get());
                    LOG.info("Cutover: {}", describe(known));
                    if (known instanceof Finished) {
                        awaitClose();
                    }
                    over.countDown();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (FencedException e) {
            problem = String.valueOf(e.getMessage());
            LOG.warn("Another process continues the cutover: {}", e.problem());
            if (known.isSwitched()) {
                // before the switch, replication ends for the same reason
                lost = e;
                over.countDown();
            }
        } catch (GaussferryException e) {
            problem = String.valueOf(e.getMessage());
            LOG.error("The cutover cannot continue: {}", e.getMessage());
        } catch (RuntimeException e) {
            problem = "A defect in Gaussferry: " + RowValueMarks.defect(e);
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
            timers.schedule(this::resumeNow, DEFECT_RETRY_DELAY.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private synchronized void resumeNow() {
        if (!closed && workThread == null) {
            if (known.isSwitched()) {
                // the decision has raised the epoch that the replay held
                takeOwnership();
            }
            launch();
        }
    }

    /** Publishes and logs the progress of the machine; a repeated problem is logged once. */
    private final class ProgressListener implements CutoverMachine.Listener {

        private @Nullable CutoverState lastState;
        private String lastProblem = "";

        @Override
        public void reached(CutoverState state) {
            problem = "";
            becomes(state);
            if (!state.equals(lastState)) {
                lastState = state;
                lastProblem = "";
                LOG.info("Cutover: {}", describe(state));
            }
        }

        @Override
        public void waiting(CutoverState state, GaussferryException failure) {
            problem = String.valueOf(failure.getMessage());
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                changes.changed();
                LOG.warn("Cutover: {}", problem);
            }
        }
    }

    private Components createComponents() {
        return factory.machine(this::startTimer, new ProgressListener(), preparing);
    }

    /** Returns the ownership that this process has taken; null while it has none. May be called from any thread. */
    public @Nullable Ownership ownership() {
        Ownership own = takenOwnership;
        return own == null ? replayOwnership.get() : own;
    }

    /**
     * Returns the {@code server_uuid} of the server that replication follows. Uses its own link because it may be called in the middle of a
     * transaction on another.
     */
    private String followedServer() {
        try {
            return statusLink
                    .read("read which server replication follows", new ProgressStore(pipeline.name())::find)
                    .map(found -> found.source().serverUuid())
                    .orElse("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("The request was interrupted.", "repeat it");
        }
    }

    private AutoCloseable startTimer(StepControl control, Duration left) {
        ScheduledFuture<?> end =
                timers.schedule(() -> control.abort("its deadline has passed"), left.toMillis(), TimeUnit.MILLISECONDS);
        return () -> end.cancel(false);
    }

    /**
     * Returns the conditions that would make a cutover fail; changes nothing. May be called from any thread, also while a cutover is
     * running.
     */
    public CutoverCheck check(VerifyMode verify) throws InterruptedException {
        return factory.check(verify, true);
    }

    /**
     * Rehearses a cutover: no writer is refused, and nothing stays. Returns at once; {@link #rehearsal} reports the progress.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     * @throws GaussferryException if a cutover, a preparation or a rehearsal is running, or the target is the active side
     */
    public synchronized void rehearse(VerifyMode verify, boolean isArmed) throws InterruptedException {
        requireNoCutover();
        preparing.requireIdle();
        rehearsing.start(verify, isArmed);
    }

    /** Returns the progress or the result of the last rehearsal. Sends no query; may be called from any thread. */
    public RehearsalReport rehearsal() {
        return rehearsing.report();
    }

    private void requireNoCutover() throws InterruptedException {
        awaitEndOfRolledBack();
        if (closed) {
            throw refused("The daemon is stopping.", "repeat the command when it runs again");
        }
        if (workThread != null || known.isInProgress() || known instanceof Finished) {
            throw refused("A cutover is running or has switched.", "check its state with: gaussferry cutover status");
        }
    }

    /**
     * Prepares a cutover that starts later, or undoes that. Returns at once; {@link #preparation} reports the progress.
     *
     * @throws GaussferryException if a cutover or a preparation is running, or the target is the active side
     */
    public synchronized void prepare(boolean undo) throws InterruptedException {
        requireNoCutover();
        rehearsing.requireIdle();
        preparing.start(undo);
    }

    /** Returns the progress of the preparation. Sends no query; may be called from any thread. */
    public PreparationStatus preparation() {
        return preparing.status();
    }

    /**
     * Rolls back a cutover before its switch: the source accepts its writers again.
     *
     * @param reason the reason and the requester
     * @throws GaussferryException if no cutover can be rolled back
     */
    public synchronized void rollBack(String reason) {
        Components components = active;
        if (components == null || !isBeforeSwitch()) {
            throw refused(
                    isSwitched()
                            ? "The target is already active: its new writes would be lost."
                            : "No cutover is running.",
                    isSwitched()
                            ? "run gaussferry cutover back, if reverse replication was armed"
                            : "check the state with: gaussferry cutover status");
        }
        components.machine().rollBack(reason);
    }

    /**
     * Requests the return of the writers to the source after the switch. The thread that watches the source performs it.
     *
     * @throws GaussferryException if the writers cannot return
     */
    public synchronized void returnToSource(ReturnRequest request) {
        if (requireWatch().cutover().request().noReverseReplication()) {
            throw refused(
                    "The cutover was made with --no-reverse-replication: the target's writes were not replicated to the source.",
                    "replicate them first: gaussferry cutover rearm --config FILE --reason TEXT");
        }
        problem = "";
        afterSwitch.returnToSource(request);
    }

    /**
     * Creates views, routines, triggers and events that the cutover has left out; a return removes them.
     *
     * @param level the states of the objects to create
     * @param isRehearsal whether to execute nothing
     * @return the objects that did not exist, with their outcomes
     * @throws GaussferryException if the target is not active, or the request cannot be performed now
     */
    public List<AppliedObject> createObjects(CreatedObjects level, boolean isRehearsal) throws InterruptedException {
        Switched unused = requireWatch();
        return afterSwitch.laterObjects().create(level, isRehearsal);
    }

    /** Returns the state of a cutover whose target is active. */
    private Switched requireWatch() {
        if (known instanceof Switched at && at.step() == CutoverStep.WATCH) {
            return at;
        }
        throw refused(
                "The target is not active, or the cutover is finished.",
                "check the state with: gaussferry cutover status");
    }

    /**
     * Requests that reverse replication is armed again after changes of the target were lost, or for the first time if the operator declined
     * it at the switch. The thread that watches the source compares both sides and corrects the source.
     *
     * @param reason the reason and the operator; not empty
     * @throws GaussferryException if the target is not active
     */
    public synchronized void rearm(String reason) {
        Switched unused = requireWatch();
        problem = "";
        afterSwitch.rearm(reason);
    }

    private synchronized void awaitClose() throws InterruptedException {
        long end = System.nanoTime() + SHUTDOWN_DELAY.toNanos();
        for (long left = SHUTDOWN_DELAY.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /**
     * Ends the watch over the source.
     *
     * @param removeRows whether to delete Gaussferry's rows of this pipeline on the target, except for the record of the cutover
     * @throws GaussferryException if the target is not active
     */
    public synchronized void finish(boolean removeRows) {
        if (!(known instanceof Switched at) || at.step() != CutoverStep.WATCH) {
            throw refused(
                    known instanceof Finished
                            ? "The cutover is already finished."
                            : "The cutover cannot be finished before the switch.",
                    "check the state with: gaussferry cutover status");
        }
        afterSwitch.finish(removeRows);
    }

    /** Returns the status. May be called from any thread; reads from the target. */
    public CutoverStatus status() {
        CutoverState now = known;
        Cutover cutover = now.attempt();
        if (cutover == null) {
            return status(now, problem());
        }
        try {
            return statusLink.read(
                    "read the state of the cutover",
                    connection ->
                            CutoverStatus.read(connection, pipeline.name(), cutover.id(), status(now, problem())));
        } catch (GaussferryException e) {
            return status(now, e.problem());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return status(now, problem());
        }
    }

    private CutoverStatus status(CutoverState state, String obstacle) {
        return new CutoverStatus(
                state,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                obstacle,
                afterSwitch.watch().written(),
                afterSwitch.watch().watched(),
                afterSwitch.targetTables(),
                factory.returnCourse().steps(),
                afterSwitch.reverseReplication());
    }

    /**
     * Returns the status of reverse replication, a few seconds old; null if this process has run none. Sends no query; may be called from
     * any thread.
     */
    public @Nullable ReverseStatus reverseReplication() {
        return afterSwitch.reverseReplication();
    }

    /**
     * Returns the tables of the target that have changed since reverse replication was armed, as of the last check. Sends no query; may be
     * called from any thread.
     */
    public List<TargetTableChange> targetTables() {
        return afterSwitch.targetTables();
    }

    /** Returns the transaction at which reverse replication waits for the operator; null if it does not wait. */
    public @Nullable Waiting waiting() {
        return afterSwitch.waiting();
    }

    /**
     * Retries the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean retry(String transaction) throws InterruptedException {
        return afterSwitch.retry(transaction);
    }

    /**
     * Skips the transaction at which reverse replication waits; any thread.
     *
     * @return whether it waits at this transaction
     */
    public boolean skip(String transaction, String reason) throws InterruptedException {
        return afterSwitch.skip(transaction, reason);
    }

    /** Returns the state that this process knows. Sends no query; may be called from any thread. */
    public CutoverState state() {
        return known;
    }

    /** Returns the current problem; empty if there is none. Sends no query; may be called from any thread. */
    public String problem() {
        String own = problem;
        if (own.isEmpty()) {
            own = afterSwitch.problem();
        }
        return own.isEmpty() ? targetWatch.problem() : own;
    }

    private static String describe(CutoverState state) {
        if (state instanceof Advancing at) {
            return at.step() + ", deadline " + at.deadline();
        }
        if (state instanceof RollingBack back) {
            return "returning the source to its writers: " + back.reason();
        }
        if (state instanceof CutoverState.RolledBack back) {
            return "the source accepts writes again: " + back.reason();
        }
        if (state instanceof Switched switched) {
            return switched.step() + ", switched at " + switched.switchedAt();
        }
        return state instanceof Finished ? "finished" : "none";
    }

    /**
     * Waits until a switched cutover is finished or this service is closed.
     *
     * @throws FencedException if another process has taken over the pipeline
     */
    public void awaitEnd() throws InterruptedException {
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
    public boolean rollBackAndWait(String reason, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        synchronized (this) {
            closed = true;
            Components components = active;
            if (components != null && isBeforeSwitch()) {
                components.machine().rollBack(reason);
            }
            while (workThread != null && isBeforeSwitch()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
        }
        return true;
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.CUTOVER_NOT_POSSIBLE, problem, remedy, null);
    }

    /** Stops all work; the next start of the daemon resumes it. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = workThread;
            if (active != null) {
                active.machine().stop();
            }
            notifyAll();
        }
        preparing.close();
        rehearsing.close();
        afterSwitch.close();
        targetWatch.close();
        over.countDown();
        if (running != null) {
            running.interrupt();
            try {
                running.join(REPLAY_STOP_TIMEOUT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        timers.shutdownNow();
        statusLink.close();
    }
}
