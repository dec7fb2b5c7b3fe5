package io.gaussferry.cutover;

import io.gaussferry.change.CommitListener;
import io.gaussferry.cutover.CutoverWorkshop.Work;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes on once the target was switched to: it brings back what is written there, if that was armed, and looks at the source, to which
 * nobody else may write; until the writers return to the source, or the cutover is finished. Both sides are compared meanwhile, while
 * changes go back and nothing else is asked for. {@link #run} has a thread of its own; the others are called from any.
 */
final class AfterSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(AfterSwitch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** What a round reads is cut off, which takes some milliseconds; servers that do not answer are not waited for. */
    private static final Duration LONGEST_END_OF_ROUND = Duration.ofSeconds(1);

    private final String pipeline;
    private final CutoverWorkshop workshop;
    private final ContinuousVerification rounds;
    private final ContinuousVerification.Direction back;
    private final CutoverMachine.Watchdog watchdog;
    private final Consumer<CutoverState> reached;
    private final SourceWatch watch;
    /** Which rows the way back has changed since both sides, or a table, were found equal. */
    private final VerifiedTables brought = new VerifiedTables();

    /** What has been committed in MySQL, over all runners. */
    private final ReplayStatistics broughtBack = new ReplayStatistics();

    /** Used by the way back's thread. */
    private volatile boolean wereToldEqual;

    private volatile @Nullable ReverseRunner wayBack;
    private volatile String problem = "";
    private @Nullable ReturnRequest wantsReturn;
    private boolean wantsFinish;
    private boolean removesRows;
    private boolean closed;

    /**
     * @param rounds compares both sides
     * @param reached hears where the cutover stands
     */
    AfterSwitch(
            String pipeline,
            CutoverWorkshop workshop,
            ContinuousVerification rounds,
            CutoverMachine.Watchdog watchdog,
            Consumer<CutoverState> reached,
            Clock clock) {
        this.pipeline = pipeline;
        this.workshop = workshop;
        this.rounds = rounds;
        this.back = workshop.wayBack(brought);
        this.watchdog = watchdog;
        this.reached = reached;
        this.watch = new SourceWatch(clock);
    }

    /** Returns when the cutover is over, with what it has become; empty if this was closed before that. */
    Optional<CutoverState> run(Switched at, Work present) throws InterruptedException {
        boolean armed = !at.cutover().request().noWayBack();
        while (!isSettled(at, present, armed)) {
            synchronized (this) {
                if (closed) {
                    return Optional.empty();
                }
                wait(BETWEEN_LOOKS.toMillis());
            }
        }
        while (true) {
            ReverseRunner runner = armed ? startWayBack(at, present) : null;
            try {
                if (!isRequested(at, present, runner)) {
                    return Optional.empty();
                }
                Optional<CutoverState> end = answer(at, present, runner);
                if (end.isPresent()) {
                    return end;
                }
            } finally {
                if (runner != null) {
                    runner.close();
                }
            }
        }
    }

    /** Waits until something is asked for, which no comparison is to disturb; returns false if this was closed before that. */
    private boolean isRequested(Switched at, Work present, @Nullable ReverseRunner runner) throws InterruptedException {
        try {
            return awaitRequest(at, present, runner);
        } finally {
            rounds.pause(LONGEST_END_OF_ROUND);
        }
    }

    /** Looks at the source until something is asked for; returns false if this was closed before that. */
    private boolean awaitRequest(Switched at, Work present, @Nullable ReverseRunner runner)
            throws InterruptedException {
        StandStill stood = Objects.requireNonNull(at.cutover().standStill());
        boolean fenced = true;
        while (true) {
            if (runner != null && runner.follows()) {
                rounds.start(back);
            } else {
                rounds.pause(Duration.ZERO);
            }
            watch.look(stood, present, runner);
            if (runner == null) {
                isSettled(at, present, false);
            }
            if (!watch.problem().isEmpty()) {
                fenced = false;
            } else if (runner != null && (!fenced || isHeldUp(runner))) {
                fenced = isFencedAnew(at, present);
            }
            synchronized (this) {
                if (closed) {
                    return false;
                }
                if (wantsFinish || (wantsReturn != null && runner != null)) {
                    return true;
                }
                wait(BETWEEN_LOOKS.toMillis());
            }
        }
    }

    private static boolean isHeldUp(ReverseRunner runner) {
        return runner.status().phase() == ReverseStatus.Phase.RETRYING;
    }

    /** Does what was asked for; empty if that failed, and all is to go on as before. */
    private Optional<CutoverState> answer(Switched at, Work present, @Nullable ReverseRunner runner)
            throws InterruptedException {
        ReturnRequest asked;
        synchronized (this) {
            asked = wantsReturn;
            wantsReturn = null;
            if (wantsFinish) {
                asked = null;
            }
        }
        if (asked != null && runner != null) {
            return returned(at, present, runner, asked);
        }
        return runner == null || isDisarmed(present, runner) ? finished(at, present) : Optional.empty();
    }

    /** Lets the target's writers and reverse replication write; returns false if that is to be retried, as a server does not answer. */
    private boolean isSettled(Switched at, Work present, boolean armed) throws InterruptedException {
        FenceOwner owner = FenceOwner.of(pipeline, at.cutover());
        String memory = Objects.requireNonNull(at.cutover().fenceMemory());
        try {
            if (armed) {
                // a return that was begun and not decided is over
                present.targetFence().lower();
                present.fence().admitOwn(owner, memory);
            } else {
                present.fence().settle(owner, memory);
            }
            problem = "";
            return true;
        } catch (GaussferryException e) {
            waiting((armed ? "The way back cannot begin: " : "The source cannot be told that its fence stays: ")
                    + e.getMessage());
            return false;
        }
    }

    /**
     * A source that was started anew has the fence of its settings: the way back may be kept out by it, or others let in. Another pipeline
     * that was switched meanwhile has fenced it more strictly.
     */
    private boolean isFencedAnew(Switched at, Work present) throws InterruptedException {
        try {
            present.fence()
                    .admitOwn(
                            FenceOwner.of(pipeline, at.cutover()),
                            Objects.requireNonNull(at.cutover().fenceMemory()));
            LOG.info("The source's fence is as reverse replication needs it");
            return true;
        } catch (GaussferryException e) {
            LOG.debug("The source's fence is not as reverse replication needs it: {}", e.problem());
            return false;
        }
    }

    private ReverseRunner startWayBack(Switched at, Work present) {
        ReverseRunner runner = new ReverseRunner(present.reverse(), present.journal(), changes(at), broughtBack);
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
                if (wereEqual && !wereToldEqual) {
                    // once: somebody may have been found to write to the source since
                    wereToldEqual = true;
                    brought.allEqual(tables.stream().map(TableDefinition::id).toList());
                }
            }

            @Override
            public CommitListener commits() {
                return brought.commits();
            }
        };
    }

    /** Ends the way back; returns false if the target goes on to keep its log for it, and it is not to be finished yet. */
    private boolean isDisarmed(Work present, ReverseRunner runner) throws InterruptedException {
        runner.close();
        try {
            present.arming().disarm();
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

    /** Notes that all is done, as soon as the target answers: the way back is gone already. Empty if this was closed before that. */
    private Optional<CutoverState> finished(Switched at, Work present) throws InterruptedException {
        while (true) {
            try {
                Finished finished = present.journal().finish(at, "finished");
                if (isToRemoveRows()) {
                    present.links()
                            .target()
                            .write("remove the pipeline's rows", present.journal(), new LeftOvers(pipeline)::remove);
                }
                problem = "";
                return Optional.of(finished);
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY) {
                    throw e;
                }
                waiting("The cutover is not finished yet: " + e.getMessage());
            }
            synchronized (this) {
                if (closed) {
                    return Optional.empty();
                }
                wait(BETWEEN_LOOKS.toMillis());
            }
        }
    }

    /** What is tried again and again is logged once. */
    private void waiting(String obstacle) {
        if (!obstacle.equals(problem)) {
            LOG.warn("{}", obstacle);
        }
        problem = obstacle;
    }

    private synchronized boolean isToRemoveRows() {
        return removesRows;
    }

    /** Gives the writers back to the source; empty if that failed and the target has them as before. */
    private Optional<CutoverState> returned(Switched at, Work present, ReverseRunner runner, ReturnRequest request)
            throws InterruptedException {
        LOG.warn("The writers are to return to the source: {}", request.reason());
        if (!watch.written().isEmpty()) {
            // somebody has changed rows there, and nobody knows which
            brought.forget();
        }
        try {
            requireSourceTakesWrites(at, present, request);
            reached.accept(workshop.returnToSource(present, brought, watchdog).run(at, runner, request));
        } catch (GaussferryException e) {
            problem = "The writers could not return to the source: " + e.getMessage();
            LOG.error("{}", problem);
            return Optional.empty();
        }
        return Optional.of(present.machine().run());
    }

    /** Writers that return to a source which other pipelines have fenced could write to neither side. */
    private void requireSourceTakesWrites(Switched at, Work present, ReturnRequest request)
            throws InterruptedException {
        List<String> others = present.fence().neededBy(FenceOwner.of(pipeline, at.cutover()));
        if (!others.isEmpty() && !request.staysFenced()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The source would refuse the writers, as pipelines " + others + " have fenced it.",
                    "let all of them return, and say so: gaussferry cutover back --source-stays-fenced; the source takes"
                            + " writes when the last has returned",
                    null);
        }
    }

    /** Has the writers return to the source. */
    synchronized void returnToSource(ReturnRequest request) {
        problem = "";
        wantsReturn = request;
        notifyAll();
    }

    /**
     * Has the cutover finished.
     *
     * @param removeRows whether to remove what is kept of this pipeline on the target, but for the record of the cutover
     */
    synchronized void finish(boolean removeRows) {
        wantsFinish = true;
        removesRows = removeRows;
        notifyAll();
    }

    /** Has {@link #run} return soon; the next start carries it on. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Returns what others have written to the source, as far as it was seen. */
    SourceWatch watch() {
        return watch;
    }

    /** Returns how the way back stands; null before it has begun. */
    @Nullable
    ReverseStatus wayBack() {
        ReverseRunner runner = wayBack;
        return runner == null ? null : runner.status();
    }

    /** Returns what stands in the way, or must be heard of; empty if nothing. */
    String problem() {
        String own = problem;
        return own.isEmpty() ? watch.problem() : own;
    }
}
