package io.gaussferry.cutover.compare;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.record.Evidence;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.ComparedChunk;
import io.gaussferry.verify.compare.IdleSidesWatch;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares both sides while both refuse writes. A difference or an undecidable result aborts the cutover. */
public final class Comparison {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);

    /** Differences and tables that a message lists. */
    private static final int MAX_LISTED = 5;

    private final String pipeline;
    private final SourceLink source;
    private final TargetLink target;
    private final Function<List<TablePattern>, VerifySettings> settings;
    private final VerifiedTables verified;
    private final Replay replay;
    private final @Nullable OwnershipProof proof;
    private final Set<TableId> without;
    private final Evidence evidence;
    private final RowEquality equality;
    private final @Nullable TargetGuard guard;
    private final EarlyComparison early;

    /**
     * The state of the replication that the comparison depends on.
     *
     * @param isRunning whether the run whose commits are tracked is still active
     * @param isCounted whether every commit of the appliers is counted
     * @param conversions the rules that have replaced values since the daemon's start
     */
    public record Replay(BooleanSupplier isRunning, BooleanSupplier isCounted, Supplier<List<Use>> conversions) {

        /** Replication has ended with the switch; there is nothing to wait for. */
        private static final Replay ENDED = new Replay(() -> true, () -> true, List::of);
    }

    /**
     * @param settings of a comparison of these tables, or of all if the list is empty
     * @param proof of the ownership for storing the evidence
     * @param guard of the target against writes of other sessions
     * @param early the comparison before the fence
     */
    public Comparison(
            Links links,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            Replay replay,
            OwnershipProof proof,
            TargetGuard guard,
            EarlyComparison early) {
        this(links, settings, verified, replay, proof, guard, early, Set.of());
    }

    private Comparison(
            Links links,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            Replay replay,
            @Nullable OwnershipProof proof,
            @Nullable TargetGuard guard,
            EarlyComparison early,
            Set<TableId> without) {
        this.without = without;
        this.pipeline = links.pipeline();
        this.source = links.source();
        this.target = links.target();
        this.settings = settings;
        this.verified = verified;
        this.replay = replay;
        this.proof = proof;
        this.guard = guard;
        this.early = early;
        this.evidence = new Evidence(pipeline);
        this.equality = new RowEquality(proof == null);
    }

    /**
     * Returns a comparison before the writers return to the source, which has followed the target up to the current position. Its result is
     * not stored, because the pipeline continues.
     *
     * @param verified the rows that reverse replication has changed since all compared equal
     * @param early the comparison before the fence
     * @param without tables that are not compared, by their names on the target
     */
    public static Comparison beforeReturn(
            Links links,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            EarlyComparison early,
            Set<TableId> without) {
        return new Comparison(links, settings, verified, Replay.ENDED, null, null, early, without);
    }

    /** Compares in the requested mode; returns a description of the comparison. */
    public String run(Cutover cutover, StepControl control) throws InterruptedException {
        return run(cutover, cutover.request().verify(), control);
    }

    /** Compares in the given mode instead of the mode requested at the start of the cutover. */
    public String run(Cutover cutover, VerifyMode mode, StepControl control) throws InterruptedException {
        while (!replay.isCounted().getAsBoolean()) {
            control.pause(POLL_INTERVAL);
        }
        long started = System.nanoTime();
        if (guard != null) {
            guard.requireIntact();
        }
        List<TableDefinition> tables = tables();
        ReadyComparison ready = early.ready();
        ComparisonScope scope = scope(mode, tables, ready);
        boolean isReady = ready != null && mode == VerifyMode.CHANGED && ready.isCurrent(tables);
        // the content of other tables is known, including the number of their rows
        List<RowCounts.Count> counts =
                new ArrayList<>(mode == VerifyMode.COUNTS ? count(scope.counted(), control) : List.of());
        Duration counting = Duration.ofNanos(System.nanoTime() - started);
        // before writers return, the definitions may differ: the users of each side own them
        StructureReport structure = mode == VerifyMode.COUNTS || isReturn()
                ? StructureReport.NONE
                : isReady
                        ? Objects.requireNonNull(ready).structure()
                        : new StructureRequirement(settings.apply(List.of())).require(control);
        if (scope.isEmpty()) {
            storeEvidence(cutover, counts, scope, new Compared(List.of(), null, structure), counting, Duration.ZERO);
            return joined(
                    counted(counts, counting),
                    StructureRequirement.describe(structure),
                    mode == VerifyMode.COUNTS
                            ? "contents were not compared"
                            : "no row has changed since all tables were found equal");
        }
        List<Evidence.Chunk> chunks = Collections.synchronizedList(new ArrayList<>());
        VerificationReport report = isReady && Objects.requireNonNull(ready).covers(scope)
                ? ready.compare(scope, control)
                : compare(scope, chunks, control);
        equality.require(report);
        report.notes().sentences().forEach(note -> LOG.info("{}", note));
        Duration comparing = Duration.ofNanos(System.nanoTime() - started).minus(counting);
        counts.addAll(countsOf(scope.whole(), report));
        storeEvidence(cutover, counts, scope, new Compared(chunks, report.order(), structure), counting, comparing);
        return joined(
                counted(counts, counting),
                StructureRequirement.describe(structure),
                compared(scope, report, comparing),
                report.notes().summary());
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private boolean isReturn() {
        return proof == null;
    }

    private List<TableDefinition> tables() throws InterruptedException {
        return source.ask(
                "read the definitions",
                "check the account's privileges",
                connection -> new MySqlSchemaReader(
                                connection, settings.apply(List.of()).source())
                        .read().definitions().stream()
                                .filter(table -> !without.contains(table.targetId()))
                                .toList());
    }

    private ComparisonScope scope(VerifyMode mode, List<TableDefinition> tables, @Nullable ReadyComparison ready)
            throws InterruptedException {
        return switch (mode) {
            case COUNTS -> ComparisonScope.nothing(tables);
            case FULL -> ComparisonScope.everything(tables);
            case CHANGED -> changed(tables, ready);
        };
    }

    private ComparisonScope changed(List<TableDefinition> tables, @Nullable ReadyComparison ready)
            throws InterruptedException {
        Set<TableId> copied =
                verified.copiedSince(target.read("read which tables were copied", new TableCopyStore(pipeline)::read));
        // a run that ends or follows a definition change invalidates the known changes before the next run replicates
        Map<TableId, ChangedKeys> known = replay.isRunning().getAsBoolean() ? verified.changedRows() : Map.of();
        TableSizes sizes = ready != null
                ? ready.sizes()
                : source.ask("estimate the rows", "check the account's privileges", TableSizes::read);
        ComparisonScope scope = isReturn()
                ? ComparisonScope.changedOnTarget(tables, sizes, known)
                : ComparisonScope.changed(tables, sizes, known, copied);
        WholeTables.requireFew(
                scope,
                table -> known.containsKey(table.id()) && !copied.contains(table.id()),
                tables,
                sizes::rows,
                isReturn()
                        ? "run gaussferry cutover back again: it compares these tables before writers are refused"
                        : "start the cutover again: it compares these tables before writers are refused; to compare them"
                                + " while writers are refused, use --verify full");
        return scope;
    }

    private static String counted(List<RowCounts.Count> counts, Duration time) {
        return counts.isEmpty()
                ? ""
                : counts.stream().mapToLong(RowCounts.Count::source).sum() + " rows counted in " + counts.size()
                        + " tables (" + seconds(time) + ")";
    }

    private static String compared(ComparisonScope scope, VerificationReport report, Duration time) {
        String description = "every value of " + report.rows() + " rows in "
                + report.tables().size() + " tables is equal (" + seconds(time) + ")";
        if (!scope.changed().isEmpty()) {
            description +=
                    ", of " + scope.changed().size() + " tables only the rows changed since they were found equal";
        }
        return scope.unchanged().isEmpty()
                ? description
                : description + "; " + scope.unchanged().size()
                        + " other tables have not changed since they were found equal";
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1e3);
    }

    private List<RowCounts.Count> count(List<TableDefinition> tables, StepControl control) throws InterruptedException {
        if (tables.isEmpty()) {
            return List.of();
        }
        List<RowCounts.Count> counts = source.ask(
                "count rows", "check the accounts' privileges", connection -> count(tables, connection, control));
        List<RowCounts.Count> different = counts.stream()
                .filter(count -> count.source() != count.target())
                .toList();
        if (!different.isEmpty()) {
            throw equality.differs(different.stream()
                    .limit(MAX_LISTED)
                    .map(count -> count.table() + " has " + count.source() + " rows at the source and " + count.target()
                            + " on the target")
                    .collect(Collectors.joining("; ")));
        }
        return counts;
    }

    private List<RowCounts.Count> count(List<TableDefinition> tables, Connection connection, StepControl control)
            throws SQLException, InterruptedException {
        Connection targetConnection = target.openAnother();
        try (targetConnection;
                StepControl.Registration cut = control.onAbort(() -> ConnectionAborter.abort(targetConnection))) {
            List<RowCounts.Count> counts = RowCounts.of(tables, connection, targetConnection, control);
            targetConnection.rollback();
            return counts;
        }
    }

    /** Returns the row counts of the tables that were compared as a whole; both sides have as many rows as were compared. */
    private static List<RowCounts.Count> countsOf(List<TableDefinition> whole, VerificationReport report) {
        Map<TableId, TableId> names = new HashMap<>();
        for (TableDefinition table : whole) {
            names.put(table.id(), table.targetId());
            names.putIfAbsent(table.targetId(), table.targetId());
        }
        return report.tables().stream()
                .filter(table -> names.containsKey(table.table()))
                .map(table -> new RowCounts.Count(
                        names.getOrDefault(table.table(), table.table()), table.rows(), table.rows()))
                .toList();
    }

    /**
     * The outcome of a comparison.
     *
     * @param chunks the compared ranges
     * @param order the statement about the order of transactions; null if no rows were compared
     * @param structure the compared definitions
     */
    private record Compared(
            List<Evidence.Chunk> chunks, @Nullable OrderStatement order, StructureReport structure) {}

    /** Stores the evidence, which is valid for this position of both sides only. */
    private void storeEvidence(
            Cutover cutover,
            List<RowCounts.Count> counts,
            ComparisonScope scope,
            Compared compared,
            Duration counting,
            Duration comparing)
            throws InterruptedException {
        OwnershipProof ownership = proof;
        if (ownership == null) {
            return;
        }
        Map<String, List<String>> facts = new LinkedHashMap<>();
        facts.put(
                "table",
                Stream.concat(
                                counts.stream()
                                        .map(count -> count.table() + ": " + count.source() + " rows on both sides"),
                                known(scope))
                        .sorted()
                        .toList());
        facts.put(
                "compared",
                scope.whole().stream()
                        .map(table -> table.id().toString())
                        .sorted()
                        .toList());
        facts.put(
                "comparedByRow",
                scope.changed().entrySet().stream()
                        .map(entry -> entry.getKey().id() + ": "
                                + entry.getValue().size() + " rows changed since the table was found equal")
                        .sorted()
                        .toList());
        facts.put(
                "conversion",
                replay.conversions().get().stream().map(Use::toString).toList());
        if (compared.structure().tables() > 0) {
            facts.put("structure", compared.structure().facts());
        }
        OrderStatement order = compared.order();
        if (order != null) {
            facts.put("ledger", ledger(order));
        }
        Downtime.note(facts, counting, comparing);
        List<Evidence.Chunk> stored = List.copyOf(compared.chunks());
        target.write("store the evidence of the comparison", ownership, connection -> {
            evidence.store(connection, cutover.id(), stored, facts);
            return stored.size();
        });
    }

    /** Describes the tables that were compared as a whole while replication ran. */
    private Stream<String> known(ComparisonScope scope) {
        return Stream.concat(
                scope.unchanged().stream()
                        .flatMap(table -> verified.content(table.id()).stream()
                                .map(content -> known(table, content) + "; unchanged since")),
                scope.changed().entrySet().stream()
                        .flatMap(entry -> verified.content(entry.getKey().id()).stream()
                                .map(content -> known(entry.getKey(), content) + "; "
                                        + entry.getValue().size() + " changed since, compared by key")));
    }

    private static String known(TableDefinition table, VerifiedTables.Content content) {
        return table.targetId() + ": " + content.rows() + " rows on both sides, compared while replication ran from "
                + content.since().truncatedTo(ChronoUnit.SECONDS);
    }

    private static List<String> ledger(OrderStatement order) {
        return List.of(
                "transactions since the copy, by the progress: " + order.sinceCopy(),
                "transactions since the copy, counted in their commits: " + order.counted(),
                order.isExactlyOnce() ? "each applied once" : "not known whether each was applied once",
                order.hasNoGaps() ? "no gaps, none unknown to the source" : "gaps: " + order.gaps(),
                "outstanding: " + (order.outstanding().isEmpty() ? "none" : order.outstanding()));
    }

    /** Compares the rows. The comparison runs its own threads and stops when its caller is interrupted. */
    private VerificationReport compare(ComparisonScope scope, List<Evidence.Chunk> chunks, StepControl control)
            throws InterruptedException {
        return new Interruptible(control)
                .run(() -> new Verification(
                                settings.apply(scope.patterns(!without.isEmpty())),
                                scope,
                                rows -> {},
                                collectingInto(chunks),
                                isReturn() ? new IdleSidesWatch() : null)
                        .runRows());
    }

    private static ChunkListener collectingInto(List<Evidence.Chunk> chunks) {
        return new ChunkListener() {
            @Override
            public void compared(TableId table, KeyRange range, ComparedChunk chunk) {
                chunks.add(new Evidence.Chunk(table, range, chunk));
            }

            @Override
            public void again(TableId table) {
                chunks.removeIf(chunk -> chunk.table().equals(table));
            }
        };
    }
}
