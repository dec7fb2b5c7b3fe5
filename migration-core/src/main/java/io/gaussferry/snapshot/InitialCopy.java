package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RuleUsage;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.range.KeyRange;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.CopyStore.Range;
import io.gaussferry.source.CascadeLogging;
import io.gaussferry.source.MySqlSchemaReader;
import io.gaussferry.source.SourceConnections;
import io.gaussferry.source.SourcePosition;
import io.gaussferry.source.SourceSettings;
import io.gaussferry.source.TableCatalog;
import io.gaussferry.source.TableSizes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
 * Replay brings all of it to one position: see {@link io.gaussferry.range.CopyWindow}.
 */
public final class InitialCopy {

    private static final Logger LOG = LoggerFactory.getLogger(InitialCopy.class);

    private final CopySettings settings;
    private final SourceSettings sourceSettings;
    private final TargetConnections targets;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy foreignKeys;
    private final RuleUsage ruleUsage;
    private final Consumer<Connection> onEnd;
    private final Consumer<CopyProgress> listener;

    /**
     * @param settings how
     * @param sourceSettings where from
     * @param targets where to
     * @param store how far it is
     * @param conversion reads the selected values
     * @param foreignKeys what becomes of foreign keys
     * @param ruleUsage told which conversions are committed
     * @param onEnd takes every connection that is to be cut off when all is to end now
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
            Consumer<Connection> onEnd,
            Consumer<CopyProgress> listener) {
        this.settings = settings;
        this.sourceSettings = sourceSettings;
        this.targets = targets;
        this.store = store;
        this.conversion = conversion;
        this.foreignKeys = foreignKeys;
        this.ruleUsage = ruleUsage;
        this.onEnd = onEnd;
        this.listener = listener;
    }

    /** What the copy of all tables starts from. */
    private record Start(
            List<CopyPlan> plans,
            List<Pieces.Part> parts,
            Map<TableId, TableDefinition> again,
            List<CopyProgress.Table> tables,
            int ranges) {}

    private volatile boolean stopped;
    private volatile Runnable endWork = () -> {};

    /**
     * Copies all rows that are missing.
     *
     * @param target for the questions and statements between the lanes' transactions
     * @param epoch the right to write
     * @return the source's tables, by which the copied rows are to be read from now on; empty if it was stopped before the end
     */
    public Optional<TableCatalog> load(Connection target, long epoch) throws SQLException, InterruptedException {
        SourceConnections.Opened opened = SourceConnections.open(sourceSettings);
        try (Connection control = opened.connection()) {
            onEnd.accept(control);
            SourceView.prepare(control);
            TableCatalog catalog = new MySqlSchemaReader(control, sourceSettings).read();
            conversion.rules().require(catalog.definitions());
            MergedTables.require(catalog.definitions(), sourceSettings.renames(), conversion.rules());
            TablePreparation preparation =
                    new TablePreparation(target, store, conversion, foreignKeys, settings.replaces());
            preparation.prepare(catalog.definitions(), epoch);
            Start start = start(target, control, catalog.definitions());
            if (!start.parts().isEmpty() || store.views(target).isEmpty()) {
                copy(start, catalog, control, opened.settings(), target, epoch);
            }
            return stopped ? Optional.empty() : Optional.of(catalog);
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
        List<Range> ranges = store.ranges(target);
        Map<TableId, List<KeyRange>> done = new HashMap<>();
        for (Range range : ranges) {
            done.computeIfAbsent(range.table(), id -> new ArrayList<>()).add(range.range());
        }
        Set<TableId> cascading = CascadeLogging.isOn(control)
                ? Set.of()
                : ForeignKeyPlan.of(definitions, foreignKeys, false).cascading();
        Set<TableId> merged = MergedTables.ids(definitions);
        TableSizes sizes = TableSizes.read(control);
        List<CopyPlan> plans = new ArrayList<>();
        List<Pieces.Part> parts = new ArrayList<>();
        for (TableDefinition table : sorted(definitions)) {
            boolean created = Objects.requireNonNull(known.get(table.id())).created();
            // rows of several positions may meet in it
            boolean free = created || (settings.replaces() && TargetConstraints.isRowKeyAlone(target, table));
            CopyPlan plan = CopyPlan.of(table, conversion.rules(), free, cascading, merged);
            plans.add(plan);
            long rowsPerRange = sizes.rows(table.id(), settings.rangeBytes());
            for (KeyRange missing : plan.missing(done.getOrDefault(table.id(), List.of()))) {
                parts.add(new Pieces.Part(plan, missing, rowsPerRange));
            }
        }
        if (!parts.isEmpty()) {
            boolean all = SourcePosition.identity(control).naming() == Naming.ORDINAL;
            parts = withAllThatMustBeOfOneView(plans, parts, sizes, all);
        }
        Map<TableId, TableDefinition> again = new HashMap<>();
        for (Pieces.Part part : parts) {
            if (part.range().equals(KeyRange.WHOLE)
                    && done.containsKey(part.plan().table().id())) {
                again.put(part.plan().table().id(), part.plan().table());
            }
        }
        List<Range> kept = ranges.stream()
                .filter(range -> !again.containsKey(range.table()))
                .toList();
        return new Start(plans, parts, again, before(plans, parts, kept, sizes), kept.size());
    }

    private static List<CopyProgress.Table> before(
            List<CopyPlan> plans, List<Pieces.Part> missing, List<Range> kept, TableSizes sizes) {
        Set<CopyPlan> incomplete = missing.stream().map(Pieces.Part::plan).collect(Collectors.toSet());
        Map<TableId, Long> rows =
                kept.stream().collect(Collectors.groupingBy(Range::table, Collectors.summingLong(Range::rows)));
        return plans.stream()
                .map(plan -> new CopyProgress.Table(
                        plan.table().id(),
                        incomplete.contains(plan) ? CopyProgress.Stage.WAITING : CopyProgress.Stage.COPIED,
                        rows.getOrDefault(plan.table().id(), 0L),
                        sizes.rows(plan.table().id())))
                .toList();
    }

    /** A view that begins now makes worthless what earlier ones have of some tables, or of all. */
    private List<Pieces.Part> withAllThatMustBeOfOneView(
            List<CopyPlan> plans, List<Pieces.Part> parts, TableSizes sizes, boolean allTables) {
        List<Pieces.Part> all = new ArrayList<>();
        for (CopyPlan plan : plans) {
            if (allTables || plan.lastViewOnly()) {
                all.add(new Pieces.Part(
                        plan, KeyRange.WHOLE, sizes.rows(plan.table().id(), settings.rangeBytes())));
            } else {
                parts.stream().filter(part -> part.plan() == plan).forEach(all::add);
            }
        }
        return all;
    }

    private static List<TableDefinition> sorted(Collection<TableDefinition> definitions) {
        return definitions.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    private void copy(
            Start start, TableCatalog catalog, Connection control, SourceSettings server, Connection target, long epoch)
            throws SQLException, InterruptedException {
        emptyWhatBeginsAgain(start.again().values(), target, epoch);
        List<Connection> connections = new ArrayList<>();
        try {
            List<Connection> readers = new ArrayList<>();
            for (int i = 0; i < settings.lanes(); i++) {
                Connection reader = SourceConnections.open(server).connection();
                connections.add(reader);
                onEnd.accept(reader);
                SourceView.prepare(reader);
                readers.add(reader);
            }
            Optional<String> exact = start.parts().stream()
                    .map(part -> part.plan().exact())
                    .flatMap(Optional::stream)
                    .findFirst();
            SourceView view = SourceView.open(control, readers, exact, settings.lock());
            requireUnchanged(catalog, control);
            int number = store.views(target).size() + 1;
            store.addView(target, number, view);
            store.count(target, epoch, 0);
            target.commit();
            LOG.info(
                    "Copying {} tables, {} ranges of which are there, from {}",
                    start.plans().size(),
                    start.ranges(),
                    view.low().describe());
            Lanes lanes = new Lanes(start, control, number, store.lastRangeNumber(target), epoch);
            target.commit();
            List<Connection> writers = new ArrayList<>();
            for (int i = 0; i < settings.lanes(); i++) {
                Connection writer = targets.open();
                connections.add(writer);
                onEnd.accept(writer);
                writers.add(writer);
            }
            lanes.run(readers, writers);
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
            store.forgetRanges(target, table.id());
        }
        store.count(target, epoch, 0);
        target.commit();
    }

    /** Rows are read by the definitions that the view has: none may have been altered around it. */
    private void requireUnchanged(TableCatalog catalog, Connection control) throws SQLException {
        TableCatalog now = new MySqlSchemaReader(control, sourceSettings).read();
        if (!new HashSet<>(now.definitions()).equals(new HashSet<>(catalog.definitions()))) {
            throw TablePreparation.altered();
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

    /** The lanes of one view. */
    private final class Lanes {
        private final Pieces pieces;
        private final Throttle throttle = new Throttle(settings.rowsPerSecond());
        private final SourceBrake brake = new SourceBrake(settings.maximumThreadsRunning(), settings.lanes());
        private final CopyMeter meter;
        private final int view;
        private final long epoch;
        private long lastNumber;

        private Lanes(Start start, Connection cutting, int view, long lastNumber, long epoch) {
            this.pieces = new Pieces(cutting, new ArrayDeque<>(start.parts()));
            this.meter = new CopyMeter(start.tables(), start.ranges());
            this.view = view;
            this.lastNumber = lastNumber;
            this.epoch = epoch;
            endWork = this::end;
            if (stopped) {
                end();
            }
        }

        private void end() {
            pieces.end();
            brake.end();
        }

        private void run(List<Connection> readers, List<Connection> writers) throws SQLException, InterruptedException {
            CopyThreads threads = new CopyThreads(() -> {
                end();
                throttle.end();
                readers.forEach(InitialCopy::cutOff);
                writers.forEach(InitialCopy::cutOff);
            });
            for (int i = 0; i < readers.size(); i++) {
                Connection reader = readers.get(i);
                Connection writer = writers.get(i);
                threads.start("copy-" + i, () -> copyPieces(reader, writer));
            }
            threads.join(() -> listener.accept(progress()));
            listener.accept(progress());
        }

        private CopyProgress progress() {
            return meter.progress(pieces.begun(), pieces.whole());
        }

        private void copyPieces(Connection reader, Connection writer) throws SQLException, InterruptedException {
            RangeCopier copier = new RangeCopier(reader, writer, conversion, throttle);
            ruleUsage.rolledBack();
            while (true) {
                brake.await(reader);
                Optional<Pieces.Part> next = pieces.next();
                if (next.isEmpty()) {
                    break;
                }
                Pieces.Part piece = next.get();
                TableDefinition table = piece.plan().table();
                RangeCopier.Copied copied =
                        copier.copy(table, piece.plan().order().sourceCondition(piece.range()));
                store.addRange(writer, nextNumber(), new Range(table.id(), piece.range(), view, copied.rows()));
                store.count(writer, epoch, copied.rows());
                writer.commit();
                ruleUsage.committed();
                pieces.copied(piece);
                meter.copied(table.id(), copied.rows(), copied.bytes());
                LOG.debug("Copied table {}, range {}: {} rows", table.id(), piece.range(), copied.rows());
            }
            SourceView.end(List.of(reader));
        }

        private synchronized long nextNumber() {
            return ++lastNumber;
        }
    }

    private static void cutOff(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("A connection that was to be cut off: {}", e.getMessage());
        }
    }
}
