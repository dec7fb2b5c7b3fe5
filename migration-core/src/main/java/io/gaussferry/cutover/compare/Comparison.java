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
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.ComparedChunk;
import io.gaussferry.verify.compare.IdleSidesWatch;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares both sides while both refuse writes. A difference or an undecidable result aborts the cutover. */
public final class Comparison {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);

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
    private final CountComparison counting;
    private final ComparisonFacts facts;
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
        this.counting = new CountComparison(links, equality);
        this.facts = new ComparisonFacts(verified);
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
        Set<TableId> altered = ready != null && mode == VerifyMode.CHANGED ? ready.altered(tables) : Set.of();
        altered.forEach(verified::forget);
        ComparisonScope scope = scope(mode, tables, ready);
        boolean isReady = ready != null && mode == VerifyMode.CHANGED && altered.isEmpty() && ready.isCurrent(tables);
        // the content of other tables is known, including the number of their rows
        List<RowCounts.Count> counts =
                new ArrayList<>(mode == VerifyMode.COUNTS ? counting.run(scope.counted(), control) : List.of());
        Duration counted = Duration.ofNanos(System.nanoTime() - started);
        // before writers return, the definitions may differ: the users of each side own them
        StructureReport structure = mode == VerifyMode.COUNTS || isReturn()
                ? StructureReport.NONE
                : isReady
                        ? Objects.requireNonNull(ready).structure()
                        : new StructureRequirement(settings.apply(List.of())).require(control);
        if (scope.isEmpty()) {
            storeEvidence(
                    cutover,
                    List.of(),
                    facts.of(counts, scope, structure, null, conversions()),
                    counted,
                    Duration.ZERO);
            return ComparisonSummary.joined(
                    ComparisonSummary.counted(counts, counted),
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
        Duration comparing = Duration.ofNanos(System.nanoTime() - started).minus(counted);
        counts.addAll(CountComparison.ofCompared(scope.whole(), report));
        storeEvidence(
                cutover, chunks, facts.of(counts, scope, structure, report.order(), conversions()), counted, comparing);
        return ComparisonSummary.joined(
                ComparisonSummary.counted(counts, counted),
                StructureRequirement.describe(structure),
                ComparisonSummary.compared(scope, report, comparing),
                report.notes().summary());
    }

    private List<Use> conversions() {
        return replay.conversions().get();
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

    /** Stores the evidence, which is valid for this position of both sides only. */
    private void storeEvidence(
            Cutover cutover,
            List<Evidence.Chunk> chunks,
            Map<String, List<String>> content,
            Duration counting,
            Duration comparing)
            throws InterruptedException {
        OwnershipProof ownership = proof;
        if (ownership == null) {
            return;
        }
        Downtime.note(content, counting, comparing);
        List<Evidence.Chunk> stored = List.copyOf(chunks);
        target.write("store the evidence of the comparison", ownership, connection -> {
            evidence.store(connection, cutover.id(), stored, content);
            return stored.size();
        });
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
