package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The steps of a batch, in the order of execution. The net effect on each row is applied as sets where that is
 * equivalent; otherwise the batch is applied change by change. Pure: accesses no database.
 *
 * <p>Sets go table by table in the order of the tables' names, so that appliers do not deadlock. Within a table,
 * deletions come first, so that unique values are free for insertions. For tables connected by foreign keys, children's
 * rows are deleted before their parents' rows, and parents' rows are inserted before their children's rows.
 *
 * <p>Source tables that are merged into one target table are coalesced separately, so that a change of one table's row
 * is never taken for a change of another table's row. Then they are applied as one table. The target's key rejects a
 * row whose key exists in another of these tables.
 */
public final class BatchPlan {

    /** One or more changes to execute. */
    public sealed interface Step {
        /** Returns the table that the step changes. */
        TableDefinition table();

        /** Rows to delete. */
        record Delete(TableDefinition table, List<RowImage> images) implements Step {}

        /** Rows to update; their row keys are unchanged. */
        record Update(TableDefinition table, List<NetRow> rows) implements Step {}

        /** Rows to insert. */
        record Insert(TableDefinition table, List<RowImage> images) implements Step {}

        /** A single change, to be applied as it occurred at the source. */
        record Single(TableDefinition table, RowChange change) implements Step {}
    }

    /**
     * The steps of a batch in two parts, used while batches that it depends on are not committed yet.
     *
     * @param independent steps that share no key with uncommitted changes or with earlier steps of the batch
     * @param rest steps to execute after those, and after the batches that this one depends on
     */
    public record SplitSteps(List<Step> independent, List<Step> rest) {}

    /** The changes of one table in source order, and the numbers of those that are independent. */
    private static final class TableChanges {
        final List<RowChange> changes = new ArrayList<>();
        final BitSet independent = new BitSet();

        void add(RowChange change, boolean isIndependent) {
            independent.set(changes.size(), isIndependent);
            changes.add(change);
        }

        TableDefinition table() {
            return changes.get(0).format().table().definition();
        }
    }

    private final ForeignKeys foreignKeys;
    private final boolean inHalves;
    private final List<Step> independent = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    private BatchPlan(Batch batch, ForeignKeys foreignKeys, boolean inHalves) {
        this.foreignKeys = foreignKeys;
        this.inHalves = inHalves;
        if (batch.isInOrder()) {
            batch.changes().forEach(this::addOne);
        } else {
            addSets(batch);
        }
    }

    /** Returns the steps of a batch. */
    public static List<Step> of(Batch batch, ForeignKeys foreignKeys) {
        return new BatchPlan(batch, foreignKeys, false).steps;
    }

    /**
     * Returns the steps of a batch in two parts. Rows changed only by independent transactions go first. Changes that
     * are applied one by one, and tables connected by foreign keys, wait as a whole.
     */
    public static SplitSteps inHalves(Batch batch, ForeignKeys foreignKeys) {
        BatchPlan plan = new BatchPlan(batch, foreignKeys, true);
        return new SplitSteps(plan.independent, plan.steps);
    }

    private void addOne(RowChange change) {
        steps.add(new Step.Single(change.format().table().definition(), change));
    }

    private void addSets(Batch batch) {
        List<List<Step>> connected = new ArrayList<>();
        List<Step> early = new ArrayList<>();
        List<Step> late = new ArrayList<>();
        for (TableChanges ofTable : byTable(batch)) {
            TableDefinition table = ofTable.table();
            if (foreignKeys.isConnected(table.targetId())) {
                List<Step> ofConnected = stepsOf(table, ofTable, false).rest();
                if (!ofConnected.isEmpty()) {
                    connected.add(ofConnected);
                }
            } else {
                SplitSteps split = stepsOf(table, ofTable, inHalves);
                early.addAll(split.independent());
                late.addAll(split.rest());
            }
        }
        addDeletionsFirst(early, independent);
        addDeletionsFirst(late, steps);
        connected.sort(Comparator.comparing(
                ofTable -> foreignKeys.depth(ofTable.get(0).table().targetId())));
        for (int i = connected.size() - 1; i >= 0; i--) {
            connected.get(i).stream().filter(Step.Delete.class::isInstance).forEach(steps::add);
        }
        for (List<Step> ofTable : connected) {
            ofTable.stream().filter(step -> !(step instanceof Step.Delete)).forEach(steps::add);
        }
    }

    /**
     * Adds the steps of each target table, deletions first. Source tables merged into one target table are adjacent in
     * the list.
     */
    private static void addDeletionsFirst(List<Step> from, List<Step> to) {
        for (int start = 0, end = 0; start < from.size(); start = end) {
            TableId target = from.get(start).table().targetId();
            while (end < from.size() && from.get(end).table().targetId().equals(target)) {
                end++;
            }
            List<Step> ofTarget = from.subList(start, end);
            ofTarget.stream().filter(Step.Delete.class::isInstance).forEach(to::add);
            ofTarget.stream().filter(step -> !(step instanceof Step.Delete)).forEach(to::add);
        }
    }

    private static List<TableChanges> byTable(Batch batch) {
        // definitions are compared by identity: hashing one means hashing all of its columns
        IdentityHashMap<TableDefinition, TableChanges> byTable = new IdentityHashMap<>();
        TableDefinition last = null;
        TableChanges ofLast = new TableChanges();
        List<RowChange> changes = batch.changes();
        for (int number = 0; number < changes.size(); number++) {
            RowChange change = changes.get(number);
            TableDefinition table = change.format().table().definition();
            if (table != last) {
                last = table;
                ofLast = byTable.computeIfAbsent(table, unused -> new TableChanges());
            }
            ofLast.add(change, batch.isIndependent(number));
        }
        return byTable.values().stream()
                .sorted(Comparator.comparing(
                                (TableChanges ofTable) -> ofTable.table().targetId())
                        .thenComparing(ofTable -> ofTable.table().id()))
                .toList();
    }

    private static SplitSteps stepsOf(TableDefinition table, TableChanges ofTable, boolean inHalves) {
        List<RowChange> changes = ofTable.changes;
        for (RowChange change : changes) {
            if (change.isIdempotent()) {
                return oneByOne(table, changes);
            }
        }
        if (table.rowKey().isPresent()) {
            NetChanges net = new NetChanges(keyColumns(table), changes.size());
            for (int number = 0; number < changes.size(); number++) {
                net.add(changes.get(number), inHalves && ofTable.independent.get(number));
            }
            if (net.isConsistent()) {
                return new SplitSteps(inHalves ? netSteps(table, net, true) : List.of(), netSteps(table, net, false));
            }
        } else if (changes.stream().allMatch(change -> change.operation() == RowOperation.INSERT)) {
            // inserts commute with each other, but not with other changes of the table
            boolean all = inHalves && ofTable.independent.cardinality() == changes.size();
            List<Step> insert = List.of(
                    new Step.Insert(table, changes.stream().map(RowImage::after).toList()));
            return all ? new SplitSteps(insert, List.of()) : new SplitSteps(List.of(), insert);
        }
        return oneByOne(table, changes);
    }

    private static SplitSteps oneByOne(TableDefinition table, List<RowChange> changes) {
        return new SplitSteps(
                List.of(),
                changes.stream()
                        .<Step>map(change -> new Step.Single(table, change))
                        .toList());
    }

    private static List<Step> netSteps(TableDefinition table, NetChanges net, boolean independent) {
        List<RowImage> deleted = new ArrayList<>();
        List<NetRow> updated = new ArrayList<>();
        List<RowImage> inserted = new ArrayList<>();
        for (NetRow row : net.rows()) {
            if (row.isIndependent() != independent) {
                continue;
            }
            RowImage before = row.before();
            RowImage after = row.after();
            if (before == null && after != null) {
                inserted.add(after);
            } else if (before != null && after == null) {
                deleted.add(before);
            } else {
                updated.add(row);
            }
        }
        List<Step> steps = new ArrayList<>();
        if (!deleted.isEmpty()) {
            steps.add(new Step.Delete(table, deleted));
        }
        if (!updated.isEmpty()) {
            steps.add(new Step.Update(table, updated));
        }
        if (!inserted.isEmpty()) {
            steps.add(new Step.Insert(table, inserted));
        }
        return steps;
    }

    /** Returns the numbers of the row key's columns; none for a table without one. */
    public static int[] keyColumns(TableDefinition table) {
        return table.rowKey()
                .map(key -> key.parts().stream()
                        .mapToInt(IndexDefinition.Part::column)
                        .toArray())
                .orElse(new int[0]);
    }
}
