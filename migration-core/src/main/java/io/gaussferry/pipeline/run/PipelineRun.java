package io.gaussferry.pipeline.run;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ShardStore;
import io.gaussferry.checkpoint.SkippedTransactions;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Quietly;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One life of a pipeline's stages, from what the target has to the first failure or the order to stop. */
public final class PipelineRun {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

    /** The pool of connections that are closed already. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(500);

    private final RunContext context;
    private final PipelineSettings settings;
    private final Supervisor threads;
    private volatile @Nullable Ownership held;
    private volatile @Nullable TargetSessions open;
    private volatile @Nullable StatementPlans plans;
    private volatile @Nullable CatchUpGoal goal;
    private volatile @Nullable ConnectionShare share;
    private volatile @Nullable RowRateShare rowRate;
    /** From then on the appliers' end ends what looks after the run. */
    private volatile boolean hasAppliers;

    /**
     * @param context what is there for all runs
     * @param held the right to write progress of the run before; null for the first one
     */
    public PipelineRun(RunContext context, @Nullable Ownership held) {
        this.context = context;
        this.settings = context.settings();
        this.held = held;
        this.threads = new Supervisor("pipeline " + settings.name());
    }

    /**
     * Copies what is missing, then replays; returns when it was stopped, or when another run is to go on from what the target has.
     *
     * @return whether it was stopped
     * @throws GaussferryException if it cannot go on
     */
    public boolean run() throws InterruptedException {
        try {
            context.state().begin(threads);
            threads.start("prepare", Role.PREPARES, this::prepare, this::prepared);
            threads.join();
            return threads.isStopped();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "begin the replay",
                    "look at what the message names, and at the accounts' privileges (gaussferry check does)",
                    e);
        } catch (InterruptedException e) {
            if (threads.isStopped()) {
                return true; // what could not be committed in time is replayed by the next start
            }
            throw e;
        } finally {
            TargetSessions sessions = open;
            if (sessions != null && threads.hasEnded()) {
                boolean unused = Quietly.within(LONGEST_CLOSE, sessions::close);
            }
        }
    }

    /** Does all that comes before the stages, and starts them. */
    private void prepare() throws SQLException, InterruptedException {
        // one more looks after the run, one after the connections that pipelines share, and one after their rows
        int connections = Math.max(settings.appliers(), settings.copy().workers()) + 3;
        TargetSessions pool = Attempt.to(
                "connect to the target",
                "check gaussferry.target.url, user and password",
                () -> new TargetSessions(settings.target(), connections));
        open = pool;
        RunSessions sessions = new RunSessions(pool, threads, settings.name());
        ProgressStore progress = new ProgressStore(settings.name());
        Conversion conversion = new Conversion(pool.dialect().profile(), settings.rules(), context.ruleUsage());
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

    /** Has nobody look any more after what pipelines share; any thread. */
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

    /** Returns null if it was stopped before it had a connection to write by, or before all rows were copied. */
    private @Nullable OwnedProgress takeOwnershipOrCopy(RunSessions sessions, ProgressStore progress, CopyStage copy)
            throws SQLException, InterruptedException {
        boolean copying;
        Optional<OwnedProgress> owned;
        Ownership ownership;
        try (Connection target = sessions.openBounded()) {
            Attempt.toRun(
                    "create Gaussferry's own tables on the target, in schema gaussferry",
                    "grant the account CREATE on the database, and all on schema gaussferry where it is there",
                    () -> createOwnTables(target, progress, copy));
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
            sessions.endFormer(target);
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

    private void createOwnTables(Connection target, ProgressStore progress, CopyStage copy) throws SQLException {
        OneAtATime.lock(target);
        progress.createIfMissing(target);
        new TableHistory(settings.name()).createIfMissing(target);
        new FailureStore(settings.name()).createIfMissing(target);
        new SkippedTransactions(settings.name()).createIfMissing(target);
        new TableCopyStore(settings.name()).createIfMissing(target);
        new DatabaseHistory(settings.name()).createIfMissing(target);
        new DefinitionChangeStore(settings.name()).createIfMissing(target);
        new ShardStore(settings.name()).createIfMissing(target);
        copy.createIfMissing(target);
        target.commit();
    }

    private void replay(
            RunSessions sessions,
            ProgressStore store,
            OwnedProgress found,
            Conversion conversion,
            Optional<CatchUpGoal> goal)
            throws SQLException, InterruptedException {
        Chosen chosen = SourceSelection.choose(settings.source(), found.progress(), found.source());
        OwnedProgress owned = follow(sessions, store, found, chosen.identity());
        IncrementalSnapshots copies = context.copies();
        ResnapshottedTables resnapshotted =
                copies == null ? ResnapshottedTables.NONE : copies.beforeReplay(sessions.pool(), owned);
        KnownDefinitions known = KnownDefinitions.read(settings, sessions, chosen.server());
        TableCatalog catalog = known.catalog()
                .without(goal.isPresent() ? resnapshotted.with(goal.get().inAllRows()) : resnapshotted);
        checkRules(catalog);
        context.state().replicate(catalog.definitions());
        StatementPlans filter = known.plans(settings, conversion, catalog);
        // nothing is followed by a copy beside the replay, nor before copied rows are of one position
        plans = copies == null || goal.isPresent() ? null : filter;
        ReplayedTables tables = ReplayedTables.read(
                settings.name(),
                sessions,
                catalog,
                known.catalog(),
                resnapshotted,
                owned.ownership(),
                new UnrepeatedKeys(settings, known.cascadesLogged(), goal.isPresent()));
        new ReplayStages(
                        context,
                        Objects.requireNonNull(share),
                        new ReplayStages.Start(chosen, owned, tables, filter, conversion, goal),
                        this::endShares)
                .start(sessions);
        hasAppliers = true;
    }

    /** Notes it on the target if the source is another server than before, by the same GTIDs. */
    private OwnedProgress follow(RunSessions sessions, ProgressStore store, OwnedProgress owned, SourceIdentity source)
            throws SQLException {
        if (source.equals(owned.source())) {
            return owned;
        }
        LOG.info(
                "The source is server {} now, {} before",
                source.serverUuid(),
                owned.source().serverUuid());
        try (Connection target = sessions.openBounded()) {
            OwnedProgress followed = store.sourceChanged(target, owned, source);
            target.commit();
            return followed;
        }
    }

    private void checkRules(TableCatalog catalog) {
        settings.rules().require(catalog.definitions());
        if (settings.copy().replaces()) {
            return; // the rules are for all tables, these are some
        }
        for (ColumnPattern pattern : settings.rules().unused(catalog.definitions())) {
            LOG.warn("The rules for {} are for no column of a replicated table: is the name right?", pattern);
        }
    }

    /** Returns what this run makes of statements; null before it replays, and while tables are copied for the first time. */
    public @Nullable StatementPlans plans() {
        return plans;
    }

    /** Returns up to where this run brings copied rows; empty if all are of one position. */
    public Optional<CatchUpGoal> goal() {
        return Optional.ofNullable(goal);
    }

    /** Returns the right to write progress that this run held last; null before it had one. */
    @Nullable
    public Ownership ownership() {
        return held;
    }

    /** Ends {@link #run} after what is in the appliers is committed; any thread. */
    public void stop() {
        threads.stop();
    }

    /** Ends {@link #run} after what is in the appliers is committed, for another run to go on; any thread. */
    void end() {
        threads.end();
    }

    /**
     * Ends {@link #run} now: what is not committed is rolled back; any thread.
     *
     * @param bound how long the threads have to end
     */
    public void abort(Duration bound) {
        threads.abort(bound);
    }
}
