package io.gaussferry.pipeline;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.DecisionPoint;
import io.gaussferry.pipeline.decision.TransactionSkip;
import io.gaussferry.pipeline.definition.DefinitionCounts;
import io.gaussferry.pipeline.definition.DefinitionDecision;
import io.gaussferry.pipeline.definition.DefinitionFollower;
import io.gaussferry.pipeline.definition.DefinitionFollower.Held;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.run.CatchUpGoal;
import io.gaussferry.pipeline.run.CopyRestart;
import io.gaussferry.pipeline.run.CurrentRun;
import io.gaussferry.pipeline.run.PipelineRun;
import io.gaussferry.pipeline.run.RunContext;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.snapshot.SnapshotPipeline;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.HeldDefinition;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.SourceHead;
import io.gaussferry.pipeline.status.Watchdog;
import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.schedule.observe.WaitTimes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One migration, from its initial copy on: runs its stages, and runs them afresh from what the target has when something
 * fails that may pass. Several may run in one process.
 */
public final class Pipeline implements SnapshotPipeline {

    /** How long threads have to end, when they have been told to and nothing holds them any more, before the process ends beside them. */
    private static final Duration LONGEST_ABORT = Duration.ofMillis(2_500);

    /** A range that is being copied, or a batch, has this long to be committed when the replay ends. */
    private static final Duration LONGEST_END_OF_COPIES = Duration.ofSeconds(5);

    private static final Duration SHORTEST_END = Duration.ofMillis(200);

    private final PipelineSettings settings;
    private final DecisionPoint decision = new DecisionPoint();
    private final DefinitionCounts definitionCounts = new DefinitionCounts();
    private final DefinitionFollower follower;
    private final CopyRestart copyRestart;
    private final SourceHead head = new SourceHead();
    private final PipelineState state;
    private final Watchdog watchdog;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final @Nullable IncrementalSnapshots copies;
    private final CurrentRun current;
    private final RunContext context;
    private final Backoff backoff;
    private final StartWait startWait;
    /** By {@link System#nanoTime}; 0 while nobody has asked for the end. */
    private volatile long endsUntilNanos;

    /**
     * @param settings what to do
     * @param statistics told of every commit
     * @param listener told of the course
     */
    public Pipeline(PipelineSettings settings, ReplayStatistics statistics, PipelineListener listener) {
        RuleUsage ruleUsage = new RuleUsage();
        this.settings = settings;
        this.follower = new DefinitionFollower(settings, definitionCounts, ruleUsage);
        this.copyRestart = new CopyRestart(settings);
        this.state = new PipelineState(decision::waiting, head);
        this.current = new CurrentRun(state);
        this.watchdog = new Watchdog(state, settings.stalledAfter());
        this.copies = settings.copy().replaces()
                ? null
                : new IncrementalSnapshots(
                        settings,
                        current,
                        (copied, news) -> new Pipeline(copied, new ReplayStatistics(), news),
                        listener);
        this.context = new RunContext(settings, statistics, ruleUsage, state, listener, copies);
        this.backoff = new Backoff(state, listener, stopRequested);
        this.startWait = new StartWait(backoff, stopRequested);
    }

    /** Returns how often the rules were used, the initial copy included, since this object was created. */
    public RuleUsage ruleUsage() {
        return context.ruleUsage();
    }

    /** Returns how it stands now; any thread. */
    public PipelineStatus status() {
        return state.status();
    }

    /** Returns the tables whose changes are replayed; none before replay began. Any thread. */
    public Set<TableId> tables() {
        return state.tables();
    }

    /** Returns the right to write progress by which the present run goes on; null while none has one. Any thread. */
    public @Nullable Ownership ownership() {
        return current.ownership();
    }

    /** Returns where replay can be held back; any thread. */
    public ReplayThrottler throttler() {
        return state.throttler();
    }

    /** Returns the rows a second that are its part of the target's limit now; 0 for no limit. Any thread. */
    public double targetRowsPerSecond() {
        return state.targetRate().rowsPerSecond();
    }

    /** Returns for how long that has held replay back since this object was created, in seconds; any thread. */
    public double heldBackByTargetSeconds() {
        return state.targetRate().heldBackSeconds();
    }

    /** Returns how long appliers have waited for each other since this object was created. */
    public WaitTimes waitTimes() {
        return state.waitTimes();
    }

    /**
     * Makes a check of both servers until it succeeds, before {@link #run}. After a failure that may pass, the pipeline waits and reports it as
     * after a failed run.
     *
     * @param found the failure of a check that the caller has made; null for none
     * @param check throws a GaussferryException of category RETRY for as long as a server does not answer
     * @return whether it succeeded; not if the pipeline was stopped before
     * @throws GaussferryException if the check fails for a reason that needs the user
     */
    public boolean awaitServers(@Nullable GaussferryException found, Runnable check) throws InterruptedException {
        watchdog.start();
        boolean succeeded = false;
        try {
            succeeded = startWait.await(found, check);
        } finally {
            if (succeeded) {
                backoff.reset();
                state.enter(Phase.STARTING);
            } else {
                watchdog.stop();
                state.enter(Phase.ENDED);
            }
        }
        return succeeded;
    }

    /**
     * Runs until {@link #stop} is called, then returns. Called once, on any thread.
     *
     * @throws GaussferryException if replay cannot go on without the user
     */
    @Override
    public void run() throws InterruptedException {
        try {
            if (copies != null) {
                // nobody looks at how far a copy beside the replay is behind the source
                head.start();
                watchdog.start();
                copies.start();
            }
            Ownership held = null;
            while (stopRequested.getCount() > 0) {
                long before = context.statistics().transactions();
                PipelineRun run = new PipelineRun(context, held);
                current.is(run);
                state.enter(Phase.STARTING);
                if (stopRequested.getCount() == 0) {
                    return;
                }
                try {
                    Optional<Ownership> next = run(run);
                    if (next.isEmpty()) {
                        return;
                    }
                    held = next.get();
                    backoff.reset();
                } catch (GaussferryException e) {
                    if (e.category() != ErrorCategory.RETRY) {
                        throw e;
                    }
                    if (stopRequested.getCount() == 0) {
                        return; // what is not committed is replayed by the next start, as after any stop
                    }
                    held = run.ownership();
                    if (context.statistics().transactions() > before) {
                        backoff.reset();
                    }
                    if (backoff.awaitNext(e)) {
                        return;
                    }
                }
            }
        } finally {
            head.stop();
            watchdog.stop();
            try {
                if (copies != null) {
                    copies.stop(leftForCopies());
                }
            } finally {
                state.enter(Phase.ENDED);
                ended.countDown();
            }
        }
    }

    /** Runs the stages once. Returns the right by which the next run goes on; empty if there is to be none. */
    private Optional<Ownership> run(PipelineRun run) throws InterruptedException {
        try {
            boolean stopped = run.run();
            current.requireNoFailureBeside();
            return stopped ? Optional.empty() : Optional.ofNullable(run.ownership());
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            return seeTo(e, run);
        }
    }

    /** They were told to end when this pipeline was: what it has waited for itself, they had too. */
    private Duration leftForCopies() {
        long until = endsUntilNanos;
        if (until == 0) {
            return LONGEST_END_OF_COPIES;
        }
        Duration left = Duration.ofNanos(until - System.nanoTime());
        return left.compareTo(SHORTEST_END) < 0 ? SHORTEST_END : left;
    }

    /** Returns the right by which the next run goes on; empty if there is to be none. Throws what nobody can decide. */
    private Optional<Ownership> seeTo(GaussferryException failure, PipelineRun run) throws InterruptedException {
        Ownership held = run.ownership();
        if (held == null || !(failure instanceof TransactionException at)) {
            throw failure;
        }
        LoggedStatement statement = failure instanceof DefinitionException change
                ? change.statement().orElse(null)
                : null;
        Optional<CatchUpGoal> goal = run.goal();
        if (goal.isPresent() && copies != null && copyRestart.isDone(at, goal.get(), held)) {
            return Optional.of(held);
        }
        StatementPlans plans = run.plans();
        if (statement == null || plans == null) {
            return decide(at, held, null);
        }
        if (stopRequested.getCount() == 0) {
            return Optional.empty();
        }
        if (!state.isAllCommitted()) {
            return Optional.of(held); // the run was told to end as well: the next one meets the statement again
        }
        state.enter(Phase.FOLLOWING);
        Optional<Held> undecided = follower.follow((DefinitionException) failure, statement, plans, held);
        return undecided.isEmpty()
                ? Optional.of(held)
                : decide(undecided.get().failure(), held, undecided.get().definition());
    }

    private Optional<Ownership> decide(
            TransactionException failure, Ownership held, @Nullable HeldDefinition definition)
            throws InterruptedException {
        if (settings.onFailure() == FailurePolicy.QUARANTINE
                && copies != null
                && failure instanceof DefinitionException change
                && !change.tables().isEmpty()) {
            copies.quarantine(change, held);
            return Optional.of(held);
        }
        if (settings.onFailure() != FailurePolicy.WAIT) {
            throw failure;
        }
        state.enter(Phase.WAITING);
        context.listener().waiting(failure);
        return decision.await(failure, held, definition);
    }

    /**
     * Has the transaction tried again that replay waits at; any thread.
     *
     * @param transaction its name, as {@link PipelineStatus.Waiting} has it
     * @return whether replay waits at it
     */
    public boolean retry(String transaction) {
        return decision.retry(transaction);
    }

    /**
     * Lets replay go on behind the transaction that it waits at, as {@link TransactionSkip} does; any thread.
     *
     * @param transaction its name, as {@link PipelineStatus.Waiting} has it
     * @param reason why, in words; not empty
     * @param takeDefinitions whether to take over the source's present definitions
     * @return what was done; empty if replay does not wait at it
     * @throws GaussferryException if nothing was done; replay waits as before
     */
    public Optional<TransactionSkip.Outcome> skip(String transaction, String reason, boolean takeDefinitions) {
        return decision.decide(
                transaction,
                (held, committing) ->
                        new TransactionSkip(settings, transaction, reason, takeDefinitions).run(held, committing));
    }

    /**
     * Has done what a person decides about a change of definitions that replay waits at, as {@link DefinitionDecision} does; any
     * thread.
     *
     * @param transaction its name, as {@link PipelineStatus.Waiting} has it
     * @param action what is to be done
     * @param sql see {@link DefinitionDecision}
     * @param reason why, in words; not empty
     * @return what was done; empty if replay does not wait at it
     * @throws GaussferryException if nothing was done; replay waits as before
     */
    public Optional<DefinitionDecision.Outcome> decide(
            String transaction, DefinitionDecision.Action action, String sql, String reason) {
        Optional<DefinitionDecision.Outcome> done = decision.decide(
                transaction,
                (held, committing) ->
                        new DefinitionDecision(settings, transaction, action, sql, reason).run(held, committing));
        if (done.isPresent()) {
            definitionCounts.add(action.result());
        }
        return done;
    }

    /** Returns how many changes of definitions this object has seen to, by what became of them; any thread. */
    public Map<Result, Long> definitionChanges() {
        return definitionCounts.all();
    }

    /**
     * Stops reading, commits what is in the appliers, and makes {@link #run} return; any thread. What cannot be committed in the
     * given time is rolled back: the next start replays it.
     *
     * @param patience how long to wait for it
     * @return whether all that was begun was committed
     */
    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        endsUntilNanos = System.nanoTime() + patience.toNanos();
        stopRequested.countDown();
        decision.stop();
        startWait.stop();
        PipelineRun run = current.get();
        if (run == null) {
            return true;
        }
        run.stop();
        if (copies != null) {
            copies.requestStop();
        }
        if (ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        run.abort(LONGEST_ABORT);
        follower.abort();
        return false;
    }
}
