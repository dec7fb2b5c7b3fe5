package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.CutoverWorkshop.Work;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.settings.PipelineSettings;
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
 * The cutover of one pipeline, inside the daemon that replays it: begins it, carries it on after a crash, shows how it stands, and watches
 * the source afterwards. What it does is done on a thread of its own: who asked for it may go. Thread-safe.
 */
public final class CutoverService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverService.class);

    /** Writers may wait for what it is, so not long. */
    private static final Duration AFTER_DEFECT = Duration.ofSeconds(10);

    private static final Duration END_OF_REPLAY = Duration.ofSeconds(7);

    /** The daemon ends with its cutover, but whoever asked for that has the answer first, and others see the end. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final PipelineSettings pipeline;
    private final CutoverWorkshop workshop;
    private final Clock clock = Clock.systemUTC();
    private final ScheduledExecutorService watchdogs;
    private final CountDownLatch over = new CountDownLatch(1);
    private final TargetLink lookingAtTarget;
    private final AfterSwitch afterSwitch;
    private final Supplier<@Nullable Ownership> replayRight;
    private volatile CutoverState known = new Idle();
    private volatile String problem = "";
    private volatile @Nullable Ownership ownRight;
    private @Nullable Work work;
    private @Nullable Thread thread;
    private boolean closed;

    /**
     * @param pipeline what is replayed
     * @param settings how it is to be cut over
     * @param verified what the comparison beside the replay has found
     */
    public CutoverService(
            PipelineSettings pipeline, CutoverSettings settings, ReplayView replay, VerifiedTables verified) {
        this.pipeline = pipeline;
        this.lookingAtTarget = new TargetLink(pipeline.target());
        this.replayRight = replay::ownership;
        this.workshop = new CutoverWorkshop(pipeline, settings, replay, verified, this::right, this::followed, clock);
        this.afterSwitch = new AfterSwitch(
                pipeline.name(), workshop, replay.verification(), this::watchdog, state -> known = state, clock);
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, task -> daemonThread(task, "cutover-deadline"));
        executor.setRemoveOnCancelPolicy(true);
        this.watchdogs = executor;
    }

    /**
     * Reads where the target has the cutover; to be called before the replay begins.
     *
     * @throws GaussferryException if the target cannot be asked
     */
    public CutoverState find() throws InterruptedException {
        CutoverState found =
                lookingAtTarget.read("read how the cutover stands", new CutoverStore(pipeline.name())::read);
        known = found;
        return found;
    }

    /** Carries on a cutover that {@link #find} has found unfinished; does nothing for another. */
    public synchronized void resume() {
        if (known.isSwitched()) {
            takeRight();
        }
        if (known.isAtWork() && thread == null) {
            LOG.warn("A cutover was found at work: {}", describe(known));
            launch();
        }
        if (known instanceof Finished) {
            over.countDown();
        }
    }

    /** Nothing is replayed any more, so the right to write progress comes from nowhere else. */
    private void takeRight() {
        try {
            ownRight = lookingAtTarget.takeOver(pipeline.name()).orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the target was switched to: then nothing is replayed any more. */
    public boolean isSwitched() {
        return known.isSwitched();
    }

    /** Returns whether an attempt is at work before the switch. */
    public boolean isBeforeSwitch() {
        return known instanceof Advancing || known instanceof RollingBack;
    }

    /**
     * Begins a cutover; or, where the target was switched to and a hook has failed, runs the hook again.
     *
     * @return where it stands now
     * @throws GaussferryException if it cannot begin, one by another person among the reasons
     */
    public synchronized CutoverState start(CutoverRequest request) throws InterruptedException {
        if (closed) {
            throw refused("The daemon is being stopped.", "ask again when it runs");
        }
        if (known instanceof Switched at && at.step() == CutoverStep.SWITCH && thread == null) {
            launch();
            return known;
        }
        if (thread != null) {
            Cutover other = known.attempt();
            throw refused(
                    other == null
                            ? "A cutover is at work."
                            : "A cutover is at work, which " + other.request() + " began at " + other.started() + ".",
                    "see how it stands: gaussferry cutover status");
        }
        Work created = work();
        try {
            known = created.machine().begin(request);
        } catch (GaussferryException e) {
            created.close();
            throw e;
        }
        problem = "";
        LOG.warn(
                "{} begins the cutover {}",
                request,
                Objects.requireNonNull(known.attempt()).id());
        launch(created);
        return known;
    }

    private void launch() {
        launch(work());
    }

    private void launch(Work created) {
        work = created;
        Thread started = daemonThread(() -> run(created), "cutover");
        thread = started;
        started.start();
    }

    /** It is none of a web server's, whatever thread asks for it: that would report it as leaked when it stops. */
    private static Thread daemonThread(Runnable task, String name) {
        Thread created = new Thread(task, name);
        created.setDaemon(true);
        created.setContextClassLoader(CutoverService.class.getClassLoader());
        return created;
    }

    private void run(Work present) {
        try (present) {
            known = present.machine().run();
            if (known instanceof Switched at && at.step() == CutoverStep.WATCH) {
                Optional<CutoverState> end = afterSwitch.run(at, present);
                if (end.isPresent()) {
                    known = end.get();
                    LOG.info("Cutover: {}", describe(known));
                    awaitClose();
                    over.countDown();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            problem = String.valueOf(e.getMessage());
            LOG.error("The cutover cannot go on here: {}", e.getMessage());
        } catch (RuntimeException e) {
            problem = "A defect in Gaussferry: " + RowValues.defect(e);
            LOG.error("A defect in Gaussferry; the cutover is carried on in {} s", AFTER_DEFECT.toSeconds(), e);
            carryOnLater();
        } finally {
            synchronized (this) {
                thread = null;
                work = null;
                notifyAll();
            }
        }
    }

    /** All that it knows is on the target: what carries it on is what a restarted daemon would do. */
    private synchronized void carryOnLater() {
        if (!closed) {
            watchdogs.schedule(this::carryOn, AFTER_DEFECT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private synchronized void carryOn() {
        if (!closed && thread == null) {
            launch();
        }
    }

    /** Hears of the course, and shows it; what is tried again and again is logged once. */
    private final class Course implements CutoverMachine.Listener {

        private @Nullable CutoverState lastState;
        private String lastProblem = "";

        @Override
        public void reached(CutoverState state) {
            known = state;
            problem = "";
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
                LOG.warn("Cutover: {}", problem);
            }
        }
    }

    private Work work() {
        return workshop.machine(this::watchdog, new Course());
    }

    private @Nullable Ownership right() {
        Ownership own = ownRight;
        return own == null ? replayRight.get() : own;
    }

    /** Over a link of its own: it may be asked in the middle of a transaction of another. */
    private String followed() {
        try {
            return lookingAtTarget
                    .read("read whom the replay follows", new ProgressStore(pipeline.name())::find)
                    .map(found -> found.source().serverUuid())
                    .orElse("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("It was interrupted.", "ask again");
        }
    }

    private AutoCloseable watchdog(StepControl control, Duration left) {
        ScheduledFuture<?> end = watchdogs.schedule(
                () -> control.abort("its deadline has passed"), left.toMillis(), TimeUnit.MILLISECONDS);
        return () -> end.cancel(false);
    }

    /** Looks for what can make a cutover fail; changes nothing. Any thread, also while a cutover is at work. */
    public CutoverCheck check(VerifyMode verify) throws InterruptedException {
        return workshop.check(verify);
    }

    /**
     * Gives up a cutover before its switch: the source gets its writers back.
     *
     * @param reason why, and who
     * @throws GaussferryException if there is none to give up
     */
    public synchronized void rollBack(String reason) {
        Work present = work;
        if (present == null || !isBeforeSwitch()) {
            throw refused(
                    isSwitched()
                            ? "The target was switched to: what is written there would be lost."
                            : "No cutover is at work.",
                    isSwitched()
                            ? "gaussferry cutover back, if the way back was armed"
                            : "see how it stands: gaussferry cutover status");
        }
        present.machine().rollBack(reason);
    }

    /**
     * Has the writers return to the source after the switch; it is done on the thread that watches it.
     *
     * @throws GaussferryException if they cannot
     */
    public synchronized void returnToSource(ReturnRequest request) {
        if (!(known instanceof Switched at) || at.step() != CutoverStep.WATCH) {
            throw refused(
                    "The target was not switched to, or that is finished.",
                    "see how it stands: gaussferry cutover status");
        }
        if (at.cutover().request().noWayBack()) {
            throw refused(
                    "The cutover was made with --no-way-back: nothing has brought back what was written to the target.",
                    "carry it over by hand");
        }
        problem = "";
        afterSwitch.returnToSource(request);
    }

    private synchronized void awaitClose() throws InterruptedException {
        long end = System.nanoTime() + FAREWELL.toNanos();
        for (long left = FAREWELL.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /**
     * Ends the watch over the source.
     *
     * @param removeRows whether to remove what Gaussferry keeps of this pipeline on the target, but for the record of the cutover
     * @throws GaussferryException if the target was not switched to
     */
    public synchronized void finish(boolean removeRows) {
        if (!(known instanceof Switched at) || at.step() != CutoverStep.WATCH) {
            throw refused(
                    known instanceof Finished ? "It is finished already." : "There is nothing to finish yet.",
                    "see how it stands: gaussferry cutover status");
        }
        afterSwitch.finish(removeRows);
    }

    /** Returns how it stands; any thread. */
    public CutoverStatus status() {
        CutoverState now = known;
        Cutover cutover = now.attempt();
        if (cutover == null) {
            return status(now, problem());
        }
        try {
            return lookingAtTarget.read(
                    "read how the cutover stands",
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
                obstacle,
                afterSwitch.watch().written(),
                afterSwitch.watch().watched(),
                afterSwitch.wayBack());
    }

    /** Returns how the way back stands, as of a few seconds ago; null where this process has run none. Asks nobody, any thread. */
    public @Nullable ReverseStatus wayBack() {
        return afterSwitch.wayBack();
    }

    /** Returns where it stands, as far as this process knows; asks nobody, any thread. */
    public CutoverState state() {
        return known;
    }

    /** Returns what stands in the way, or must be heard of; empty if nothing. Asks nobody, any thread. */
    public String problem() {
        String own = problem;
        return own.isEmpty() ? afterSwitch.problem() : own;
    }

    private static String describe(CutoverState state) {
        if (state instanceof Advancing at) {
            return at.step() + ", until " + at.deadline();
        }
        if (state instanceof RollingBack back) {
            return "giving the source back to its writers: " + back.reason();
        }
        if (state instanceof CutoverState.RolledBack back) {
            return "the source has its writers again: " + back.reason();
        }
        if (state instanceof Switched switched) {
            return switched.step() + ", switched at " + switched.switchedAt();
        }
        return state instanceof Finished ? "finished" : "none";
    }

    /** Waits until a cutover that was switched is finished, or this is closed. */
    public void awaitEnd() throws InterruptedException {
        over.await();
    }

    /**
     * Waits until nothing is at work before the switch any more; gives up what is.
     *
     * @param reason why
     * @return whether the source has its writers
     */
    public boolean giveUp(String reason, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (this) {
            closed = true;
            Work present = work;
            if (present != null && isBeforeSwitch()) {
                present.machine().rollBack(reason);
            }
            while (thread != null && isBeforeSwitch()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
        }
        return true;
    }

    private static GaussferryException refused(String what, String remedy) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, what, remedy, null);
    }

    /** Ends all work; what is left is carried on by the next start. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            if (work != null) {
                work.machine().stop();
            }
            notifyAll();
        }
        afterSwitch.close();
        over.countDown();
        if (running != null) {
            running.interrupt();
            try {
                running.join(END_OF_REPLAY.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        watchdogs.shutdownNow();
        lookingAtTarget.close();
    }
}
