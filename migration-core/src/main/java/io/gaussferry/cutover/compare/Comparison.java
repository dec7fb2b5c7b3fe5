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
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.ComparedChunk;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.StandStillWatch;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares both sides while nobody writes to either. Anything that differs, or of which nothing can be told, ends the cutover. */
public final class Comparison {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);

    /** A difference is reported by its first rows. */
    private static final int NAMED = 5;

    private final String pipeline;
    private final SourceLink source;
    private final TargetLink target;
    private final Function<List<TablePattern>, VerifySettings> settings;
    private final VerifiedTables verified;
    private final Replay replay;
    private final @Nullable OwnershipProof proof;
    private final Evidence evidence;

    /**
     * What is asked of the replay that brought the target here.
     *
     * @param isAtWork whether the run goes on whose commits are known
     * @param isCounted whether all that appliers have committed is counted
     * @param conversions which rules have replaced values since the daemon's start
     */
    public record Replay(BooleanSupplier isAtWork, BooleanSupplier isCounted, Supplier<List<Use>> conversions) {

        /** It has ended with the switch, and has nothing to wait for. */
        private static final Replay ENDED = new Replay(() -> true, () -> true, List::of);
    }

    /**
     * @param settings of a comparison of some tables, none for all
     * @param proof of the ownership, by which evidence is kept; null before writers return
     */
    public Comparison(
            Links links,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            Replay replay,
            @Nullable OwnershipProof proof) {
        this.pipeline = links.pipeline();
        this.source = links.source();
        this.target = links.target();
        this.settings = settings;
        this.verified = verified;
        this.replay = replay;
        this.proof = proof;
        this.evidence = new Evidence(pipeline);
    }

    /**
     * Compares before writers return to the source, which has followed the target up to where both stand still. What is found is kept
     * nowhere: it is of no use to a pipeline that goes on.
     *
     * @param verified which rows the way back has changed since all were found equal
     */
    public static Comparison beforeReturn(
            Links links, Function<List<TablePattern>, VerifySettings> settings, VerifiedTables verified) {
        return new Comparison(links, settings, verified, Replay.ENDED, null);
    }

    /** Returns what was compared, in words. */
    public String run(Cutover cutover, StepControl control) throws InterruptedException {
        return run(cutover, cutover.request().verify(), control);
    }

    /** Does the same as it is asked for now, not when the cutover was begun. */
    public String run(Cutover cutover, VerifyMode mode, StepControl control) throws InterruptedException {
        while (!replay.isCounted().getAsBoolean()) {
            control.pause(BETWEEN_LOOKS);
        }
        long begun = System.nanoTime();
        ComparisonScope scope = scope(mode);
        List<RowCounts.Count> counts = new ArrayList<>(count(scope.counted(), control));
        Duration counting = Duration.ofNanos(System.nanoTime() - begun);
        // before writers return, each side is as its own users have defined it
        StructureReport structure = mode == VerifyMode.COUNTS || isReturn()
                ? StructureReport.NONE
                : new StructureRequirement(settings.apply(List.of())).require(control);
        if (scope.isEmpty()) {
            keep(cutover, counts, scope, new Compared(List.of(), null, structure), counting, Duration.ZERO);
            return counted(counts, counting)
                    + StructureRequirement.words(structure)
                    + (mode == VerifyMode.COUNTS
                            ? "; contents were not compared"
                            : "; no row has changed since all were found equal");
        }
        List<Evidence.Chunk> chunks = Collections.synchronizedList(new ArrayList<>());
        VerificationReport report = compare(scope, chunks, control);
        requireEqual(report);
        Duration comparing = Duration.ofNanos(System.nanoTime() - begun).minus(counting);
        counts.addAll(countsOf(scope.whole(), report));
        keep(cutover, counts, scope, new Compared(chunks, report.order(), structure), counting, comparing);
        return counted(counts, counting) + StructureRequirement.words(structure) + "; "
                + compared(scope, report, comparing);
    }

    private boolean isReturn() {
        return proof == null;
    }

    private ComparisonScope scope(VerifyMode mode) throws InterruptedException {
        Set<TableId> copied = target.read(
                "read which tables were copied beside the replay",
                connection -> new HashSet<>(
                        new TableCopyStore(pipeline).read(connection).keySet()));
        // a run that ends, or follows a definition, makes what is remembered worthless, and says so before the next
        // replays
        Map<TableId, ChangedKeys> known = replay.isAtWork().getAsBoolean() ? verified.changedRows() : Map.of();
        return source.ask("read the definitions", "check the account's privileges", connection -> {
            List<TableDefinition> tables = List.copyOf(
                    new MySqlSchemaReader(connection, settings.apply(List.of()).source())
                            .read()
                            .definitions());
            return switch (mode) {
                case COUNTS -> ComparisonScope.nothing(tables);
                case FULL -> ComparisonScope.everything(tables);
                case CHANGED -> ComparisonScope.changed(tables, TableSizes.read(connection), known, copied);
            };
        });
    }

    private static String counted(List<RowCounts.Count> counts, Duration time) {
        return counts.stream().mapToLong(RowCounts.Count::source).sum() + " rows counted in " + counts.size()
                + " tables (" + seconds(time) + ")";
    }

    private static String compared(ComparisonScope scope, VerificationReport report, Duration time) {
        String words = "every value of " + report.rows() + " rows in "
                + report.tables().size() + " tables is equal (" + seconds(time) + ")";
        if (!scope.changed().isEmpty()) {
            words += ", of " + scope.changed().size()
                    + " tables those rows that replay has changed since they were found equal";
        }
        return scope.unchanged().isEmpty()
                ? words
                : words + "; " + scope.unchanged().size()
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
            throw differs(different.stream()
                    .limit(NAMED)
                    .map(count -> count.table() + " has " + count.source() + " rows at the source and " + count.target()
                            + " on the target")
                    .collect(Collectors.joining("; ")));
        }
        return counts;
    }

    private List<RowCounts.Count> count(List<TableDefinition> tables, Connection connection, StepControl control)
            throws SQLException, InterruptedException {
        Connection onTarget = target.openAnother();
        try (onTarget;
                StepControl.Registration cut = control.onAbort(() -> CutOff.now(onTarget))) {
            List<RowCounts.Count> counts = RowCounts.of(tables, connection, onTarget, control);
            onTarget.rollback();
            return counts;
        }
    }

    /** What was compared as a whole has as many rows on both sides as were compared. */
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
     * Outcome of a comparison.
     *
     * @param chunks the ranges
     * @param order what can be said of the order; null where no rows were compared
     * @param structure how tables are defined
     */
    private record Compared(
            List<Evidence.Chunk> chunks, @Nullable OrderStatement order, StructureReport structure) {}

    /** What is known now is known of both sides at one position, and of no later moment. */
    private void keep(
            Cutover cutover,
            List<RowCounts.Count> counts,
            ComparisonScope scope,
            Compared compared,
            Duration counting,
            Duration comparing)
            throws InterruptedException {
        OwnershipProof held = proof;
        if (held == null) {
            return;
        }
        Map<String, List<String>> facts = new LinkedHashMap<>();
        facts.put(
                "table",
                counts.stream()
                        .map(count -> count.table() + ": " + count.source() + " rows on both sides")
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
                                + entry.getValue().size() + " rows that were changed since the table was found equal")
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
        List<Evidence.Chunk> kept = List.copyOf(compared.chunks());
        target.write("keep what was compared", held, connection -> {
            evidence.keep(connection, cutover.id(), kept, facts);
            return kept.size();
        });
    }

    private static List<String> ledger(OrderStatement order) {
        return List.of(
                "transactions since the copy, by the progress: " + order.sinceCopy(),
                "transactions since the copy, counted in their commits: " + order.counted(),
                order.isEachOnce() ? "each once" : "whether each came once is not known",
                order.isWithoutGap() ? "none was stepped over, none is unknown to the source" : "gaps: " + order.gaps(),
                "outstanding: " + (order.outstanding().isEmpty() ? "none" : order.outstanding()));
    }

    /** The comparison has threads of its own, and ends when its caller is interrupted. */
    private VerificationReport compare(ComparisonScope scope, List<Evidence.Chunk> chunks, StepControl control)
            throws InterruptedException {
        return new Interruptible(control)
                .run(() -> new Verification(
                                settings.apply(scope.patterns()),
                                scope,
                                rows -> {},
                                keeping(chunks),
                                isReturn() ? new StandStillWatch() : null)
                        .runRows());
    }

    private static ChunkListener keeping(List<Evidence.Chunk> chunks) {
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

    private void requireEqual(VerificationReport report) {
        if (report.differenceCount() > 0) {
            // keys are values of rows: who may read the log may see them, who may look at the daemon may not
            report.differences().stream()
                    .limit(NAMED)
                    .forEach(difference -> LOG.error("The sides differ: {}", describe(difference)));
            throw differs(report.differenceCount() + " rows differ: "
                    + report.tables().stream()
                            .filter(table -> table.differences() > 0)
                            .limit(NAMED)
                            .map(table -> table.differences() + " in " + table.table())
                            .collect(Collectors.joining(", "))
                    + "; the daemon's log names the first");
        }
        List<TableOutcome> undecided = report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .toList();
        if (!undecided.isEmpty()) {
            throw differs("of these tables nothing can be told: "
                    + undecided.stream()
                            .map(table -> table.table() + " (" + table.undecided() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String describe(Difference difference) {
        return difference.kind() + " in " + difference.table() + ", key "
                + difference.key().stream()
                        .map(value -> value.column() + " = " + value.text())
                        .collect(Collectors.joining(", "));
    }

    private GaussferryException differs(String what) {
        return new GaussferryException(
                ErrorCategory.DATA,
                "The sides are not equal: " + what + ".",
                isReturn()
                        ? "gaussferry verify --values shows the rows; find out who wrote to MySQL since the switch, make its rows what"
                                + " the target has, and begin again; or take it as it is: gaussferry cutover back --verify counts"
                        : "gaussferry verify --values shows the rows, --repair makes the target right; then begin again",
                null);
    }
}
