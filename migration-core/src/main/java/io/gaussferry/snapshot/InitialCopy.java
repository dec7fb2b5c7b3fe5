package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.CollectedProblems;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceReplacement;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.NonTransactionalTables;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.catalog.UnsupportedEngines;
import io.gaussferry.mysql.history.HistoryProof;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.definition.MergedTables;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.RejectedValues;
import io.gaussferry.snapshot.source.SourceView;
import io.gaussferry.throttle.ThrottledWork;
import io.gaussferry.throttle.ThrottledWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the existing rows range by range over several connections. Each range is copied and recorded in a target transaction of its own.
 * Ranges committed before an interruption are kept; the missing ones are copied in a new view at a later position. Replay brings all of
 * them to one position: see {@link io.gaussferry.snapshot.range.CopyWindow}.
 */
public final class InitialCopy {

    private static final Logger LOG = LoggerFactory.getLogger(InitialCopy.class);

    /** Preparations that a definition change may make useless before the run ends. Only changed tables are prepared again, in about a second. */
    private static final int MAXIMUM_ALTERED = 20;

    private final CopySettings settings;
    private final SourceSettings sourceSettings;
    private final String expectedServer;
    private final CopyTarget to;
    private final Map<TableId, TableDefinition> former;
    private final CopyStore store;
    private final Conversion conversion;
    private final Supervisor threads;
    private final Consumer<CopyProgress> listener;
    private volatile boolean stopped;
    private volatile @Nullable CopyWorkers working;

    /**
     * @param settings settings of the copy
     * @param sourceSettings the source
     * @param expectedServer the identity of the server whose history was verified; empty if none was
     * @param to the target
     * @param former the definitions with which the target has tables that are replaced; empty for a first copy
     * @param conversion converts the selected values
     * @param threads the parent of the workers' threads
     * @param listener receives the progress about once per second
     */
    public InitialCopy(
            CopySettings settings,
            SourceSettings sourceSettings,
            String expectedServer,
            CopyTarget to,
            Map<TableId, TableDefinition> former,
            Conversion conversion,
            Supervisor threads,
            Consumer<CopyProgress> listener) {
        this.settings = settings;
        this.sourceSettings = sourceSettings;
        this.expectedServer = expectedServer;
        this.to = to;
        this.former = Map.copyOf(former);
        this.store = to.store();
        this.conversion = conversion;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Copies all missing rows.
     *
     * @param target for queries and statements between the workers' transactions
     * @param epoch the epoch of the ownership
     * @return the source's tables with the current definitions of the copied rows; empty if the copy was stopped
     */
    public Optional<TableCatalog> load(Connection target, long epoch) throws SQLException, InterruptedException {
        SourceConnections.Opened opened = openSource();
        try (Connection control = opened.connection()) {
            threads.own(control, ConnectionAborter::abort);
            if (!expectedServer.isEmpty()) {
                requireServer(control, expectedServer);
            }
            SourceView.prepare(control);
            Work work = prepare(control, target, epoch);
            Optional<Duration> duration = viewDuration(work.start(), control);
            boolean isFirst = store.ranges().views(target).isEmpty();
            int altered = 0;
            while (!stopped && (isFirst || !work.start().isComplete())) {
                awaitLoad();
                if (stopped) {
                    break;
                }
                Outcome outcome = copy(work, duration, opened, target, epoch);
                if (outcome == Outcome.ALTERED_BEFORE) {
                    if (++altered == MAXIMUM_ALTERED) {
                        throw TablePreparation.altered(null);
                    }
                    LOG.info("Tables of the source were altered while the copy was prepared: preparing them again");
                    work = prepare(control, target, epoch);
                    duration = viewDuration(work.start(), control);
                    continue;
                }
                isFirst = false;
                work = work.with(start(work.catalog(), control, target));
                if (outcome == Outcome.ROWS_REJECTED) {
                    // the last view attempts the rejected rows again, and collects all of them
                    duration = Optional.empty();
                }
            }
            return stopped ? Optional.empty() : Optional.of(work.catalog());
        }
    }

    /** Waits, without an open view, while a server is too busy for the copy. */
    private void awaitLoad() throws InterruptedException {
        try (ThrottledWorker opening = to.throttler().worker(ThrottledWork.COPY)) {
            opening.await(() -> stopped);
        }
    }

    /**
     * The tables of a copy.
     *
     * @param catalog the source's tables, for which the target is prepared
     * @param start the state of the copy
     */
    private record Work(TableCatalog catalog, CopyStart start, CopyMeter meter) {

        Work with(CopyStart later) {
            return new Work(catalog, later, meter);
        }
    }

    /** How the copy in one view ended. */
    private enum Outcome {
        COPIED,
        ROWS_REJECTED,
        /** A table was altered before the view was opened, and nothing was copied. */
        ALTERED_BEFORE
    }

    /** Ensures that the target has all tables with their present definitions. Only those that were altered since are created again. */
    private Work prepare(Connection control, Connection target, long epoch) throws SQLException, InterruptedException {
        TableCatalog catalog = readDefinitions(control);
        conversion.rules().require(catalog.definitions());
        requireReadable(catalog.definitions(), control);
        MergedTables.require(catalog.definitions(), sourceSettings.renames(), conversion.rules());
        new TablePreparation(
                        to,
                        target,
                        conversion,
                        settings.replaces() ? Optional.of(former) : Optional.empty(),
                        new MissingTables(to, conversion, settings.workers(), threads))
                .prepare(catalog.definitions(), epoch);
        CopyStart start = start(catalog, control, target);
        return new Work(catalog, start, new CopyMeter(start.progress(), start.ranges()));
    }

    private CopyStart start(TableCatalog catalog, Connection control, Connection target) throws SQLException {
        return CopyStart.find(to, target, control, catalog.definitions(), settings.replaces());
    }

    /** Returns the time for which a view may stay open; empty if there is no limit, or if rows of one view are not usable with another. */
    private Optional<Duration> viewDuration(CopyStart start, Connection control) throws SQLException {
        if (settings.viewDuration().isZero()
                || SourcePosition.identity(control).naming() == Naming.ORDINAL
                || start.tables().stream().anyMatch(table -> table.plan().lastViewOnly())) {
            return Optional.empty();
        }
        return Optional.of(settings.viewDuration());
    }

    /** Requires that a connection leads to the server whose position the copy records: the source may have failed over meanwhile. */
    private void requireServer(Connection connection, String expected) throws SQLException, InterruptedException {
        String found = SourcePosition.identity(connection).serverUuid();
        if (!found.equals(expected)) {
            throw SourceReplacement.of(sourceSettings, expected, found);
        }
    }

    private SourceConnections.Opened openSource() {
        return SourceSelection.open(sourceSettings);
    }

    private TableCatalog readDefinitions(Connection control) {
        try {
            return new MySqlSchemaReader(control, sourceSettings).read();
        } catch (SQLException e) {
            throw SourceFailures.describe(sourceSettings, e);
        }
    }

    /** Makes {@link #load} return after the ranges that are being copied are committed. Can be called on any thread. */
    public void stop() {
        stopped = true;
        CopyWorkers workers = working;
        if (workers != null) {
            workers.end();
        }
    }

    /** Rejects tables whose rows could be duplicated silently: changes during the read cannot be distinguished from rows that were read. */
    private static void requireReadable(Collection<TableDefinition> definitions, Connection control)
            throws SQLException {
        Map<TableId, String> refused = UnsupportedEngines.read(control);
        Map<TableId, String> engines = NonTransactionalTables.withoutTransactions(control);
        for (TableDefinition table : TablePreparation.sorted(definitions)) {
            String problem = refused.get(table.id());
            if (problem != null) {
                throw new GaussferryException(
                        ErrorCode.ENGINE_UNSUPPORTED,
                        problem,
                        "exclude it (gaussferry.source.tables.exclude), or convert it at the source (ALTER TABLE … ENGINE ="
                                + " InnoDB), and request another copy",
                        null);
            }
            String engine = engines.get(table.id());
            if (engine != null && table.rowKey().isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.ENGINE_UNSUPPORTED,
                        "Table " + table.label() + " has no key, and its engine " + engine + " is not transactional:"
                                + " rows inserted during the copy would be on the target twice.",
                        "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or give it a primary key, or exclude it"
                                + " (gaussferry.source.tables.exclude)",
                        null);
            }
        }
    }

    /**
     * Copies missing ranges in one view: all of them, unless the view reaches its duration.
     *
     * @param duration time after which the view is closed; empty for no limit
     * @throws GaussferryException if rows were rejected, and all other ranges are copied
     */
    private Outcome copy(
            Work work, Optional<Duration> duration, SourceConnections.Opened source, Connection target, long epoch)
            throws SQLException, InterruptedException {
        CopyStart start = work.start();
        Connection control = source.connection();
        SourceSettings server = source.settings();
        emptyRestartedTables(start.again(), target, epoch);
        NumberedTables numbered = NumberedTables.prepare(
                target, conversion.target(), start.tables(), start.sizes(), settings.autoIncrementRows());
        store.count(target, epoch, 0);
        target.commit();
        Supervisor copiers = threads.within("copy");
        try {
            String read = SourcePosition.identity(control).serverUuid();
            List<Connection> readers = new ArrayList<>();
            for (int i = 0; i < settings.workers(); i++) {
                Connection reader = copiers.own(SourceConnections.open(server).connection(), ConnectionAborter::abort);
                requireServer(reader, read);
                SourceView.prepare(reader);
                readers.add(reader);
            }
            Optional<String> exact = start.tables().stream()
                    .filter(table -> !table.isComplete())
                    .map(table -> table.plan().exact())
                    .flatMap(Optional::stream)
                    .findFirst();
            SourceView opened = SourceView.open(control, readers, exact, settings.lock());
            if (!isUnchanged(work.catalog(), control)) {
                return Outcome.ALTERED_BEFORE;
            }
            SourceView view = withEvidence(opened, control, server);
            int number = store.ranges().views(target).size() + 1;
            store.ranges().addView(target, number, view);
            store.count(target, epoch, 0);
            target.commit();
            LOG.info(
                    "Copying {} tables ({} ranges already copied) from {}",
                    start.tables().size(),
                    start.ranges(),
                    view.low().describe());
            CopyWorkers workers = new CopyWorkers(
                    settings,
                    to,
                    conversion,
                    start,
                    partitioned(start, target),
                    numbered,
                    new CopyWorkers.View(number, epoch, control, target, duration),
                    work.meter(),
                    listener);
            working = workers;
            if (stopped) {
                workers.end();
            }
            List<Connection> writers = new ArrayList<>();
            for (int i = 0; i < settings.workers(); i++) {
                writers.add(copiers.own(to.connections().open(), ConnectionAborter::abort));
            }
            workers.run(copiers, readers, writers);
            if (workers.isViewEnded()) {
                LOG.info(
                        "Closing the read view of the copy after {} s; the remaining ranges are read in another one",
                        duration.orElse(Duration.ZERO).toSeconds());
                return workers.refused().tables().isEmpty() ? Outcome.COPIED : Outcome.ROWS_REJECTED;
            }
            requireAllCopied(workers.refused(), work.catalog(), target, start.ranges() == 0);
            return Outcome.COPIED;
        } catch (SQLException e) {
            if (TablePreparation.isAltered(e)) {
                throw TablePreparation.altered(e);
            }
            throw e;
        } finally {
            copiers.closeOwned();
        }
    }

    /** @param consistent whether all rows were read in one view */
    private void requireAllCopied(RejectedValues refused, TableCatalog catalog, Connection target, boolean consistent)
            throws SQLException {
        if (refused.tables().isEmpty()) {
            return;
        }
        CollectedProblems problems =
                new CollectedProblems("Some rows could not be copied; all other ranges of all tables are copied.");
        refused.problems().forEach(problems::add);
        if (consistent && !stopped) {
            ViolatedKeys.find(target, catalog.definitions(), to.foreignKeys(), refused.tables())
                    .forEach(problems::add);
        }
        problems.throwIfAny();
    }

    /** Returns the tables whose {@link PartitionPlacement} has not been checked yet. */
    private List<TableDefinition> partitioned(CopyStart start, Connection target) throws SQLException {
        Set<TableId> asked = store.placements().asked(target);
        return start.tables().stream()
                .filter(ranges -> !ranges.isComplete())
                .map(ranges -> ranges.plan().table())
                .filter(table -> !asked.contains(table.id()) && PartitionPlacement.isNeeded(table))
                .toList();
    }

    /** Stores evidence of the history, which a server that is read later must share. */
    private static SourceView withEvidence(SourceView view, Connection control, SourceSettings server)
            throws SQLException {
        HistoryProof history = new HistoryProof(control, server, view.identity());
        return view.recognizedBy(
                history.fingerprint(view.low().executedSet()),
                history.created(view.low().lowWater().position().file()));
    }

    private void emptyRestartedTables(Collection<TableDefinition> tables, Connection target, long epoch)
            throws SQLException {
        for (TableDefinition table : tables) {
            LOG.info("Table {} is copied again from the start", table.label());
            Sql.execute(target, "DELETE FROM " + Identifiers.quoteTarget(table.targetId()));
            store.ranges().forget(target, table.id());
            store.placements().forget(target, table.id());
        }
        store.count(target, epoch, 0);
        target.commit();
    }

    /** Rows are read with the definitions of the view: no table may have been altered before the view was opened. */
    private boolean isUnchanged(TableCatalog catalog, Connection control) {
        TableCatalog now = readDefinitions(control);
        return new HashSet<>(now.definitions()).equals(new HashSet<>(catalog.definitions()));
    }
}
