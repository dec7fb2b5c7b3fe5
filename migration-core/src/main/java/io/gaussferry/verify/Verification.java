package io.gaussferry.verify;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Counted;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.compare.ProgressWatch;
import io.gaussferry.verify.compare.SourceFrontier;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Compares both sides of a migration once, while changes flow or not. Takes over nothing: the daemon goes on beside it. Writes
 * to the target only to repair; without that it takes row locks there for moments, and leaves nothing.
 */
public final class Verification {

    private final VerifySettings settings;
    private final LongConsumer progress;
    private final ChunkListener listener;
    private final RowSelection selection;
    private final Tally tally;
    private volatile TableSizes estimates = TableSizes.UNKNOWN;

    /** @param progress told now and then how many rows are compared; on several threads */
    public Verification(VerifySettings settings, LongConsumer progress) {
        this(settings, RowSelection.ALL, progress, ChunkListener.NONE);
    }

    /**
     * @param selection which rows are compared
     * @param progress told now and then how many rows are compared; on the workers' threads
     * @param listener told of every range
     */
    public Verification(
            VerifySettings settings, RowSelection selection, LongConsumer progress, ChunkListener listener) {
        this.settings = settings;
        this.selection = selection;
        this.listener = listener;
        this.progress = progress;
        this.tally = new Tally(settings.differencesKept());
    }

    /** Returns what is known of each table by now; any thread. None until the tables are known. */
    List<TableOutcome> outcomes() {
        return tally.outcomes();
    }

    /** Returns about how many rows a table has on the source, as far as that is known by now; any thread. */
    long estimatedRows(TableId table) {
        return estimates.rows(table);
    }

    /**
     * Runs to the end, on the calling thread and others.
     *
     * @throws GaussferryException if it cannot begin, or a server goes away
     */
    public VerificationReport run() throws InterruptedException {
        long begun = System.nanoTime();
        try (TargetSessions sessions = new TargetSessions(settings.target(), settings.connections() + 2);
                Connection source = Sessions.openSource(settings.source());
                Connection target = Sessions.openTarget(sessions);
                Connection watched = Sessions.openTarget(sessions)) {
            ProgressWatch watch = new ProgressWatch(watched, settings.pipeline());
            watch.executed();
            watch.requireGtids();
            TablesBeingCopied copied = new TablesBeingCopied(settings.pipeline(), target);
            GtidSet sourceAtStart = SourceFrontier.executed(source);
            estimates = TableSizes.read(source);
            Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), new RuleUsage());
            compare(sessions, List.of(source, watched), watch, comparable(source, target, conversion, copied));
            copied.end(target, tally);
            OrderStatement order = order(source, target, sourceAtStart);
            return new VerificationReport(
                    tally.outcomes(), tally.differences(), order, Duration.ofNanos(System.nanoTime() - begun));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static GaussferryException failed(SQLException failure) {
        return new GaussferryException(
                SqlFailure.of(failure).category(),
                "Verification cannot go on: " + failure.getMessage() + " (SQLSTATE " + failure.getSQLState() + ")",
                "check that both servers are reachable, and the accounts' privileges; then verify again",
                failure);
    }

    private List<ComparedTable> comparable(
            Connection source, Connection target, Conversion conversion, TablesBeingCopied copied) throws SQLException {
        TableCatalog catalog = new MySqlSchemaReader(source, settings.source()).read();
        List<TableDefinition> chosen = chosen(catalog);
        TargetCatalog targetCatalog = new TargetCatalog(target);
        ReplayedDefinitions replayed = ReplayedDefinitions.read(target, settings.pipeline());
        List<ComparedTable> tables = new ArrayList<>();
        for (List<TableDefinition> group : groups(catalog, chosen)) {
            TableDefinition table = group.get(0);
            TableId name = group.size() == 1 ? table.id() : table.targetId();
            tally.begin(name);
            if (group.stream().anyMatch(other -> copied.isResnapshotted(other.id()))) {
                continue;
            }
            Optional<String> otherwise = group.stream()
                    .flatMap(other -> replayed.difference(other).stream())
                    .findFirst();
            if (otherwise.isPresent()) {
                tally.undecided(name, otherwise.get());
                continue;
            }
            try {
                Optional<TargetTable> onTarget = targetCatalog.find(table);
                if (group.stream().anyMatch(other -> !other.columns().equals(table.columns()))) {
                    tally.undecided(name, "tables that become one have different columns now");
                } else if (onTarget.isPresent()) {
                    tables.add(ComparedTable.of(group, onTarget.get(), conversion));
                } else {
                    tally.differs(new Difference(
                            name,
                            Kind.TABLE_MISSING,
                            List.of(),
                            List.of(),
                            1,
                            Proof.REPEATED,
                            settings.repair() ? Repair.NOT_POSSIBLE : Repair.NOT_ASKED,
                            "the target has no such table"));
                }
            } catch (GaussferryException e) {
                tally.undecided(name, e.problem());
            }
        }
        target.rollback();
        return tables;
    }

    /** Returns the tables that are meant, those together that become one, of which one was meant. */
    private static Collection<List<TableDefinition>> groups(TableCatalog catalog, List<TableDefinition> chosen) {
        Map<TableId, List<TableDefinition>> groups = new LinkedHashMap<>();
        chosen.forEach(table -> groups.put(table.targetId(), new ArrayList<>()));
        for (TableDefinition table : sorted(catalog)) {
            List<TableDefinition> group = groups.get(table.targetId());
            if (group != null) {
                group.add(table);
            }
        }
        return groups.values();
    }

    private static List<TableDefinition> sorted(TableCatalog catalog) {
        return catalog.definitions().stream()
                .sorted(Comparator.comparing(TableDefinition::id))
                .toList();
    }

    private List<TableDefinition> chosen(TableCatalog catalog) {
        List<TableDefinition> tables = sorted(catalog);
        String unused = settings.tables().stream()
                .filter(pattern -> tables.stream().noneMatch(table -> pattern.matches(table.id())))
                .map(TablePattern::toString)
                .collect(Collectors.joining(", "));
        if (!unused.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "No replicated table of the source is meant by --tables " + unused + ".",
                    "check the names, their case too, and gaussferry.source.schemas",
                    null);
        }
        return tables.stream()
                .filter(table -> settings.tables().isEmpty()
                        || settings.tables().stream().anyMatch(pattern -> pattern.matches(table.id())))
                .toList();
    }

    /** @param common connections that all use: the source, by which pieces are cut, and the one that asks for progress */
    private void compare(
            TargetSessions sessions, List<Connection> common, ProgressWatch watch, List<ComparedTable> tables)
            throws SQLException, InterruptedException {
        ChunkQueue chunks = new ChunkQueue(common.get(0), tables, selection, settings.rowsPerRange());
        Supervisor threads = new Supervisor("the verification");
        threads.onAbort(chunks::end);
        common.forEach(connection -> threads.cutOnAbort(() -> CutOff.now(connection)));
        for (int i = 0; i < settings.connections(); i++) {
            ChunkComparison comparison =
                    new ChunkComparison(settings, sessions, watch, chunks, tally, progress, listener);
            threads.start("verify-" + i, Role.WORKS, () -> comparison.run(threads));
        }
        threads.join();
    }

    private OrderStatement order(Connection source, Connection target, GtidSet sourceAtStart) throws SQLException {
        Counted counted = new ProgressStore(settings.pipeline()).count(target);
        GtidSet copied = new TableHistory(settings.pipeline()).begunAfter(target);
        target.rollback();
        return OrderStatement.of(
                sourceAtStart, SourceFrontier.executed(source), counted.executed(), copied, counted.transactions());
    }
}
