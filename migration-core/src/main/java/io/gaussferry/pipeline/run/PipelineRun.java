package io.gaussferry.pipeline.run;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.binlog.ResumePoint;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.opengauss.RetainedSessions;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.run.Continuation.Sent;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a pipeline's stages, from the target's progress to the first failure or the request to stop. */
public final class PipelineRun {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

    private final RunContext context;
    private final PipelineSettings settings;
    private final Supervisor threads;
    private final Continuation former;
    private volatile KnownTargetTables read = KnownTargetTables.NONE;
    private volatile @Nullable Chosen server;
    private volatile @Nullable Ownership held;
    private volatile @Nullable TargetSessions open;
    private volatile @Nullable StatementPlans plans;
    private volatile @Nullable CatchUpGoal goal;
    private volatile @Nullable ConnectionShare share;
    private volatile @Nullable RowRateShare rowRate;
    /** Whether appliers were started; from then on, their end also ends the threads that watch shared resources. */
    private volatile boolean hasAppliers;

    /**
     * @param context the state that all runs share
     * @param held the progress ownership of the run before; null for the first run
     * @param former the state of the run before
     */
    public PipelineRun(RunContext context, @Nullable Ownership held, Continuation former) {
        this.context = context;
        this.settings = context.settings();
        this.held = held;
        this.former = former;
        this.threads = new Supervisor("pipeline " + settings.name());
    }

    /**
     * Copies missing rows, then replays. Returns when the run is stopped, or when another run is to continue from the
     * target's progress.
     *
     * @return whether the run was stopped
     * @throws GaussferryException if the run cannot continue
     */
    public boolean run() throws InterruptedException {
        try {
            context.state().begin(threads);
            threads.start("prepare", Role.PREPARES, this::prepare, this::prepared);
            threads.join();
            return threads.isStopped();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "start replay",
                    "solve the problem that the message names; check the accounts' privileges with gaussferry check",
                    e);
        } catch (InterruptedException e) {
            if (threads.isStopped()) {
                return true; // the next start replays uncommitted transactions
            }
            throw e;
        } finally {
            TargetSessions sessions = open;
            if (sessions != null && threads.hasEnded()) {
                if (threads.isAborted() || threads.isStopped()) {
                    RetainedSessions.close(sessions);
                } else {
                    context.sessions().retain(sessions);
                }
            }
        }
    }

    /** Returns the maximum number of connections to the target that a run uses at once. */
    public static int connections(PipelineSettings settings) {
        // five more: for the run itself, the shared connections, the row limit, the watch over the target, and changed
        // objects
        return Math.max(settings.appliers(), settings.copy().workers()) + 5;
    }

    /** Prepares the stages and starts them. */
    private void prepare() throws SQLException, InterruptedException {
        TargetSessions pool = Attempt.to(
                "connect to the target",
                "check gaussferry.target.url, user and password",
                () -> context.sessions().take());
        open = pool;
        RunSessions sessions = new RunSessions(pool, threads, settings.name());
        ProgressStore progress = new ProgressStore(settings.name());
        Conversion conversion = new Conversion(
                pool.dialect().profile(),
                settings.rules(),
                context.ruleUsage(),
                settings.target().partitions().of(pool.dialect().partitionKinds()));
        CopyStage copy = new CopyStage(context, sessions, conversion);
        OwnedProgress owned = takeOwnershipOrCopy(sessions, progress, copy);
        if (owned == null) {
            return;
        }
        Optional<CatchUpGoal> goal = copy.goal();
        if (goal.isPresent() && goal.get().isReached(owned.progress().executedSet())) {
            copy.complete();
            goal = Optional.empty();
        }
        this.goal = goal.orElse(null);
        if (!threads.isStopped()) {
            replay(sessions, progress, owned, conversion, goal);
        }
    }

    private void prepared() {
        if (!hasAppliers) {
            endShares();
        }
    }

    /** Ends the watching of connections and row limit that pipelines share; any thread. */
    private void endShares() {
        ConnectionShare connections = share;
        if (connections != null) {
            connections.close();
        }
        RowRateShare rows = rowRate;
        if (rows != null) {
            rows.close();
        }
    }

    /** Returns null if the run was stopped before it had a connection to write with, or before all rows were copied. */
    private @Nullable OwnedProgress takeOwnershipOrCopy(RunSessions sessions, ProgressStore progress, CopyStage copy)
            throws SQLException, InterruptedException {
        boolean copying;
        Optional<OwnedProgress> owned;
        Ownership ownership;
        try (Connection target = sessions.openBounded()) {
            Attempt.toRun(
                    "create Gaussferry's own tables on the target, in schema gaussferry",
                    "grant the account CREATE on the database, and ALL on schema gaussferry if it exists",
                    () -> {
                        TargetState.prepare(target);
                        target.commit();
                    });
            if (held == null && !settings.copy().replaces()) {
                new Admission(settings, copy).require(target);
            }
            try (TakeOver unused = new TakeOver(threads, sessions.pool(), target)) {
                copying = copy.takeOwnership(target, held);
                owned = copying || held == null
                        ? progress.takeOwnership(target, settings.appliers())
                        : Optional.of(progress.renew(target, settings.appliers(), held));
            }
            ownership = owned.isPresent() ? owned.get().ownership() : copy.begin(target);
            if (owned.isPresent() || copying) {
                // a commit whose answer is lost may have succeeded
                held = ownership.untilCommitted(target);
            }
            target.commit();
            held = ownership;
            if (!sessions.pool().isReused()) {
                sessions.endFormer(target); // reused sessions are marked: it would end them
            }
        }
        ConnectionShare taken = ConnectionShare.take(context, sessions);
        if (taken == null) {
            return null;
        }
        share = taken;
        copy.mayUse(taken);
        RowRateShare rows = RowRateShare.take(context, sessions);
        rowRate = rows;
        threads.start("row-rate-share", Role.WORKS, rows::watch);
        if (owned.isPresent() && !copying) {
            return owned.get();
        }
        context.state().enter(Phase.COPYING);
        if (owned.isPresent()) {
            return copy.loadAgain(owned.get()) ? owned.get() : null;
        }
        return copy.load(ownership, progress).orElse(null);
    }

    private void replay(
            RunSessions sessions,
            ProgressStore store,
            OwnedProgress found,
            Conversion conversion,
            Optional<CatchUpGoal> goal)
            throws SQLException, InterruptedException {
        Optional<Sent> sent = former.sent().filter(one -> goal.isEmpty() && isReplayed(one, found));
        Chosen chosen = sent.map(Sent::source)
                .orElseGet(() -> SourceSelection.choose(settings.source(), found.progress(), found.source()));
        server = chosen;
        if (goal.isPresent() && found.source().naming() == Naming.GTID) {
            SourceSelection.requireExecuted(chosen, goal.get().high());
        }
        OwnedProgress owned = follow(sessions, store, found, chosen.identity());
        IncrementalSnapshots copies = context.copies();
        ResnapshottedTables resnapshotted =
                copies == null ? ResnapshottedTables.NONE : copies.beforeReplay(sessions.pool(), owned);
        KnownDefinitions known = definitions(sessions, chosen.server());
        TableCatalog catalog = known.catalog()
                .without(goal.isPresent() ? resnapshotted.with(goal.get().inAllRows()) : resnapshotted);
        checkRules(catalog, known.catalog());
        context.state().replicate(catalog.definitions());
        StatementPlans filter = known.plans(settings, conversion, catalog);
        // neither an incremental snapshot nor a run with copied rows at several positions follows statements
        plans = copies == null || goal.isPresent() ? null : filter;
        ReplayedTables tables = ReplayedTables.read(
                settings.name(),
                sessions,
                former.tables(),
                catalog,
                known.catalog(),
                resnapshotted,
                owned.ownership(),
                new UnrepeatedCascadeFinder(settings, known.cascadesLogged(), goal.isPresent()));
        read = tables.known();
        new ReplayStages(
                        context,
                        Objects.requireNonNull(share),
                        new ReplayStages.Start(
                                chosen, owned, tables, filter, conversion, goal, sent.map(Sent::statement)),
                        this::endShares)
                .start(sessions);
        hasAppliers = true;
    }

    /** Returns whether the target has a statement, and its server can start at it. */
    private static boolean isReplayed(Sent sent, OwnedProgress found) {
        return sent.statement().isUsable()
                && sent.source().identity().equals(found.source())
                && found.progress().executedSet().contains(sent.statement().gtid());
    }

    private KnownDefinitions definitions(RunSessions sessions, SourceSettings server) throws SQLException {
        try (Connection target = sessions.openBounded()) {
            return KnownDefinitions.read(settings, target, server, context.definitions());
        }
    }

    /** Stores the new source on the target if the source is a different server with the same GTIDs. */
    private OwnedProgress follow(RunSessions sessions, ProgressStore store, OwnedProgress owned, SourceIdentity source)
            throws SQLException {
        if (source.equals(owned.source())) {
            return owned;
        }
        LOG.info(
                "The source is now server {}, before: {}",
                source.serverUuid(),
                owned.source().serverUuid());
        try (Connection target = sessions.openBounded()) {
            OwnedProgress followed = store.recordSourceChange(target, owned, source);
            target.commit();
            return followed;
        }
    }

    private void checkRules(TableCatalog catalog, TableCatalog all) {
        settings.rules().require(catalog.definitions());
        if (settings.copy().replaces()) {
            return; // the rules apply to all tables, and these are only a few
        }
        for (ColumnPattern pattern : settings.rules().unused(all.definitions())) {
            LOG.warn("The rules for {} match no column of a replicated table: check the name", pattern);
        }
    }

    /** Returns the planner for this run's statements; null before replay, and during the initial copy. */
    public @Nullable StatementPlans plans() {
        return plans;
    }

    /** Returns the position up to which this run replays copied rows; empty if all rows have one position. */
    public Optional<CatchUpGoal> goal() {
        return Optional.ofNullable(goal);
    }

    /** Returns the progress ownership that this run held last; null before it had one. */
    @Nullable
    public Ownership ownership() {
        return held;
    }

    /**
     * Returns the state for the next run after a followed statement.
     *
     * @param changed the tables that differ on the target since then, by their names on the source
     */
    public Continuation after(LoggedStatement statement, Set<TableId> changed) {
        return new Continuation(
                read.without(changed),
                Optional.ofNullable(server)
                        .map(source -> new Sent(source, new ResumePoint(statement.gtid(), statement.start()))));
    }

    /** Ends {@link #run} after the appliers have committed their batches; any thread. */
    public void stop() {
        threads.stop();
    }

    /** Ends {@link #run} after the appliers have committed their batches, so that another run continues; any thread. */
    void end() {
        threads.end();
    }

    /**
     * Ends {@link #run} immediately and rolls back uncommitted batches; any thread.
     *
     * @param bound the time for the threads to end
     */
    public void abort(Duration bound) {
        threads.abort(bound);
    }
}
