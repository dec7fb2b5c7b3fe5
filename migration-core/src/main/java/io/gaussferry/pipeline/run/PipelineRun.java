package io.gaussferry.pipeline.run;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.JdbcTargetSession;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.checkpoint.SkippedTransactions;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSelection;
import io.gaussferry.mysql.SourceSelection.Chosen;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.EnforcedForeignKeyReader;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.pipeline.definition.DefinitionsInForce;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ConsistencyMode;
import io.gaussferry.schedule.order.DependencyOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One life of a pipeline's stages, from what the target has to the first failure or the order to stop. */
public final class PipelineRun {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

    /** The pool of connections that are closed already. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(500);

    private final PipelineSettings settings;
    private final ConsistencyMode consistency;
    private volatile @Nullable Ownership held;
    private final ReplayStatistics statistics;
    private final RuleUsage ruleUsage;
    private final PipelineState state;
    private final PipelineListener listener;
    private final @Nullable IncrementalSnapshots copies;
    private final Supervisor threads;
    private volatile @Nullable TargetSessions open;
    private volatile @Nullable StatementPlans plans;

    /**
     * @param consistency what a reader of the target may see: not always what the settings say
     * @param held the right to write progress of the run before; null for the first one
     * @param statistics told of every commit
     * @param ruleUsage counts what values without a home became
     * @param state shows this run
     * @param copies those beside the replay; null where this is the pipeline of such a copy
     */
    public PipelineRun(
            PipelineSettings settings,
            ConsistencyMode consistency,
            @Nullable Ownership held,
            ReplayStatistics statistics,
            RuleUsage ruleUsage,
            PipelineState state,
            PipelineListener listener,
            @Nullable IncrementalSnapshots copies) {
        this.copies = copies;
        this.state = state;
        this.consistency = consistency;
        this.held = held;
        this.ruleUsage = ruleUsage;
        this.settings = settings;
        this.statistics = statistics;
        this.listener = listener;
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
            state.begin(threads);
            threads.start("prepare", Role.PREPARES, this::prepare);
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
                boolean unused = Supervisor.within(LONGEST_CLOSE, sessions::close);
            }
        }
    }

    /** Does all that comes before the stages, and starts them. */
    private void prepare() throws SQLException, InterruptedException {
        int connections = Math.max(settings.appliers(), settings.copy().workers()) + 1;
        TargetSessions sessions = Attempt.to(
                "connect to the target",
                "check gaussferry.target.url, user and password",
                () -> new TargetSessions(settings.target(), connections));
        open = sessions;
        ProgressStore progress = new ProgressStore(settings.name());
        Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), ruleUsage);
        CopyStage copy = new CopyStage(settings, sessions, conversion, ruleUsage, threads, listener);
        OwnedProgress owned = takeOwnershipOrCopy(sessions, progress, copy);
        if (owned == null) {
            return;
        }
        Optional<CatchUpGoal> goal = copy.goal();
        if (goal.isPresent() && goal.get().isReached(owned.progress().executedSet())) {
            copy.complete();
            goal = Optional.empty();
        }
        if (!threads.isStopped()) {
            replay(sessions, progress, owned, conversion, goal);
        }
    }

    /** Returns null if it was stopped before all rows were copied. */
    private @Nullable OwnedProgress takeOwnershipOrCopy(TargetSessions sessions, ProgressStore progress, CopyStage copy)
            throws SQLException, InterruptedException {
        Ownership ownership;
        try (Connection target = control(sessions)) {
            Attempt.toRun(
                    "create Gaussferry's own tables on the target, in schema gaussferry",
                    "grant the account CREATE on the database, and all on schema gaussferry where it is there",
                    () -> createOwnTables(target, progress, copy));
            boolean copying = copy.takeOwnership(target, held);
            Optional<OwnedProgress> owned = copying || held == null
                    ? progress.takeOwnership(target, settings.appliers())
                    : Optional.of(progress.renew(target, settings.appliers(), held));
            if (owned.isPresent()) {
                target.commit();
                held = owned.get().ownership();
                return owned.get();
            }
            ownership = copy.begin(target);
            target.commit();
        }
        held = ownership;
        state.enter(Phase.COPYING);
        return copy.load(ownership, progress).orElse(null);
    }

    /** Opens a connection for questions and short statements, which waits for no answer longer than an applier does. */
    private Connection control(TargetSessions sessions) throws SQLException {
        return threads.own(sessions.openBounded());
    }

    private void createOwnTables(Connection target, ProgressStore progress, CopyStage copy) throws SQLException {
        progress.createIfMissing(target);
        new TableHistory(settings.name()).createIfMissing(target);
        new FailureStore(settings.name()).createIfMissing(target);
        new SkippedTransactions(settings.name()).createIfMissing(target);
        new TableCopyStore(settings.name()).createIfMissing(target);
        new DatabaseHistory(settings.name()).createIfMissing(target);
        new DefinitionChangeStore(settings.name()).createIfMissing(target);
        copy.createIfMissing(target);
        target.commit();
    }

    private void replay(
            TargetSessions sessions,
            ProgressStore store,
            OwnedProgress found,
            Conversion conversion,
            Optional<CatchUpGoal> goal)
            throws SQLException, InterruptedException {
        Chosen chosen = SourceSelection.choose(settings.source(), found.progress(), found.source());
        OwnedProgress owned = follow(sessions, store, found, chosen.identity());
        ResnapshottedTables resnapshotted =
                copies == null ? ResnapshottedTables.NONE : copies.beforeReplay(sessions, owned);
        Known known = readKnown(sessions, chosen.server());
        TableCatalog all = known.catalog();
        TableCatalog catalog =
                all.without(goal.isPresent() ? resnapshotted.with(goal.get().inAllRows()) : resnapshotted);
        checkRules(catalog);
        state.replicate(catalog.definitions());
        StatementFilter filter =
                copies == null || goal.isPresent() ? StatementFilter.NONE : plans(known, conversion, catalog);
        Map<TableId, TargetTable> tables = targetTables(sessions, catalog);
        ForeignKeys foreignKeys = foreignKeys(sessions, catalog);
        Quarantine quarantine = quarantine(sessions, owned.ownership(), resnapshotted, followers(sessions, all));
        Progress progress = owned.progress();
        TransactionQueue queue =
                new TransactionQueue(settings.queueBytes(), () -> connected(progress, goal), new ThreadMonitor());
        ObservedOrder order = state.observed(order(progress), settings.appliers());
        TransactionSink observed = state.show(order, queue, quarantine);
        state.follow(chosen, progress, order);
        ChangeSource source = new BinlogChangeSource(chosen.server(), catalog, chosen.identity(), filter);
        RowSplitter splitter = new RowSplitter(
                conversion::format,
                foreignKeys,
                byTargetName(catalog),
                settings.tracking() == DependencyTracking.LOGICAL_CLOCK);
        Scheduler scheduler = new Scheduler(
                queue,
                order,
                splitter,
                settings.tracking(),
                goal.map(CatchUpGoal::catchUp).orElse(null));
        TransactionSink sink = goal.<TransactionSink>map(until -> until.endOf(observed, progress.executedSet(), source))
                .orElse(observed);

        List<TargetSession> applierSessions = new ArrayList<>();
        for (int applier = 0; applier < settings.appliers(); applier++) {
            applierSessions.add(new JdbcTargetSession(
                    control(sessions),
                    applier,
                    owned.ownership(),
                    tables,
                    foreignKeys,
                    quarantine,
                    ruleUsage,
                    statistics));
        }
        threads.onAbort(() -> {
            queue.abandon();
            order.abort();
        });
        threads.cutOnAbort(source::stop);
        threads.onStop(() -> {
            source.stop();
            queue.abandon();
            order.release();
        });
        threads.start("source", Role.FEEDS, () -> read(source, progress, sink, goal), queue::end);
        threads.start("schedule", Role.FEEDS, scheduler::run, () -> {
            source.stop();
            queue.abandon();
        });
        for (int i = 0; i < applierSessions.size(); i++) {
            Applier applier =
                    new Applier(i, applierSessions.get(i), order, settings.onFailure(), quarantine, statistics);
            threads.start("applier-" + i, Role.WORKS, applier::run);
        }
    }

    private static void read(ChangeSource source, Progress progress, TransactionSink sink, Optional<CatchUpGoal> goal)
            throws InterruptedException {
        try {
            source.run(progress, sink);
        } catch (DefinitionException e) {
            throw goal.isPresent() ? goal.get().between(e) : e;
        }
    }

    private void connected(Progress progress, Optional<CatchUpGoal> goal) {
        if (goal.isPresent()) {
            state.enter(Phase.COPYING);
            listener.catchingUp(progress, goal.get().high());
        } else {
            state.enter(Phase.REPLAYING);
            listener.replaying(progress);
        }
    }

    /** Notes it on the target if the source is another server than before, by the same GTIDs. */
    private OwnedProgress follow(
            TargetSessions sessions, ProgressStore store, OwnedProgress owned, SourceIdentity source)
            throws SQLException {
        if (source.equals(owned.source())) {
            return owned;
        }
        LOG.info(
                "The source is server {} now, {} before",
                source.serverUuid(),
                owned.source().serverUuid());
        try (Connection target = control(sessions)) {
            OwnedProgress followed = store.sourceChanged(target, owned, source);
            target.commit();
            return followed;
        }
    }

    /**
     * What is known of definitions when replay begins.
     *
     * @param catalog those of all tables
     * @param collations those of the databases
     * @param cascadesLogged whether the source's binlog has what actions of foreign keys change
     * @param done names of statements that the target has followed
     */
    private record Known(
            TableCatalog catalog, Map<String, String> collations, boolean cascadesLogged, Set<String> done) {}

    /** The definitions by which rows are read: those where the target stands, whatever the tables are by now. */
    private Known readKnown(TargetSessions sessions, SourceSettings server) throws SQLException {
        try (Connection target = control(sessions);
                Connection source = SourceConnections.openForDefinitions(server)) {
            MySqlSchemaReader reader = new MySqlSchemaReader(source, settings.source());
            DatabaseHistory databases = new DatabaseHistory(settings.name());
            if (databases.read(target).isEmpty()) {
                databases.begin(target, reader.readDatabases());
            }
            DefinitionsInForce inForce = DefinitionsInForce.read(target, settings.name());
            Set<String> done = new DefinitionChangeStore(settings.name()).done(target);
            target.commit();
            return new Known(
                    catalog(reader, inForce.tables()), inForce.collations(), CascadeLogging.isOn(source), done);
        }
    }

    private TableCatalog catalog(MySqlSchemaReader reader, Map<TableId, TableDefinition> history) throws SQLException {
        if (history.isEmpty()) {
            TableCatalog today = reader.read();
            if (!today.definitions().isEmpty()) {
                LOG.warn(
                        "This pipeline has no history of table definitions, it was begun by an older version: rows are read by"
                                + " today's definitions, which is wrong for rows from before an ALTER TABLE that is not replayed yet");
            }
            return today;
        }
        requireIncluded(history.keySet());
        TargetNamesGuard.require(history.values(), settings.source().renames());
        return reader.readWithoutTables().with(history.values());
    }

    private StatementPlans plans(Known known, Conversion conversion, TableCatalog catalog) {
        Map<TableId, TableDefinition> tables = new HashMap<>();
        catalog.definitions().forEach(definition -> tables.put(definition.id(), definition));
        StatementPlans made = new StatementPlans(
                settings,
                conversion,
                catalog,
                known.cascadesLogged(),
                new DefinitionsInForce(tables, known.collations()),
                known.done());
        plans = made;
        return made;
    }

    /** Returns what this run makes of statements; null before it replays, and while tables are copied for the first time. */
    @Nullable
    public StatementPlans plans() {
        return plans;
    }

    /** A table that was left out for a while would lack what happened meanwhile when it is included again. */
    private void requireIncluded(Collection<TableId> migrated) {
        List<TableId> leftOut = migrated.stream()
                .filter(table -> !settings.source().includes(table))
                .toList();
        if (!leftOut.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "gaussferry.source.schemas and .tables leave out tables that this migration has copied: " + leftOut
                            + ".",
                    "include them again; or, to give them up for good, stop the daemon and delete their rows of pipeline "
                            + settings.name() + " from gaussferry.table_history on the target",
                    null);
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

    private Map<TableId, TargetTable> targetTables(TargetSessions sessions, TableCatalog catalog) throws SQLException {
        Map<TableId, TargetTable> tables = new HashMap<>();
        try (Connection target = control(sessions)) {
            TargetCatalog targetCatalog = new TargetCatalog(target);
            for (TableDefinition definition : catalog.definitions()) {
                tables.put(definition.id(), targetCatalog.find(definition).orElseThrow(() -> missing(definition)));
            }
            target.rollback();
        }
        return tables;
    }

    private static Function<TableId, TableDefinition> byTargetName(TableCatalog catalog) {
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        catalog.definitions().forEach(definition -> definitions.put(definition.targetId(), definition));
        return name -> Objects.requireNonNull(definitions.get(name));
    }

    private ForeignKeys foreignKeys(TargetSessions sessions, TableCatalog catalog) throws SQLException {
        try (Connection target = control(sessions)) {
            ForeignKeys keys = EnforcedForeignKeyReader.read(target, catalog.definitions());
            target.rollback();
            return keys;
        }
    }

    /** Finds the tables that the target's foreign keys let follow a table, of those that a copy beside the replay has too. */
    private Function<TableId, Set<TableId>> followers(TargetSessions sessions, TableCatalog all) throws SQLException {
        ForeignKeys keys = foreignKeys(sessions, all);
        return parent -> {
            Set<TableId> reached = all.find(parent)
                    .map(definition -> keys.reachedByCascade(definition.targetId()))
                    .orElse(Set.of());
            return all.definitions().stream()
                    .filter(definition -> reached.contains(definition.targetId()))
                    .map(TableDefinition::id)
                    .collect(Collectors.toSet());
        };
    }

    private Quarantine quarantine(
            TargetSessions sessions,
            Ownership ownership,
            ResnapshottedTables resnapshotted,
            Function<TableId, Set<TableId>> followers)
            throws SQLException {
        try (Connection target = control(sessions)) {
            ProgressStore.hold(target, ownership);
            FailureStore failures = new FailureStore(settings.name());
            Set<TableId> parents = failures.quarantined(target);
            // whoever asks which tables are passed over means those of a copy too
            parents.addAll(resnapshotted.whole());
            for (TableId parent : parents) {
                failures.quarantine(
                        target,
                        followers.apply(parent),
                        "",
                        "A foreign key's action binds it to table " + parent
                                + ", which is set aside: the binlog does not have what becomes of its rows.");
            }
            Set<TableId> quarantined = failures.quarantined(target);
            target.commit();
            for (TableId table : quarantined) {
                LOG.warn("Table {} is set aside: its changes are passed over, see gaussferry.quarantine", table);
            }
            quarantined.addAll(resnapshotted.whole());
            return new Quarantine(quarantined, followers);
        }
    }

    private BatchOrder order(Progress progress) {
        ThreadMonitor monitor = new ThreadMonitor();
        return switch (consistency) {
            case COMMIT_ORDER -> new CommitOrder(settings.batchLimits(), progress, monitor);
            case DEPENDENCY -> new DependencyOrder(settings.batchLimits(), progress, settings.appliers(), monitor);
        };
    }

    private static GaussferryException missing(TableDefinition table) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Table " + table.label()
                        + " is on the source but not on the target, although the initial copy is complete.",
                "it was created at the source, or dropped on the target, since then: start a new migration",
                null);
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
