package io.gaussferry.verify;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Counted;
import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.ProgressWatch;
import io.gaussferry.verify.compare.SourceFrontier;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.structure.StructureReport;
import io.gaussferry.verify.structure.StructureVerification;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares both sides of a migration once, while changes flow or not. Takes over nothing: the daemon goes on beside it. Writes
 * to the target only to repair; without that it takes row locks there for moments, and leaves nothing.
 */
public final class Verification {

    /** How often a table is compared whose definition changes each time. */
    private static final int MOST_TIMES = 3;

    /** How long replay may take to come to a change of definitions: it has to be able to rewrite a table. */
    private static final Duration PATIENCE_FOR_DEFINITIONS = Duration.ofSeconds(20);

    private static final String NOT_REPLAYED =
            "the source has another definition by now, and replay has not come to the statement"
                    + " that made it so: compare again when it has";
    private static final String CHANGING =
            "its definition changed meanwhile, each of " + MOST_TIMES + " times that it was compared: compare again";
    private static final String COMPUTED_OTHERWISE =
            "the source has another definition than Gaussferry computed from its statements, and no statement is outstanding:"
                    + " copy the table again (gaussferry copy --config FILE --table NAME --replace)";
    private static final String GONE =
            "changed meanwhile: the source has no replicated table of this name any more; compare again";

    private final VerifySettings settings;
    private final LongConsumer progress;
    private final ChunkListener listener;
    private final RowSelection selection;
    private final Tally tally;
    private final @Nullable PositionWatch back;
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
        this(settings, selection, progress, listener, null);
    }

    /**
     * @param back how the source follows the target, which is the side that is written to; null where the target
     *     follows. Belongs to the caller
     */
    public Verification(
            VerifySettings settings,
            RowSelection selection,
            LongConsumer progress,
            ChunkListener listener,
            @Nullable PositionWatch back) {
        if (back != null && settings.repair()) {
            throw new IllegalArgumentException("a target that is written to has nothing to be repaired by the source");
        }
        this.settings = settings;
        this.selection = selection;
        this.listener = listener;
        this.progress = progress;
        this.back = back;
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

    /** Work with open connections to both sides. */
    private interface Work<T> {
        T with(Links links) throws SQLException, InterruptedException;
    }

    /**
     * Compares rows and structure, on the calling thread and others.
     *
     * @throws GaussferryException if it cannot start, or a server goes away
     */
    public VerificationReport run() throws InterruptedException {
        return connected(links -> compareAll(links, true));
    }

    /**
     * Compares rows only.
     *
     * @throws GaussferryException if it cannot start, or a server goes away
     */
    public VerificationReport runRows() throws InterruptedException {
        return connected(links -> compareAll(links, false));
    }

    /**
     * Compares structure only, on the calling thread.
     *
     * @throws GaussferryException if it cannot start, or a server goes away
     */
    public StructureReport runStructure() throws InterruptedException {
        return connected(links -> compareStructure(links, true));
    }

    private <T> T connected(Work<T> work) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), settings.connections() + 2);
                Connection target = Sessions.openTarget(sessions);
                Connection watched = Sessions.openTarget(sessions)) {
            VerifySettings compared = settings.comparingWith(server(target));
            PositionWatch watch = back == null ? replay(watched) : back;
            try (Connection source = Sessions.openSource(compared.source())) {
                return work.with(new Links(compared, sessions, source, target, watched, watch));
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Returns the source as one server. After a switch the source has what the target lacks, and the other way round. */
    private SourceSettings server(Connection target) throws SQLException {
        Optional<ProgressStore.Found> found = new ProgressStore(settings.pipeline()).find(target);
        target.rollback();
        return found.isEmpty() || back != null
                ? settings.source()
                : SourceSelection.chooseToCompare(
                        settings.source(), found.get().progress(), found.get().source());
    }

    private VerificationReport compareAll(Links links, boolean withStructure)
            throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        Connection source = links.source();
        Connection target = links.target();
        TablesBeingCopied copied = new TablesBeingCopied(settings.pipeline(), target);
        GtidSet sourceAtStart = SourceFrontier.executed(source);
        estimates = TableSizes.read(source);
        boolean hasCaughtUp = compare(links, copied);
        copied.end(target, tally);
        StructureReport structure = withStructure ? compareStructure(links, hasCaughtUp) : StructureReport.NONE;
        structure.undecided().forEach(tally::undecided);
        if (back == null) {
            SwitchedPipelines.requireReplayed(target, settings.pipeline());
        }
        OrderStatement order = order(source, target, sourceAtStart);
        return new VerificationReport(
                tally.outcomes(), tally.differences(), structure, order, Duration.ofNanos(System.nanoTime() - begun));
    }

    /** The target follows the source, or nothing can be told. */
    private PositionWatch replay(Connection watched) throws SQLException {
        SwitchedPipelines.requireReplayed(watched, settings.pipeline());
        ProgressWatch watch = new ProgressWatch(watched, settings.pipeline());
        watch.executed();
        watch.requireGtids();
        return watch;
    }

    /**
     * What is open while it runs.
     *
     * @param settings with the one server that is compared
     * @param sessions by which more sessions of the target are opened
     * @param source for definitions, and by which pieces are cut
     * @param target for definitions
     * @param watched the watch's
     * @param watch tells how far replay is
     */
    private record Links(
            VerifySettings settings,
            TargetSessions sessions,
            Connection source,
            Connection target,
            Connection watched,
            PositionWatch watch) {}

    private static GaussferryException failed(SQLException failure) {
        return new GaussferryException(
                SqlFailure.of(failure).category(),
                "Verification cannot go on: " + RowValues.message(failure) + " (SQLSTATE " + failure.getSQLState()
                        + ")",
                "check that both servers are reachable, and the accounts' privileges; then verify again",
                failure);
    }

    /**
     * Compares how tables are defined. After the switch each side is defined by its own users.
     *
     * @param hasCaughtUp whether replay came to the last change of definitions; if not, this does not wait for it again
     */
    private StructureReport compareStructure(Links links, boolean hasCaughtUp)
            throws SQLException, InterruptedException {
        if (back != null) {
            return StructureReport.NONE;
        }
        Set<TableId> compared =
                tally.outcomes().stream().map(TableOutcome::table).collect(Collectors.toSet());
        return new StructureVerification(
                        links.settings(),
                        links.sessions().dialect().profile(),
                        links.source(),
                        links.target(),
                        links.watch())
                .run(
                        table -> settings.tables().isEmpty() || compared.contains(table),
                        hasCaughtUp ? PATIENCE_FOR_DEFINITIONS : Duration.ZERO);
    }

    /**
     * Compares, and compares again what has another definition by then; a few times, because a session may change it indefinitely.
     *
     * @return whether replay came to the last change of definitions
     */
    private boolean compare(Links links, TablesBeingCopied copied) throws SQLException, InterruptedException {
        Connection source = links.source();
        Connection target = links.target();
        Conversion conversion = new Conversion(links.sessions().dialect().profile(), settings.rules(), new RuleUsage());
        ComparisonRound round = ComparisonRound.begin(source, target, links.settings());
        ComparisonRound earlier = round;
        Set<TableId> tables = chosen(round);
        tables.forEach(tally::begin);
        for (int times = 1; ; times++) {
            compareOnce(links, round, round.comparable(tables, target, conversion, copied, tally));
            tables = round.changed(tables, source, target);
            if (tables.isEmpty()) {
                return true;
            }
            if (!links.watch().await(links.watch().now(source), PATIENCE_FOR_DEFINITIONS)) {
                tables.forEach(table -> tally.withdraw(table, NOT_REPLAYED));
                return false;
            }
            if (times == MOST_TIMES) {
                for (TableId table : tables) {
                    tally.withdraw(table, round.isComputedOtherwise(earlier, table) ? COMPUTED_OTHERWISE : CHANGING);
                }
                return true;
            }
            earlier = round;
            round = ComparisonRound.begin(source, target, links.settings());
            for (TableId table : tables) {
                tally.again(table);
                listener.again(table);
                if (!round.groups().containsKey(table)) {
                    tally.undecided(table, GONE);
                }
            }
        }
    }

    /** Returns the tables that are meant, by the names by which they are reported: all that become one, if one of them is meant. */
    private Set<TableId> chosen(ComparisonRound round) {
        List<TableId> all = round.groups().values().stream()
                .flatMap(List::stream)
                .map(TableDefinition::id)
                .toList();
        String unused = settings.tables().stream()
                .filter(pattern -> all.stream().noneMatch(pattern::matches))
                .map(TablePattern::toString)
                .collect(Collectors.joining(", "));
        if (!unused.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "No replicated table of the source is meant by --tables " + unused + ".",
                    "check the names, their case too, and gaussferry.source.schemas",
                    null);
        }
        Set<TableId> chosen = new TreeSet<>();
        round.groups().forEach((name, tables) -> {
            if (settings.tables().isEmpty() || tables.stream().anyMatch(table -> isMeant(table.id()))) {
                chosen.add(name);
            }
        });
        return chosen;
    }

    private boolean isMeant(TableId table) {
        return settings.tables().stream().anyMatch(pattern -> pattern.matches(table));
    }

    private void compareOnce(Links links, ComparisonRound round, List<ComparedTable> tables)
            throws SQLException, InterruptedException {
        ChunkQueue chunks =
                new ChunkQueue(links.source(), tables, selection, settings.rowsPerRange(), tally::undecided);
        Supervisor threads = new Supervisor("the verification");
        threads.onAbort(chunks::end);
        threads.cutOnAbort(() -> CutOff.abort(links.source()));
        threads.cutOnAbort(() -> CutOff.abort(links.watched()));
        for (int i = 0; i < settings.connections(); i++) {
            ChunkComparison comparison = new ChunkComparison(
                    links.settings(),
                    links.sessions(),
                    links.watch(),
                    round,
                    chunks,
                    tally,
                    new ChunkComparison.Listeners(progress, listener));
            threads.start("verify-" + i, Role.WORKS, () -> comparison.run(threads));
        }
        threads.join();
    }

    private OrderStatement order(Connection source, Connection target, GtidSet sourceAtStart) throws SQLException {
        Counted counted = new ProgressStore(settings.pipeline()).count(target);
        GtidSet copied = new TableHistory(settings.pipeline()).begunAfter(target);
        target.rollback();
        return OrderStatement.of(
                sourceAtStart,
                SourceFrontier.executed(source),
                counted.executed(),
                copied,
                counted.transactions(),
                back != null);
    }
}
