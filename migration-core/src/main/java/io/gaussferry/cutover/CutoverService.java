package io.gaussferry.cutover;

import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.cutover.CutoverState.Advancing;
import io.gaussferry.cutover.CutoverState.Finished;
import io.gaussferry.cutover.CutoverState.Idle;
import io.gaussferry.cutover.CutoverState.RollingBack;
import io.gaussferry.cutover.CutoverState.Switched;
import io.gaussferry.cutover.CutoverWorkshop.Work;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.TableDefinition;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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

    private static final Duration END_OF_REPLAY = Duration.ofSeconds(7);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** The daemon ends with its cutover, but whoever asked for that has the answer first, and others see the end. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final PipelineSettings pipeline;
    private final CutoverWorkshop workshop;
    private final Clock clock = Clock.systemUTC();
    private final ScheduledExecutorService watchdogs;
    private final CountDownLatch over = new CountDownLatch(1);
    private final TargetLink lookingAtTarget;
    private final SourceWatch watch;
    private final Supplier<@Nullable Ownership> replayRight;
    private volatile CutoverState known = new Idle();
    private volatile String problem = "";
    private volatile @Nullable Ownership ownRight;
    private @Nullable Work work;
    private @Nullable Thread thread;
    private volatile @Nullable ReverseRunner wayBack;
    private @Nullable ReturnRequest wantsReturn;
    /** Which rows the way back has changed since both sides were found equal. */
    private final VerifiedTables brought = new VerifiedTables();

    private boolean wantsFinish;
    private boolean removesRows;
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
        this.watch = new SourceWatch(clock);
        this.replayRight = replay::ownership;
        this.workshop = new CutoverWorkshop(pipeline, settings, replay, verified, this::right, this::followed, clock);
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, "cutover-deadline");
            created.setDaemon(true);
            return created;
        });
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
                lookingAtTarget.transact("read how the cutover stands", new CutoverStore(pipeline.name())::read);
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
            ownRight = lookingAtTarget
                    .transact("take over the pipeline", new ProgressStore(pipeline.name())::takeRight)
                    .orElse(null);
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
        Thread started = new Thread(() -> run(created), "cutover");
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    private void run(Work present) {
        try (present) {
            known = present.machine().run();
            if (known instanceof Switched at && at.step() == CutoverStep.WATCH) {
                watch(at, present);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            problem = String.valueOf(e.getMessage());
            LOG.error("The cutover cannot go on here: {}", e.getMessage());
        } catch (RuntimeException e) {
            problem = "A defect in Gaussferry: " + e;
            LOG.error("A defect in Gaussferry ended the cutover's thread; a restarted daemon carries it on", e);
        } finally {
            synchronized (this) {
                thread = null;
                work = null;
                notifyAll();
            }
        }
    }

    /** Hears of the course, and shows it. */
    private final class Course implements CutoverMachine.Listener {
        @Override
        public void reached(CutoverState state) {
            known = state;
            problem = "";
            LOG.info("Cutover: {}", describe(state));
        }

        @Override
        public void waiting(CutoverState state, GaussferryException failure) {
            problem = String.valueOf(failure.getMessage());
            LOG.warn("Cutover: {}", failure.getMessage());
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
                    .transact("read whom the replay follows", new ProgressStore(pipeline.name())::find)
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

    /** Brings back what is written to the target, if that was armed, and looks at the source: nobody else may write to it any more. */
    private void watch(Switched at, Work present) throws InterruptedException {
        boolean armed = !at.cutover().request().noWayBack();
        while (armed && !isWayBackAdmitted(present)) {
            synchronized (this) {
                if (closed) {
                    return;
                }
                wait(BETWEEN_LOOKS.toMillis());
            }
        }
        while (true) {
            ReverseRunner runner = armed ? startWayBack(at, present) : null;
            try {
                if (!watch(at, present, runner)) {
                    return;
                }
            } finally {
                if (runner != null) {
                    runner.close();
                }
            }
        }
    }

    /** Lets the target's writers and the way back write; returns false if a server does not answer, and it is to be tried again. */
    private boolean isWayBackAdmitted(Work present) throws InterruptedException {
        try {
            // a return that was begun and not decided is over
            present.targetFence().lower();
            present.fence().admitOwn();
            problem = "";
            return true;
        } catch (GaussferryException e) {
            problem = "The way back cannot begin: " + e.getMessage();
            LOG.warn("{}", problem);
            return false;
        }
    }

    private ReverseRunner startWayBack(Switched at, Work present) {
        ReverseRunner runner = new ReverseRunner(present.reverse(), changes(at));
        runner.start();
        wayBack = runner;
        return runner;
    }

    /** Both sides were found equal before the switch, and nothing was written since, if contents were compared there. */
    private ReverseRunner.Changes changes(Switched at) {
        boolean wereEqual = at.cutover().request().verify() != VerifyMode.COUNTS;
        return new ReverseRunner.Changes() {
            @Override
            public void begins(List<TableDefinition> tables) {
                if (wereEqual) {
                    brought.allEqual(tables.stream().map(TableDefinition::id).toList());
                }
            }

            @Override
            public CommitListener commits() {
                return brought.commits();
            }
        };
    }

    /** Returns whether it is to be watched on, with the way back begun again. */
    private boolean watch(Switched at, Work present, @Nullable ReverseRunner runner) throws InterruptedException {
        StandStill stood = Objects.requireNonNull(at.cutover().standStill());
        while (true) {
            watch.look(stood, present.side(), present.journal(), runner);
            ReturnRequest asked;
            synchronized (this) {
                if (closed) {
                    return false;
                }
                if (wantsFinish) {
                    break;
                }
                asked = wantsReturn;
                wantsReturn = null;
                if (asked == null) {
                    wait(BETWEEN_LOOKS.toMillis());
                }
            }
            if (asked != null && runner != null) {
                return !isReturned(at, present, runner, asked);
            }
        }
        if (runner != null && !isDisarmed(present, runner)) {
            return true;
        }
        Finished finished = present.journal().finish(at, "finished");
        if (removesRows) {
            present.target().transact("remove the pipeline's rows", new LeftOvers(pipeline.name())::remove);
        }
        known = finished;
        LOG.info("Cutover: {}", describe(finished));
        awaitClose(FAREWELL);
        over.countDown();
        return false;
    }

    /** Ends the way back; returns false if the target goes on to keep its log for it, and it is not to be finished yet. */
    private boolean isDisarmed(Work present, ReverseRunner runner) throws InterruptedException {
        runner.close();
        try {
            new ReverseArming(present.reverse()).disarm();
            return true;
        } catch (GaussferryException e) {
            problem = "The cutover could not be finished: " + e.getMessage();
            LOG.error("{}", problem);
            synchronized (this) {
                wantsFinish = false;
            }
            return false;
        }
    }

    /** Gives the writers back to the source; returns false if that failed and the target has them as before. */
    private boolean isReturned(Switched at, Work present, ReverseRunner runner, ReturnRequest request)
            throws InterruptedException {
        LOG.warn("The writers are to return to the source: {}", request.reason());
        if (!watch.written().isEmpty()) {
            // somebody has changed rows there, and nobody knows which
            brought.forget();
        }
        try {
            known = workshop.returnToSource(present, brought, this::watchdog).run(at, runner, request);
        } catch (GaussferryException e) {
            problem = "The writers could not return to the source: " + e.getMessage();
            LOG.error("{}", problem);
            return false;
        }
        known = present.machine().run();
        LOG.info("Cutover: {}", describe(known));
        awaitClose(FAREWELL);
        over.countDown();
        return true;
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
        wantsReturn = request;
        notifyAll();
    }

    private synchronized void awaitClose(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
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
        wantsFinish = true;
        removesRows = removeRows;
        notifyAll();
    }

    /** Returns how it stands; any thread. */
    public CutoverStatus status() {
        CutoverState now = known;
        Cutover cutover = now.attempt();
        if (cutover == null) {
            return status(now, problem());
        }
        try {
            return lookingAtTarget.transact(
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
        ReverseRunner back = wayBack;
        return new CutoverStatus(
                state,
                List.of(),
                List.of(),
                List.of(),
                obstacle,
                watch.written(),
                watch.watched(),
                back == null ? null : back.status());
    }

    /** Returns where it stands, as far as this process knows; asks nobody, any thread. */
    public CutoverState state() {
        return known;
    }

    /** Returns what stands in the way, or must be heard of; empty if nothing. Asks nobody, any thread. */
    public String problem() {
        String own = problem;
        return own.isEmpty() ? watch.problem() : own;
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
