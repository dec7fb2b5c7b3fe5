package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ShardStore;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.pipeline.definition.StoredDefinitions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.TableHandover;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.snapshot.CopyCompletion;
import io.gaussferry.snapshot.CopyStore;
import io.gaussferry.snapshot.CopyStore.Found;
import io.gaussferry.snapshot.CopyStore.State;
import io.gaussferry.snapshot.CopyTarget;
import io.gaussferry.snapshot.InitialCopy;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.range.CopiedTable;
import io.gaussferry.snapshot.range.CopyWindow;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.source.SourceView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The copy as a stage of a pipeline: from no rows until replay can continue without it. Its state is on the target
 * only, so every run reads its progress again.
 */
final class CopyStage {

    /** The definitions with the indexes and foreign keys that complete the target. */
    private record Completable(List<TableDefinition> definitions, boolean cascadesLogged) {}

    private final RunContext context;
    private final PipelineSettings settings;
    private final RunSessions sessions;
    private final Conversion conversion;
    private final CopyStore store;
    private @Nullable Found found;
    private @Nullable Completable toComplete;
    private int workers;

    CopyStage(RunContext context, RunSessions sessions, Conversion conversion) {
        this.context = context;
        this.settings = context.settings();
        this.sessions = sessions;
        this.conversion = conversion;
        this.store = new CopyStore(settings.name());
        this.workers = settings.copy().workers();
    }

    /** Limits the connections that the copy uses at once. */
    void mayUse(ConnectionShare share) {
        workers = share.atMost(settings.copy().workers());
    }

    /** Takes ownership of the copy. Returns whether rows are still being copied, so that no progress is stored yet. */
    boolean takeOwnership(Connection target, @Nullable Ownership held) throws SQLException {
        found = store.takeOwnership(target, held).orElse(null);
        return found != null && found.state() == State.LOADING;
    }

    /** Returns the ownership of the copy; starts a copy if none was started. */
    Ownership begin(Connection target) throws SQLException {
        if (found == null) {
            found = store.begin(target);
        } else if (found.state() != State.LOADING) {
            // the operator has removed the progress, to start again
            found = store.restartCopy(target, found.epoch());
        }
        return new Ownership(settings.name(), found.epoch());
    }

    /** Copies the missing rows and writes the first progress; returns empty if the run was stopped before that. */
    Optional<OwnedProgress> load(Ownership ownership, ProgressStore progress)
            throws SQLException, InterruptedException {
        try (Connection target = sessions.open()) {
            return load(target, ownership, progress);
        }
    }

    private Optional<OwnedProgress> load(Connection target, Ownership ownership, ProgressStore progress)
            throws SQLException, InterruptedException {
        Source source = source(target);
        SourceSettings server = source.settings();
        Optional<TableCatalog> catalog = copyMissing(target, ownership.epoch(), source);
        if (catalog.isEmpty()) {
            return Optional.empty();
        }
        Collection<SourceView> views = usedViews(target).values();
        Progress first = firstProgress(views);
        OwnedProgress owned = progress.begin(
                target,
                ownership,
                settings.appliers(),
                first,
                views.iterator().next().identity());
        new TableHistory(settings.name()).begin(target, definitions(catalog.get(), target), first.executedSet());
        new DatabaseHistory(settings.name()).begin(target, databases(server));
        new TableCopyStore(settings.name()).forget(target);
        new ShardStore(settings.name()).begin(target);
        reached(target, ownership.epoch(), first);
        return Optional.of(owned);
    }

    /**
     * A source whose rows are read.
     *
     * @param settings its URL names one server, or all if any may be read
     * @param identity the identity of the server whose history was verified; empty if none was
     */
    private record Source(SourceSettings settings, String identity) {
        static Source of(Chosen chosen) {
            return new Source(chosen.server(), chosen.identity().serverUuid());
        }
    }

    private SourceSettings server(Connection target) throws SQLException {
        return source(target).settings();
    }

    /**
     * Returns the server whose rows are read: the one with the replayed history and with everything that earlier views may have copied.
     * Without either, returns all servers.
     */
    private Source source(Connection target) throws SQLException {
        String replaying =
                settings.copy().replaces() ? TableHandover.replayPipelineOf(settings.name()) : settings.name();
        Optional<ProgressStore.Found> progress = new ProgressStore(replaying).find(target);
        Map<Integer, SourceView> views = store.ranges().views(target);
        Optional<SourceView> last =
                views.keySet().stream().max(Integer::compare).map(views::get);
        if (progress.isPresent()) {
            Chosen chosen = SourceSelection.choose(
                    settings.source(), progress.get().progress(), progress.get().source());
            if (progress.get().source().naming() == Naming.GTID && last.isPresent()) {
                SourceSelection.requireExecuted(chosen, last.get().high());
            }
            return Source.of(chosen);
        }
        // without GTIDs the copy starts again
        return last.filter(view -> view.identity().naming() == Naming.GTID)
                .map(view -> Source.of(SourceSelection.choose(settings.source(), view.seen(), view.identity())))
                .orElse(new Source(settings.source(), ""));
    }

    /**
     * Requires a source that can continue the copy.
     *
     * @throws GaussferryException if no server can
     */
    void requireSource(Connection target) throws SQLException {
        SourceSettings unused = server(target);
    }

    private Map<String, String> databases(SourceSettings server) throws SQLException, InterruptedException {
        try (Connection source =
                sessions.threads().own(SourceSelection.open(server).connection(), ConnectionAborter::abort)) {
            return new MySqlSchemaReader(source, settings.source()).readDatabases();
        }
    }

    /**
     * Copies the tables of {@link CopyRestart} again, with their current definitions; replay continues from its
     * position.
     *
     * @return whether the copy was completed; false if the run was stopped before that
     */
    boolean loadAgain(OwnedProgress owned) throws SQLException, InterruptedException {
        try (Connection target = sessions.open()) {
            long epoch = Objects.requireNonNull(found).epoch();
            Source source = source(target);
            SourceConnections.Opened opened = SourceConnections.open(source.settings());
            // effects of earlier statements on tables that no longer exist do not matter
            GtidSet before = executed(opened.connection());
            requireAllOf(owned.progress().executedSet(), before);
            Optional<TableCatalog> catalog =
                    copyMissing(target, epoch, new Source(opened.settings(), source.identity()));
            if (catalog.isEmpty()) {
                return false;
            }
            TableHistory history = new TableHistory(settings.name());
            Map<TableId, String> known = history.read(target);
            Map<TableId, String> definitions = definitions(catalog.get(), target);
            Set<TableId> gone = new TreeSet<>(known.keySet());
            TableCopyStore joined = new TableCopyStore(settings.name());
            joined.read(target).forEach((table, entry) -> {
                if (entry.state() == TableCopyStore.State.JOINED) {
                    gone.add(table);
                }
            });
            gone.removeAll(definitions.keySet());
            for (TableId table : gone) {
                history.remove(target, table);
                joined.joined(target, table, before);
            }
            if (!known.keySet().containsAll(definitions.keySet())) {
                history.begin(target, definitions, owned.progress().executedSet());
            }
            reached(target, epoch, owned.progress());
            return true;
        }
    }

    private GtidSet executed(Connection source) throws SQLException {
        try (Connection own = sessions.threads().own(source, ConnectionAborter::abort)) {
            return SourcePosition.read(own, 0, Naming.GTID).executedSet();
        }
    }

    /** Requires that the source has all replayed transactions: rows that are copied now must contain them. */
    private static void requireAllOf(GtidSet replayed, GtidSet source) {
        if (!source.containsAll(replayed)) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_LAGS,
                    "The source does not have transactions that the target has: " + replayed.minus(source) + ".",
                    "if the source is a replica with a delay, no action needed: retrying",
                    null);
        }
    }

    private Map<TableId, String> definitions(TableCatalog catalog, Connection target) throws SQLException {
        Set<TableId> placed = store.placed(target);
        Map<TableId, String> definitions = new HashMap<>();
        catalog.definitions()
                .forEach(table -> definitions.put(
                        table.id(),
                        TableDefinitionFormat.writeWithExtras(table.withPlacement(placed.contains(table.id())))));
        return definitions;
    }

    private Optional<TableCatalog> copyMissing(Connection target, long epoch, Source source)
            throws SQLException, InterruptedException {
        InitialCopy copy = new InitialCopy(
                settings.copy().withWorkers(workers),
                source.settings(),
                source.identity(),
                target(),
                former(target),
                conversion,
                sessions.threads(),
                context.listener()::copying);
        sessions.threads().onStop(copy::stop);
        return copy.load(target, epoch);
    }

    /**
     * Returns the former definitions. The replay stores them between its runs, and does not change them during the
     * copy.
     */
    private Map<TableId, TableDefinition> former(Connection target) throws SQLException {
        return settings.copy().replaces()
                ? StoredDefinitions.read(target, TableHandover.replayPipelineOf(settings.name()))
                        .tables()
                : Map.of();
    }

    private void reached(Connection target, long epoch, Progress progress) throws SQLException {
        store.reached(target, epoch, State.CATCHING_UP);
        long rows = store.ranges().read(target).stream().mapToLong(Range::rows).sum();
        target.commit();
        found = new Found(epoch, State.CATCHING_UP);
        context.listener().copied(rows, progress);
    }

    private CopyTarget target() {
        return new CopyTarget(
                sessions::openForOthers,
                store,
                settings.target().foreignKeys(),
                context.state().targetRate()::rowsPerSecond,
                context.load());
    }

    /** Returns the views in which rows were read; the last view if no table was read. */
    private Map<Integer, SourceView> usedViews(Connection target) throws SQLException {
        Map<Integer, SourceView> views = store.ranges().views(target);
        List<Integer> used =
                store.ranges().read(target).stream().map(Range::view).distinct().toList();
        int last = views.keySet().stream().max(Integer::compare).orElseThrow();
        return views.entrySet().stream()
                .filter(view -> used.isEmpty() ? view.getKey() == last : used.contains(view.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the progress that all copied rows contain. */
    private static Progress firstProgress(Collection<SourceView> views) {
        GtidSet executed = windowOfAll(views).low();
        return views.stream()
                .map(SourceView::low)
                .filter(low -> low.executedSet().equals(executed))
                .findFirst()
                .orElse(new Progress(executed.toString(), LowWaterMark.NONE, fingerprint(views, executed)));
    }

    private static HistoryFingerprint fingerprint(Collection<SourceView> views, GtidSet executed) {
        return views.stream()
                .map(view -> view.low().fingerprint().only(executed::contains))
                .filter(fingerprint -> !fingerprint.isEmpty())
                .findFirst()
                .orElse(HistoryFingerprint.NONE);
    }

    private static CopyWindow windowOfAll(Collection<SourceView> views) {
        return views.stream().map(SourceView::window).reduce(CopyWindow::with).orElseThrow();
    }

    /** Returns the position up to which copied rows must be replayed; empty if the copy is done. */
    Optional<CatchUpGoal> goal() throws SQLException {
        if (found == null || found.state() == State.DONE) {
            return Optional.empty();
        }
        try (Connection target = sessions.openBounded()) {
            Map<Integer, SourceView> views = usedViews(target);
            Map<Integer, CopyWindow> windows = new HashMap<>();
            views.forEach((number, view) -> windows.put(number, view.window()));
            Map<TableId, CopiedTable> tables = new HashMap<>();
            Completable completable = completable(target);
            toComplete = completable;
            completable
                    .definitions()
                    .forEach(table -> tables.put(table.id(), new CopiedTable(KeyOrder.ofValues(table))));
            for (Range range : store.ranges().read(target)) {
                Objects.requireNonNull(tables.get(range.table()))
                        .add(range.range(), Objects.requireNonNull(windows.get(range.view())));
            }
            target.rollback();
            boolean cascades = !completable.cascadesLogged()
                    && !ForeignKeyPlan.of(
                                    completable.definitions(), settings.target().foreignKeys(), false)
                            .cascading()
                            .isEmpty();
            return Optional.of(new CatchUpGoal(windowOfAll(views.values()).high(), tables, cascades));
        }
    }

    /**
     * Returns the copied tables: with their current definitions unless they were altered since, and with the foreign
     * keys that they had when they were copied. Effects of those keys are not in the binlog, even before an ALTER TABLE
     * that is not replayed yet.
     */
    private Completable completable(Connection target) throws SQLException {
        try (Connection source =
                sessions.threads().own(SourceConnections.open(server(target)).connection(), ConnectionAborter::abort)) {
            TableCatalog today = new MySqlSchemaReader(source, settings.source()).read();
            List<TableDefinition> definitions = new ArrayList<>();
            Map<TableId, List<ForeignKeyDefinition>> foreignKeys = store.foreignKeys(target);
            new TableHistory(settings.name()).read(target).forEach((table, text) -> {
                TableDefinition copied = TableDefinitionFormat.read(table, text);
                TableDefinition definition = today.find(table)
                        .filter(now -> TableDefinitionFormat.write(now).equals(TableDefinitionFormat.write(copied)))
                        .orElse(copied);
                List<ForeignKeyDefinition> keys = foreignKeys.get(table);
                definitions.add(keys == null ? definition : definition.withForeignKeys(keys));
            });
            return new Completable(definitions, CascadeLogging.isOn(source));
        }
    }

    /** Builds indexes and foreign keys, and stores that the copy is done. Requires a call of {@link #goal} before. */
    void complete() throws SQLException, InterruptedException {
        Completable completable = Objects.requireNonNull(toComplete);
        CopyCompletion completion = new CopyCompletion(target(), conversion, workers, sessions.threads());
        try (Connection target = sessions.open()) {
            completion.complete(
                    target,
                    Objects.requireNonNull(found).epoch(),
                    completable.definitions(),
                    completable.cascadesLogged());
            target.commit();
        }
    }
}
