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
import io.gaussferry.opengauss.RetainedSessions;
import io.gaussferry.pipeline.decision.DecisionPoint;
import io.gaussferry.pipeline.decision.OwnershipOnTarget;
import io.gaussferry.pipeline.decision.TransactionSkip;
import io.gaussferry.pipeline.definition.DefinitionCounts;
import io.gaussferry.pipeline.definition.DefinitionDecision;
import io.gaussferry.pipeline.definition.DefinitionFollower;
import io.gaussferry.pipeline.definition.DefinitionFollower.Held;
import io.gaussferry.pipeline.definition.DefinitionFollower.Outcome;
import io.gaussferry.pipeline.definition.ParsedDefinitions;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.run.CatchUpGoal;
import io.gaussferry.pipeline.run.Continuation;
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
import io.gaussferry.throttle.LoadThrottler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One migration, from its initial copy to the end of replication. Runs its stages, and restarts them from the target's
 * progress after a failure that may pass. Several pipelines may run in one process.
 */
public final class Pipeline implements SnapshotPipeline {

    /** The time for threads to end after {@link PipelineRun#abort}; then the process exits without waiting for them. */
    private static final Duration LONGEST_ABORT = Duration.ofMillis(2_500);

    /** The time to commit a range or a batch of an incremental snapshot when the pipeline ends. */
    private static final Duration LONGEST_END_OF_COPIES = Duration.ofSeconds(5);

    private static final Duration SHORTEST_END = Duration.ofMillis(200);

    private final PipelineSettings settings;
    private final RetainedSessions sessions;
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
    /** The deadline of {@link #stop} by {@link System#nanoTime}; 0 before that call. */
    private volatile long endsUntilNanos;

    /** Creates a pipeline whose copies are never held back. */
    public Pipeline(PipelineSettings settings, ReplayStatistics statistics, PipelineListener listener) {
        this(settings, statistics, listener, LoadThrottler.none());
    }

    /**
     * @param settings of this migration
     * @param statistics receives every commit
     * @param listener receives the pipeline's events
     * @param load holds copies back while a server is busy; belongs to the caller
     */
    public Pipeline(
            PipelineSettings settings, ReplayStatistics statistics, PipelineListener listener, LoadThrottler load) {
        RuleUsage ruleUsage = new RuleUsage();
        this.settings = settings;
        this.sessions = new RetainedSessions(settings.target(), PipelineRun.connections(settings));
        ParsedDefinitions definitions = new ParsedDefinitions();
        this.follower = new DefinitionFollower(settings, sessions, definitionCounts, ruleUsage, definitions);
        this.copyRestart = new CopyRestart(settings);
        this.state = new PipelineState(decision::waiting, head);
        this.current = new CurrentRun(state);
        this.watchdog = new Watchdog(state, settings.stalledAfter());
        this.copies = settings.copy().replaces()
                ? null
                : new IncrementalSnapshots(
                        settings,
                        current,
                        (copied, news) -> new Pipeline(copied, new ReplayStatistics(), news, load),
                        listener);
        this.context =
                new RunContext(settings, statistics, ruleUsage, state, listener, sessions, definitions, load, copies);
        this.backoff = new Backoff(state, listener, settings.target().cluster()::hasRecoveredFrom, stopRequested);
        this.startWait = new StartWait(backoff, stopRequested);
    }

    /** Returns how often each rule was applied since this object was created, including the initial copy. */
    public RuleUsage ruleUsage() {
        return context.ruleUsage();
    }

    /** Returns the current status; any thread. */
    public PipelineStatus status() {
        return state.status();
    }

    /** Returns the tables whose changes are replayed; empty before replay starts. Any thread. */
    public Set<TableId> tables() {
        return state.tables();
    }

    /** Returns the progress ownership of the current run; null while no run has one. Any thread. */
    public @Nullable Ownership ownership() {
        return current.ownership();
    }

    /** Returns the throttler of the replay; any thread. */
    public ReplayThrottler throttler() {
        return state.throttler();
    }

    /**
     * Returns this pipeline's current share of the target's row limit, in rows per second; 0 for no limit. Any thread.
     */
    public double targetRowsPerSecond() {
        return state.targetRate().rowsPerSecond();
    }

    /** Returns for how many seconds the row limit has delayed replay since this object was created; any thread. */
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
     * @throws GaussferryException if replay needs an action by the operator
     */
    @Override
    public void run() throws InterruptedException {
        try {
            if (copies != null) {
                // the lag of an incremental snapshot behind the source is not reported
                head.start();
                watchdog.start();
                copies.start();
            }
            Ownership held = null;
            Continuation known = Continuation.NONE;
            while (stopRequested.getCount() > 0) {
                long before = context.statistics().transactions();
                PipelineRun run = new PipelineRun(context, held, known);
                known = Continuation.NONE;
                current.set(run);
                state.enter(Phase.STARTING);
                if (stopRequested.getCount() == 0) {
                    return;
                }
                try {
                    Optional<Next> next = run(run);
                    if (next.isEmpty()) {
                        return;
                    }
                    held = next.get().held();
                    known = next.get().known();
                    backoff.reset();
                } catch (GaussferryException e) {
                    if (e.category() != ErrorCategory.RETRY) {
                        throw e;
                    }
                    if (stopRequested.getCount() == 0) {
                        return; // the next start replays uncommitted transactions, as after any stop
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
            sessions.close();
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

    /**
     * The state that a run leaves to the next one.
     *
     * @param held the progress ownership
     * @param known the rest of the state
     */
    private record Next(Ownership held, Continuation known) {
        Next(Ownership held) {
            this(held, Continuation.NONE);
        }
    }

    /** Runs the stages once. Returns the state for the next run; empty if the pipeline ends. */
    private Optional<Next> run(PipelineRun run) throws InterruptedException {
        try {
            boolean stopped = run.run();
            current.throwIfFailed();
            return stopped
                    ? Optional.empty()
                    : Optional.ofNullable(run.ownership()).map(Next::new);
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            return handle(e, run);
        }
    }

    /**
     * Returns the time that remains for incremental snapshots. They were stopped with this pipeline, and the time that
     * it has waited counts for them too.
     */
    private Duration leftForCopies() {
        long until = endsUntilNanos;
        if (until == 0) {
            return LONGEST_END_OF_COPIES;
        }
        Duration left = Duration.ofNanos(until - System.nanoTime());
        return left.compareTo(SHORTEST_END) < 0 ? SHORTEST_END : left;
    }

    /**
     * Handles a failure that a retry does not solve. Returns the state for the next run; empty if the pipeline ends. Throws the failure if it
     * needs the operator.
     */
    private Optional<Next> handle(GaussferryException failure, PipelineRun run) throws InterruptedException {
        Ownership held = run.ownership();
        if (held == null || !(failure instanceof TransactionException at)) {
            throw failure;
        }
        LoggedStatement statement = failure instanceof DefinitionException change
                ? change.statement().orElse(null)
                : null;
        Optional<CatchUpGoal> goal = run.goal();
        if (goal.isPresent() && copies != null && copyRestart.tryRestart(at, goal.get(), held)) {
            return Optional.of(new Next(held));
        }
        StatementPlans plans = run.plans();
        if (statement == null || plans == null) {
            return decide(at, held, null).map(Next::new);
        }
        if (stopRequested.getCount() == 0) {
            return Optional.empty();
        }
        if (!state.isAllCommitted()) {
            return Optional.of(
                    new Next(held)); // the run was stopped concurrently: the next run reads the statement again
        }
        state.enter(Phase.FOLLOWING);
        Outcome outcome = follower.follow((DefinitionException) failure, statement, plans, held);
        Held undecided = outcome.held();
        if (undecided != null) {
            return decide(undecided.failure(), held, undecided.definition()).map(Next::new);
        }
        Set<TableId> changed = outcome.changed();
        return Optional.of(changed == null ? new Next(held) : new Next(held, run.after(statement, changed)));
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
        return decision.await(failure, held, definition, new OwnershipOnTarget(sessions));
    }

    /**
     * Retries the transaction at which replay waits; any thread.
     *
     * @param transaction its name, as in {@link PipelineStatus.Waiting}
     * @return whether replay waits at this transaction
     */
    public boolean retry(String transaction) {
        return decision.retry(transaction);
    }

    /**
     * Skips the transaction at which replay waits, see {@link TransactionSkip}; any thread.
     *
     * @param transaction its name, as in {@link PipelineStatus.Waiting}
     * @param reason the operator's reason; not empty
     * @param takeDefinitions whether to adopt the source's current definitions
     * @return the outcome; empty if replay does not wait at this transaction
     * @throws GaussferryException if the transaction was not skipped; replay waits as before
     */
    public Optional<TransactionSkip.Outcome> skip(String transaction, String reason, boolean takeDefinitions) {
        return decision.decide(
                transaction,
                (held, committing) ->
                        new TransactionSkip(settings, transaction, reason, takeDefinitions).run(held, committing));
    }

    /**
     * Executes the operator's decision about a definition change at which replay waits, see {@link DefinitionDecision};
     * any thread.
     *
     * @param transaction its name, as in {@link PipelineStatus.Waiting}
     * @param action the decision
     * @param sql see {@link DefinitionDecision}
     * @param reason the operator's reason; not empty
     * @return the outcome; empty if replay does not wait at this transaction
     * @throws GaussferryException if the decision was not executed; replay waits as before
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

    /** Returns the number of definition changes that this object has handled, by result; any thread. */
    public Map<Result, Long> definitionChanges() {
        return definitionCounts.all();
    }

    /**
     * Stops reading, commits the batches of the appliers, and makes {@link #run} return; any thread. Batches that are
     * not committed within the given time are rolled back, and the next start replays them.
     *
     * @param patience the longest time to wait for the commits
     * @return whether all started batches were committed
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
