package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.catalog.TableEngines;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.MergedTables;
import io.gaussferry.opengauss.definition.TargetConstraints;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.ChunkQueue;
import io.gaussferry.snapshot.chunk.CopyPlan;
import io.gaussferry.snapshot.chunk.Missing;
import io.gaussferry.snapshot.chunk.RangeCopier;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.chunk.RowRateThrottler;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.source.SourceLoadThrottler;
import io.gaussferry.snapshot.source.SourceView;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the rows that are there, range by range over several connections, each range in a target transaction of its own that also
 * notes it. What was committed before an interruption stays; what is missing is copied in a view of its own, at a later position.
 * Replay brings all of it to one position: see {@link io.gaussferry.snapshot.range.CopyWindow}.
 */
public final class InitialCopy {

    private static final Logger LOG = LoggerFactory.getLogger(InitialCopy.class);

    /**
     * What MySQL says of a table that was altered, or rebuilt, since the view began and before its first row was read; or dropped;
     * or that has lost a column. The target's errors have no numbers.
     */
    private static final Set<Integer> ALTERED = Set.of(1412, 1146, 1054);

    private final CopySettings settings;
    private final SourceSettings sourceSettings;
    private final TargetConnections targets;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy foreignKeys;
    private final RuleUsage ruleUsage;
    private final Supervisor threads;
    private final Consumer<CopyProgress> listener;

    /**
     * @param settings how
     * @param sourceSettings where from
     * @param targets where to
     * @param store how far it is
     * @param conversion reads the selected values
     * @param foreignKeys what becomes of foreign keys
     * @param ruleUsage told which conversions are committed
     * @param threads whose part this is
     * @param listener hears about once a second how far it is
     */
    public InitialCopy(
            CopySettings settings,
            SourceSettings sourceSettings,
            TargetConnections targets,
            CopyStore store,
            Conversion conversion,
            ForeignKeyPolicy foreignKeys,
            RuleUsage ruleUsage,
            Supervisor threads,
            Consumer<CopyProgress> listener) {
        this.settings = settings;
        this.sourceSettings = sourceSettings;
        this.targets = targets;
        this.store = store;
        this.conversion = conversion;
        this.foreignKeys = foreignKeys;
        this.ruleUsage = ruleUsage;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * What the copy of all tables starts from.
     *
     * @param tables what is missing of each, also of those that are whole
     * @param again those of which everything that is there or noted is worthless
     * @param sizes about how large they are
     * @param lastNumber that of the range that was noted last
     */
    private record Start(List<Missing> tables, List<TableDefinition> again, TableSizes sizes, long lastNumber) {

        private boolean isComplete() {
            return tables.stream().allMatch(Missing::isNothing);
        }

        private long ranges() {
            return tables.stream().mapToLong(table -> table.there().size()).sum();
        }

        private List<CopyProgress.Table> progress() {
            return tables.stream()
                    .map(missing -> new CopyProgress.Table(
                            missing.plan().table().id(),
                            missing.isNothing() ? CopyProgress.Stage.COPIED : CopyProgress.Stage.WAITING,
                            missing.there().stream().mapToLong(Range::rows).sum(),
                            sizes.rows(missing.plan().table().id())))
                    .toList();
        }
    }

    private volatile boolean stopped;
    private volatile Runnable endWork = () -> {};

    /**
     * Copies all rows that are missing.
     *
     * @param target for the questions and statements between the workers' transactions
     * @param epoch the right to write
     * @return the source's tables, by which the copied rows are to be read from now on; empty if it was stopped before the end
     */
    public Optional<TableCatalog> load(Connection target, long epoch) throws SQLException, InterruptedException {
        SourceConnections.Opened opened = openSource();
        try (Connection control = opened.connection()) {
            threads.own(control);
            SourceView.prepare(control);
            TableCatalog catalog = readDefinitions(control);
            conversion.rules().require(catalog.definitions());
            requireReadable(catalog.definitions(), control);
            MergedTables.require(catalog.definitions(), sourceSettings.renames(), conversion.rules());
            TablePreparation preparation =
                    new TablePreparation(target, store, conversion, foreignKeys, settings.replaces());
            preparation.prepare(catalog.definitions(), epoch);
            Start start = start(target, control, catalog.definitions());
            if (!start.isComplete() || store.ranges().views(target).isEmpty()) {
                copy(start, catalog, control, opened.settings(), target, epoch);
            }
            return stopped ? Optional.empty() : Optional.of(catalog);
        }
    }

    private SourceConnections.Opened openSource() {
        try {
            return SourceConnections.open(sourceSettings);
        } catch (SQLException e) {
            throw SourceFailures.describe(sourceSettings, e);
        }
    }

    private TableCatalog readDefinitions(Connection control) {
        try {
            return new MySqlSchemaReader(control, sourceSettings).read();
        } catch (SQLException e) {
            throw SourceFailures.describe(sourceSettings, e);
        }
    }

    /** Makes {@link #load} return when the ranges that are being copied are committed; any thread. */
    public void stop() {
        stopped = true;
        endWork.run();
    }

    private Start start(Connection target, Connection control, Collection<TableDefinition> definitions)
            throws SQLException {
        Map<TableId, CopyStore.Table> known = store.tables(target);
        Map<TableId, List<Range>> noted =
                store.ranges().read(target).stream().collect(Collectors.groupingBy(Range::table));
        Set<TableId> cascading = CascadeLogging.isOn(control)
                ? Set.of()
                : ForeignKeyPlan.of(definitions, foreignKeys, false).cascading();
        Set<TableId> merged = MergedTables.ids(definitions);
        List<Missing> tables = new ArrayList<>();
        for (TableDefinition table : sorted(definitions)) {
            boolean created = Objects.requireNonNull(known.get(table.id())).created();
            // rows of several positions may meet in it
            boolean free = created || (settings.replaces() && TargetConstraints.isRowKeyAlone(target, table));
            CopyPlan plan = CopyPlan.of(table, free, cascading, merged);
            tables.add(Missing.of(plan, noted.getOrDefault(table.id(), List.of())));
        }
        if (!tables.stream().allMatch(Missing::isNothing)) {
            boolean all = SourcePosition.identity(control).naming() == Naming.ORDINAL;
            // a view that begins now makes worthless what earlier ones have of some tables, or of all
            tables.replaceAll(table -> all || table.plan().lastViewOnly() ? Missing.everything(table.plan()) : table);
        }
        List<TableDefinition> again = tables.stream()
                .filter(Missing::isEverything)
                .map(missing -> missing.plan().table())
                .filter(table -> noted.containsKey(table.id()))
                .toList();
        long lastNumber = noted.values().stream()
                .flatMap(List::stream)
                .mapToLong(Range::number)
                .max()
                .orElse(0);
        return new Start(tables, again, TableSizes.read(control), lastNumber);
    }

    /** What is written to such a table while it is read cannot be told from what was read: its rows would be doubled in silence. */
    private static void requireReadable(Collection<TableDefinition> definitions, Connection control)
            throws SQLException {
        Map<TableId, String> engines = TableEngines.withoutTransactions(control);
        for (TableDefinition table : sorted(definitions)) {
            String engine = engines.get(table.id());
            if (engine != null && table.rowKey().isEmpty()) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Table " + table.label() + " has no key, and the engine " + engine
                                + ", which knows no transactions: rows that come while it is copied would be on the target twice.",
                        "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or give it a primary key, or exclude it"
                                + " (gaussferry.source.tables.exclude)",
                        null);
            }
        }
    }

    private static List<TableDefinition> sorted(Collection<TableDefinition> definitions) {
        return definitions.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    private void copy(
            Start start, TableCatalog catalog, Connection control, SourceSettings server, Connection target, long epoch)
            throws SQLException, InterruptedException {
        emptyWhatBeginsAgain(start.again(), target, epoch);
        Supervisor copiers = threads.within("copy");
        List<Connection> connections = new ArrayList<>();
        try {
            List<Connection> readers = new ArrayList<>();
            for (int i = 0; i < settings.workers(); i++) {
                Connection reader = copiers.own(SourceConnections.open(server).connection());
                connections.add(reader);
                SourceView.prepare(reader);
                readers.add(reader);
            }
            Optional<String> exact = start.tables().stream()
                    .filter(table -> !table.isNothing())
                    .map(table -> table.plan().exact())
                    .flatMap(Optional::stream)
                    .findFirst();
            SourceView view = SourceView.open(control, readers, exact, settings.lock());
            requireUnchanged(catalog, control);
            int number = store.ranges().views(target).size() + 1;
            store.ranges().addView(target, number, view);
            store.count(target, epoch, 0);
            target.commit();
            LOG.info(
                    "Copying {} tables, {} ranges of which are there, from {}",
                    start.tables().size(),
                    start.ranges(),
                    view.low().describe());
            Workers workers = new Workers(start, control, target, number, epoch);
            List<Connection> writers = new ArrayList<>();
            for (int i = 0; i < settings.workers(); i++) {
                Connection writer = copiers.own(targets.open());
                connections.add(writer);
                writers.add(writer);
            }
            workers.run(copiers, readers, writers);
        } catch (SQLException e) {
            if (ALTERED.contains(e.getErrorCode())) {
                throw TablePreparation.altered(e);
            }
            throw e;
        } finally {
            close(connections);
        }
    }

    private void emptyWhatBeginsAgain(Collection<TableDefinition> tables, Connection target, long epoch)
            throws SQLException {
        for (TableDefinition table : tables) {
            LOG.info("Table {} is copied again from its beginning", table.label());
            try (Statement statement = target.createStatement()) {
                statement.execute("DELETE FROM " + Identifiers.quoteTarget(table.targetId()));
            }
            store.ranges().forget(target, table.id());
        }
        store.count(target, epoch, 0);
        target.commit();
    }

    /** Rows are read by the definitions that the view has: none may have been altered around it. */
    private void requireUnchanged(TableCatalog catalog, Connection control) throws SQLException {
        TableCatalog now = readDefinitions(control);
        if (!new HashSet<>(now.definitions()).equals(new HashSet<>(catalog.definitions()))) {
            throw TablePreparation.altered(null);
        }
    }

    /** Gives all connections back; what was cut off says so once more. */
    private static void close(List<Connection> connections) {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("While closing a connection of the copy: {}", e.getMessage());
            }
        }
    }

    /** The workers of one view. */
    private final class Workers {
        private final ChunkQueue chunks;
        private final RowRateThrottler rateThrottler = new RowRateThrottler(settings.rowsPerSecond());
        private final SourceLoadThrottler throttler =
                new SourceLoadThrottler(settings.maximumThreadsRunning(), settings.workers());
        private final CopyMeter meter;
        private final Connection noting;
        private final int view;
        private final long epoch;
        private long lastNumber;

        private Workers(Start start, Connection cutting, Connection noting, int view, long epoch) {
            Deque<ChunkQueue.Chunk> cut = new ArrayDeque<>();
            Deque<ChunkQueue.Part> uncut = new ArrayDeque<>();
            for (Missing table : start.tables()) {
                CopyPlan plan = table.plan();
                long rows = start.sizes().rows(plan.table().id(), settings.rangeBytes());
                table.cut().forEach(range -> cut.add(new ChunkQueue.Chunk(plan, range.range(), range.number())));
                table.uncut().ifPresent(range -> uncut.add(new ChunkQueue.Part(plan, range, rows)));
            }
            this.chunks = new ChunkQueue(cutting, this::note, cut, uncut);
            this.meter = new CopyMeter(start.progress(), start.ranges());
            this.noting = noting;
            this.view = view;
            this.lastNumber = start.lastNumber();
            this.epoch = epoch;
            endWork = this::end;
            if (stopped) {
                end();
            }
        }

        private void end() {
            chunks.end();
            throttler.end();
        }

        private void run(Supervisor copiers, List<Connection> readers, List<Connection> writers)
                throws SQLException, InterruptedException {
            copiers.onAbort(() -> {
                end();
                rateThrottler.end();
            });
            for (int i = 0; i < readers.size(); i++) {
                int worker = i;
                copiers.start(
                        "copy-" + worker,
                        Role.WORKS,
                        () -> copyChunks(worker, readers.get(worker), writers.get(worker)));
            }
            copiers.join(() -> listener.accept(progress()));
            listener.accept(progress());
        }

        private CopyProgress progress() {
            return meter.progress(chunks.begun(), chunks.whole());
        }

        private void copyChunks(int worker, Connection reader, Connection writer)
                throws SQLException, InterruptedException {
            RangeCopier copier = new RangeCopier(reader, writer, conversion, rateThrottler);
            ruleUsage.rolledBack();
            while (true) {
                throttler.await(reader);
                Optional<ChunkQueue.Chunk> next = chunks.next(worker);
                if (next.isEmpty()) {
                    break;
                }
                ChunkQueue.Chunk chunk = next.get();
                TableDefinition table = chunk.plan().table();
                RangeCopier.Copied copied = copy(chunk, copier, writer);
                ruleUsage.committed();
                chunks.copied(chunk);
                meter.copied(table.id(), copied.rows(), copied.bytes());
                LOG.debug("Copied table {}, range {}: {} rows", table.id(), chunk.range(), copied.rows());
            }
            SourceView.end(List.of(reader));
        }

        /** Copies a chunk and commits it with its note. */
        private RangeCopier.Copied copy(ChunkQueue.Chunk chunk, RangeCopier copier, Connection writer)
                throws SQLException, InterruptedException {
            TableDefinition table = chunk.plan().table();
            try {
                RangeCopier.Copied copied =
                        copier.copy(table, chunk.plan().order().sourceCondition(chunk.range()));
                store.ranges().copied(writer, chunk.number(), view, copied.rows());
                store.count(writer, epoch, copied.rows());
                writer.commit();
                return copied;
            } catch (SQLException e) {
                if (ALTERED.contains(e.getErrorCode())) {
                    throw e;
                }
                throw Attempt.failure(
                        "copy rows of table " + table.label() + ", range " + chunk.range(),
                        "look at what the message names; ranges that are committed stay, start again",
                        e);
            }
        }

        private long note(TableId table, KeyRange range) throws SQLException {
            lastNumber++;
            store.ranges().add(noting, new Range(lastNumber, table, range, 0, 0));
            store.count(noting, epoch, 0);
            noting.commit();
            return lastNumber;
        }
    }
}
