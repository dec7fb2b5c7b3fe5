package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.check.Forecast.Part;
import io.gaussferry.cutover.compare.ComparisonScope;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.compare.WholeTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.ObjectAction;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Predicts the duration of each step in which writers are refused, from the work to be done and the speed of these servers. The
 * definitions, the structure and the plan of the objects are read as the steps read them, and the time is measured. Changes nothing.
 */
public final class Forecaster {

    /** Rows compared per second over one connection on two cores. */
    static final double ROWS_PER_SECOND = 200_000;

    /** Rows counted per second: the two sides are counted at the same time. */
    private static final double COUNTED_PER_SECOND = 5 * ROWS_PER_SECOND;

    /** Statements of FENCE at the source: lock, capture, registry, sessions, positions. Two of them write a file. */
    private static final int FENCE_STATEMENTS = 30;

    private static final double PERSISTED_VARIABLES = 0.03;

    /** Each step ends with a transaction of the journal, which reads and writes some rows. */
    private static final int JOURNAL_STATEMENTS = 8;

    /** Statements per table on the target that take as long as what ARM does: the publication, the definitions, and their storage. */
    private static final int ARM_STATEMENTS = 4;

    /** Objects that are created in one transaction, except for those of the application. */
    private static final int OBJECTS_OF_A_TRANSACTION = 50;

    /** Other statements of ARM on the target: the target's fence, the armed state, and the checks of the decision. */
    private static final int ARM_FIXED_STATEMENTS = 60;

    /** To create a slot and to receive the first row from it, before a rehearsal has measured it. */
    private static final double ASSUMED_SLOT = 0.5;

    /** Replication ends, and the last state is stored. */
    private static final double SWITCH_SECONDS = 0.05;

    /** The first queries of a comparison over connections that are open. */
    private static final double COMPARISON_SECONDS = 0.08;

    /** A backlog that takes less time is not measured again. */
    private static final double SHORT_DRAIN_SECONDS = 0.1;

    /** More than the time between two readings of the backlog. */
    private static final Duration BACKLOG_WINDOW = Duration.ofMillis(2_500);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private final Links links;
    private final Fence fence;
    private final ReplayView replay;
    private final VerifiedTables verified;
    private final DeferredObjects objects;
    private final ReverseArming reverse;
    private final VerifySettings comparison;
    private final OwnershipProof proof;

    /** @param comparison the settings of a comparison of all tables */
    public Forecaster(
            Links links,
            Fence fence,
            ReplayView replay,
            VerifiedTables verified,
            DeferredObjects objects,
            ReverseArming reverse,
            VerifySettings comparison,
            OwnershipProof proof) {
        this.links = links;
        this.fence = fence;
        this.replay = replay;
        this.verified = verified;
        this.objects = objects;
        this.reverse = reverse;
        this.comparison = comparison;
        this.proof = proof;
    }

    /**
     * The times of operations that were rehearsed now, in seconds; NaN if they were not.
     *
     * @param slot to create a slot and to receive a row from it
     * @param comparison to compare every row
     */
    public record Rehearsed(double slot, double comparison) {

        /** Nothing was rehearsed. */
        public static final Rehearsed NOTHING = new Rehearsed(Double.NaN, Double.NaN);
    }

    /** The replicated tables, their sizes, and the time to read both. */
    private record Definitions(List<TableDefinition> tables, TableSizes sizes, double seconds) {}

    /**
     * Predicts.
     *
     * @param isArmed whether reverse replication is armed
     */
    public Forecast predict(VerifyMode verify, boolean isArmed, Rehearsed rehearsed) throws InterruptedException {
        ServerSpeed before = ServerSpeed.measure(links, proof);
        Definitions definitions = definitions();
        ServerSpeed speed = before.shorter(ServerSpeed.measure(links, proof));
        List<Part> parts = new ArrayList<>();
        parts.add(fence(speed));
        parts.add(drain(speed));
        parts.add(
                Double.isNaN(rehearsed.comparison()) || verify == VerifyMode.CHANGED
                        ? verify(speed, definitions, verify)
                        : new Part(
                                CutoverStep.VERIFY,
                                rehearsed.comparison() + 2 * journal(speed),
                                String.format(Locale.ROOT, "the same comparison took %.1f s", rehearsed.comparison())));
        parts.add(objects(speed));
        if (isArmed) {
            parts.add(arm(speed, definitions, rehearsed.slot()));
        }
        parts.add(new Part(
                CutoverStep.SWITCH,
                SWITCH_SECONDS + journal(speed),
                "end of replication; the hooks take additional time"));
        return new Forecast(parts);
    }

    private Definitions definitions() throws InterruptedException {
        long start = System.nanoTime();
        return links.source().ask("read the definitions", "check the account's privileges", connection -> {
            List<TableDefinition> tables =
                    List.copyOf(new MySqlSchemaReader(connection, links.source().settings())
                            .read()
                            .definitions());
            double seconds = ServerSpeed.since(start);
            return new Definitions(tables, TableSizes.read(connection), seconds);
        });
    }

    /** The transaction that stores the end of a step. */
    private static double journal(ServerSpeed speed) {
        return speed.durableWrite() + JOURNAL_STATEMENTS * speed.targetRoundTrip();
    }

    private Part fence(ServerSpeed speed) throws InterruptedException {
        long start = System.nanoTime();
        String unused = fence.capture(new FenceOwner(links.pipeline(), ""));
        double capture = ServerSpeed.since(start);
        double observation = fence.observation().toMillis() / 1e3;
        return new Part(
                CutoverStep.FENCE,
                observation
                        + 2 * capture
                        + PERSISTED_VARIABLES
                        + FENCE_STATEMENTS * speed.sourceRoundTrip()
                        + 4 * journal(speed),
                String.format(
                        Locale.ROOT,
                        "two readings of a fenced source; the source answers in %.1f ms, the target commits in %.1f ms",
                        1e3 * speed.sourceRoundTrip(),
                        1e3 * speed.durableWrite()));
    }

    /**
     * The backlog is read every two seconds: a reading may date from the time when replication was held for a rehearsal. So the smallest
     * one within that time counts. While there is a backlog, replication runs as fast as it can: its speed is measured meanwhile. The mean
     * since the start is lower if the source wrote less than replication could have applied.
     */
    private Part drain(ServerSpeed speed) throws InterruptedException {
        long start = System.nanoTime();
        ReplayStatistics.Snapshot before = replay.statistics().snapshot();
        double mean = before.activeSeconds() > 0 ? before.transactions() / before.activeSeconds() : 0;
        Part shortest = drain(speed, mean);
        while (shortest.seconds() > SHORT_DRAIN_SECONDS && System.nanoTime() - start < BACKLOG_WINDOW.toNanos()) {
            Thread.sleep(POLL_INTERVAL.toMillis());
            long committed = replay.statistics().snapshot().transactions() - before.transactions();
            Part now = drain(speed, Math.max(mean, committed / ServerSpeed.since(start)));
            shortest = now.seconds() < shortest.seconds() ? now : shortest;
        }
        return shortest;
    }

    /** @param rate transactions per second that replication applies */
    private Part drain(ServerSpeed speed, double rate) {
        PipelineStatus status = replay.status();
        Long backlog = status.behindTransactions();
        double fixed = journal(speed);
        if (backlog == null || rate == 0) {
            return new Part(CutoverStep.DRAIN, fixed + status.lagSeconds(), "the current lag");
        }
        return new Part(
                CutoverStep.DRAIN,
                fixed + backlog / rate,
                backlog + " transactions behind, at " + Math.round(rate) + " per second");
    }

    private Part verify(ServerSpeed speed, Definitions definitions, VerifyMode verify) throws InterruptedException {
        Set<TableId> copied = verified.copiedSince(
                links.target().read("read which tables were copied", new TableCopyStore(links.pipeline())::read));
        Map<TableId, ChangedKeys> known = verified.recordedRows();
        ComparisonScope scope = switch (verify) {
            case COUNTS -> ComparisonScope.nothing(definitions.tables());
            case FULL -> ComparisonScope.everything(definitions.tables());
            case CHANGED -> ComparisonScope.changed(definitions.tables(), definitions.sizes(), known, copied);
        };
        long counted = verify == VerifyMode.COUNTS ? rows(definitions.tables(), definitions.sizes()) : 0;
        // PREPARE compares the other tables before writers are refused
        long whole = rows(
                scope.whole().stream()
                        .filter(table -> verify == VerifyMode.FULL
                                || known.containsKey(table.id())
                                || WholeTables.isComparedWhole(table, definitions.tables()))
                        .toList(),
                definitions.sizes());
        long byKey =
                scope.changed().values().stream().mapToLong(ChangedKeys::size).sum();
        // PREPARE has compared the structure, and opened connections for few rows
        double structure = verify == VerifyMode.FULL ? structure() : 0;
        boolean isReady = verify == VerifyMode.CHANGED && whole == 0 && byKey <= ComparisonScope.FEW_KEYS;
        double opening = isReady || whole + byKey == 0 ? 0 : verify == VerifyMode.FULL ? structure : structure();
        return new Part(
                CutoverStep.VERIFY,
                // without open connections, the comparison of rows reads the definitions of both sides again
                COMPARISON_SECONDS
                        + definitions.seconds()
                        + structure
                        + opening
                        + counted / COUNTED_PER_SECOND
                        + (whole + ComparisonScope.LOOKUP_COST * byKey) / ROWS_PER_SECOND
                        + definitions.tables().size() * speed.targetRoundTrip()
                        + 2 * journal(speed),
                String.format(
                        Locale.ROOT,
                        "structure of %d tables in %.1f s, about %d rows to count, %d to compare in whole tables, and so far"
                                + " %d that were changed since their tables were found equal",
                        definitions.tables().size(),
                        structure,
                        counted,
                        whole,
                        byKey));
    }

    private double structure() throws InterruptedException {
        long start = System.nanoTime();
        boolean unused = new Verification(comparison, rows -> {})
                .runStructure()
                .differences()
                .isEmpty();
        return ServerSpeed.since(start);
    }

    private static long rows(List<TableDefinition> tables, TableSizes sizes) {
        return tables.stream().mapToLong(table -> sizes.rows(table.id())).sum();
    }

    private Part objects(ServerSpeed speed) throws InterruptedException {
        long start = System.nanoTime();
        ObjectPlan unused = objects.plan();
        long again = System.nanoTime();
        ObjectPlan plan = objects.plan();
        // the first reads what the servers have not cached; PRECHECK reads it before the step
        double planning = Math.min(ServerSpeed.since(again), (again - start) / 1e9);
        double seconds = planning + journal(speed);
        for (ObjectAction action : plan.actions()) {
            double transaction = journal(speed) / (action.kind().isOfApplication() ? 1 : OBJECTS_OF_A_TRANSACTION);
            seconds += transaction + commands(action) * speed.definition();
        }
        return new Part(
                CutoverStep.OBJECTS,
                seconds,
                String.format(
                        Locale.ROOT,
                        "%d objects, whatever the number of rows; a definition changes in %.1f ms",
                        plan.actions().size(),
                        1e3 * speed.definition()));
    }

    /** Returns the number of alterations: the guards of a table are one statement, whose time grows with their number. */
    private static int commands(ObjectAction action) {
        return action.statements().stream()
                .mapToInt(statement -> Math.max(1, statement.split("ADD CONSTRAINT", -1).length - 1))
                .sum();
    }

    private Part arm(ServerSpeed speed, Definitions definitions, double slotSeconds) throws InterruptedException {
        double reading = reverse.reading().toMillis() / 1e3;
        boolean isMeasured = !Double.isNaN(slotSeconds);
        return new Part(
                CutoverStep.ARM,
                reading
                        + (isMeasured ? slotSeconds : ASSUMED_SLOT)
                        + definitions.tables().size() * ARM_STATEMENTS * speed.targetRoundTrip()
                        + ARM_FIXED_STATEMENTS * speed.targetRoundTrip()
                        + 5 * speed.durableWrite(),
                String.format(
                        Locale.ROOT,
                        "definitions of %d tables in %.1f s; a slot that sends a row %s %.1f s",
                        definitions.tables().size(),
                        reading,
                        isMeasured ? "took" : "is assumed to take",
                        isMeasured ? slotSeconds : ASSUMED_SLOT));
    }
}
