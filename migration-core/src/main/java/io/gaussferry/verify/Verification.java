package io.gaussferry.verify;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Counted;
import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.throttle.LoadThrottler;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares both sides of a migration once, whether or not changes are replicated at the time. Runs next to the daemon and does not affect
 * it. Writes to the target only to repair rows; otherwise it only takes short row locks there.
 */
public final class Verification {

    /** Comparisons of a table whose definition changes each time. */
    private static final int MOST_TIMES = 3;

    /** Maximum time for replay to reach a change of a definition, which may rewrite a table. */
    private static final Duration PATIENCE_FOR_DEFINITIONS = Duration.ofSeconds(20);

    private static final String NOT_REPLAYED =
            "the source's definition has changed, and replay has not reached the statement that changed it:"
                    + " compare again later";
    private static final String CHANGING =
            "its definition changed during each of " + MOST_TIMES + " comparisons: compare again";
    private static final String DERIVED_INCORRECTLY =
            "the source's definition differs from the one that Gaussferry derived, and no statement is outstanding:"
                    + " copy the table again (gaussferry copy --config FILE --table NAME --replace)";
    private static final String EXCLUDED =
            "reverse replication excludes it: the source does not receive its changes on the target";
    private static final String GONE =
            "changed during the comparison: the source no longer has a replicated table of this name; compare again";

    private final VerifySettings settings;
    private final LongConsumer progress;
    private final ChunkListener listener;
    private final RowSelection selection;
    private final Tally tally;
    private final @Nullable PositionWatch back;
    private final LoadThrottler load;
    private volatile TableSizes estimates = TableSizes.UNKNOWN;

    /** @param progress receives the number of compared rows from time to time; called on several threads */
    public Verification(VerifySettings settings, LongConsumer progress) {
        this(settings, RowSelection.ALL, progress, ChunkListener.NONE);
    }

    /**
     * @param selection the rows to compare
     * @param progress receives the number of compared rows from time to time; called on the worker threads
     * @param listener receives each range
     */
    public Verification(
            VerifySettings settings, RowSelection selection, LongConsumer progress, ChunkListener listener) {
        this(settings, selection, progress, listener, null, LoadThrottler.none());
    }

    /** Creates a verification that is never held back; the parameters are those of the other constructor. */
    public Verification(
            VerifySettings settings,
            RowSelection selection,
            LongConsumer progress,
            ChunkListener listener,
            @Nullable PositionWatch back) {
        this(settings, selection, progress, listener, back, LoadThrottler.none());
    }

    /**
     * @param back how the source follows the target, which is the side that is written to; null where the target
     *     follows. Belongs to the caller
     * @param load holds the comparison of rows back while a server is busy; belongs to the caller
     */
    public Verification(
            VerifySettings settings,
            RowSelection selection,
            LongConsumer progress,
            ChunkListener listener,
            @Nullable PositionWatch back,
            LoadThrottler load) {
        if (back != null && settings.repair()) {
            throw new IllegalArgumentException("rows of a leading target cannot be repaired from the source");
        }
        this.settings = settings;
        this.selection = selection;
        this.listener = listener;
        this.progress = progress;
        this.back = back;
        this.load = load;
        this.tally = new Tally(settings.differencesKept());
    }

    /** Returns the results so far; empty until the tables are known. Can be called on any thread. */
    List<TableOutcome> outcomes() {
        return tally.outcomes();
    }

    /** Returns the estimated number of rows of a table on the source, as far as known. Can be called on any thread. */
    long estimatedRows(TableId table) {
        return estimates.rows(table);
    }

    /** Work with open connections to both sides. */
    private interface Work<T> {
        T with(Links links) throws SQLException, InterruptedException;
    }

    /**
     * Compares rows and structure, on the calling thread and on workers.
     *
     * @throws GaussferryException if it cannot start or a server fails
     */
    public VerificationReport run() throws InterruptedException {
        return connected(links -> compareAll(links, true));
    }

    /**
     * Compares rows only.
     *
     * @throws GaussferryException if it cannot start or a server fails
     */
    public VerificationReport runRows() throws InterruptedException {
        return connected(links -> compareAll(links, false));
    }

    /**
     * Compares structure only, on the calling thread.
     *
     * @throws GaussferryException if it cannot start or a server fails
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

    /** Returns the server of the source to compare with. After a switch neither side is required to have the other's transactions. */
    SourceSettings server(Connection target) throws SQLException {
        Optional<ProgressStore.Found> found = new ProgressStore(settings.pipeline()).find(target);
        target.rollback();
        return found.isEmpty() || back != null
                ? settings.source()
                : SourceSelection.chooseForVerification(
                        settings.source(), found.get().progress(), found.get().source());
    }

    private VerificationReport compareAll(Links links, boolean withStructure)
            throws SQLException, InterruptedException {
        long started = System.nanoTime();
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
            SwitchedPipelines.requireFollowingSource(target, settings.pipeline());
        }
        OrderStatement order = order(source, target, sourceAtStart);
        return new VerificationReport(
                tally.outcomes(),
                tally.differences(),
                structure,
                tally.notes(),
                order,
                Duration.ofNanos(System.nanoTime() - started));
    }

    /** Returns the watch of a target that follows the source; fails if the pipeline is in another state. */
    PositionWatch replay(Connection watched) throws SQLException {
        SwitchedPipelines.requireFollowingSource(watched, settings.pipeline());
        ProgressWatch watch = new ProgressWatch(watched, settings.pipeline());
        watch.executed();
        watch.requireGtids();
        return watch;
    }

    /**
     * Resources that are open during a verification.
     *
     * @param settings settings with the chosen server of the source
     * @param sessions opens further sessions on the target
     * @param source for definitions and for splitting tables
     * @param target for definitions
     * @param watched used by the watch
     * @param watch reports the replayed position
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
                ErrorCode.SERVER_FAILED,
                SqlFailure.of(failure).category(),
                "Verification cannot continue:  " + RowValueMarks.message(failure) + " (SQLSTATE "
                        + failure.getSQLState() + ")",
                "check that both servers are reachable, and the accounts' privileges; then run the verification again",
                failure);
    }

    /**
     * Compares the structure of the tables. Returns no findings after the switch, when the users of each side change its definitions
     * independently.
     *
     * @param hasCaughtUp whether replay reached the last change of a definition; if not, this does not wait for it again
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
     * Compares the tables, and repeats those whose definition changed in the meantime. The number of repetitions is limited because a
     * session may change a definition indefinitely.
     *
     * @return whether replay reached the last change of a definition
     */
    private boolean compare(Links links, TablesBeingCopied copied) throws SQLException, InterruptedException {
        Connection source = links.source();
        Connection target = links.target();
        Conversion conversion = new Conversion(links.sessions().dialect().profile(), settings.rules(), new RuleUsage());
        ComparisonRound round = ComparisonRound.read(source, target, links.settings());
        ComparisonRound earlier = round;
        Set<TableId> tables = chosen(round);
        tables.forEach(tally::add);
        leaveOutExcluded(links, round, tables);
        for (int times = 1; ; times++) {
            compareOnce(
                    links,
                    round,
                    round.comparable(tables, target, conversion, copied, tally).stream()
                            .map(table -> withoutUnwrittenColumns(table, back != null, tally))
                            .toList());
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
                    tally.withdraw(table, round.isDerivedIncorrectly(earlier, table) ? DERIVED_INCORRECTLY : CHANGING);
                }
                return true;
            }
            earlier = round;
            round = ComparisonRound.read(source, target, links.settings());
            for (TableId table : tables) {
                tally.again(table);
                listener.again(table);
                if (!round.groups().containsKey(table)) {
                    tally.undecided(table, GONE);
                }
            }
        }
    }

    /** Leaves out tables whose changes on the target do not reach the source. */
    private void leaveOutExcluded(Links links, ComparisonRound round, Set<TableId> tables) throws SQLException {
        Set<TableId> excluded = links.watch().excluded();
        for (TableId table : List.copyOf(tables)) {
            if (round.groups().getOrDefault(table, List.of()).stream()
                    .anyMatch(part -> excluded.contains(part.targetId()))) {
                tables.remove(table);
                tally.undecided(table, EXCLUDED);
            }
        }
    }

    /** Leaves out generated columns while the target is written to: its applications do not name them, and MySQL computes them. */
    static ComparedTable withoutUnwrittenColumns(ComparedTable table, boolean sourceFollows, Tally tally) {
        int[] generated = table.generatedColumns();
        if (!sourceFollows || generated.length == 0) {
            return table;
        }
        tally.leavesOut(
                table.id(), IntStream.of(generated).mapToObj(table::columnName).toList());
        return table.withoutGeneratedColumns();
    }

    /** Returns the reported names of the selected tables. A merged table is selected if one of its source tables is. */
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
                    ErrorCode.COMMAND_INVALID,
                    "No replicated table of the source matches --tables " + unused + ".",
                    "check the names including their case, and gaussferry.source.schemas",
                    null);
        }
        Set<TableId> chosen = new TreeSet<>();
        round.groups().forEach((name, tables) -> {
            if (settings.tables().isEmpty() || tables.stream().anyMatch(table -> isSelected(table.id()))) {
                chosen.add(name);
            }
        });
        return chosen;
    }

    private boolean isSelected(TableId table) {
        return settings.tables().stream().anyMatch(pattern -> pattern.matches(table));
    }

    private void compareOnce(Links links, ComparisonRound round, List<ComparedTable> tables)
            throws SQLException, InterruptedException {
        ComparisonQueue chunks =
                new ComparisonQueue(links.source(), tables, selection, settings.rowsPerRange(), tally::undecided);
        Supervisor threads = new Supervisor("the verification");
        threads.onAbort(chunks::end);
        threads.cutOnAbort(() -> ConnectionAborter.abort(links.source()));
        threads.cutOnAbort(() -> ConnectionAborter.abort(links.watched()));
        for (int i = 0; i < settings.connections(); i++) {
            ChunkComparison comparison = new ChunkComparison(
                    links.settings(),
                    links.sessions(),
                    links.watch(),
                    round,
                    chunks,
                    tally,
                    new ChunkComparison.Listeners(progress, listener),
                    load);
            threads.start("verify-" + i, Role.WORKS, () -> comparison.run(threads));
        }
        threads.join();
    }

    private OrderStatement order(Connection source, Connection target, GtidSet sourceAtStart) throws SQLException {
        return order(settings.pipeline(), source, target, sourceAtStart, back != null);
    }

    static OrderStatement order(
            String pipeline, Connection source, Connection target, GtidSet sourceAtStart, boolean sourceFollows)
            throws SQLException {
        Counted counted = new ProgressStore(pipeline).count(target);
        GtidSet copied = new TableHistory(pipeline).startedAfter(target);
        target.rollback();
        return OrderStatement.of(
                sourceAtStart,
                SourceFrontier.executed(source),
                counted.executed(),
                copied,
                counted.transactions(),
                sourceFollows);
    }
}
