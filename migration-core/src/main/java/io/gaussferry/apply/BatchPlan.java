package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schedule.Batch;
import io.gaussferry.schedule.RowChange;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a batch comes to, as steps in the order in which they are to be executed: the net effect on each row as sets where that is
 * the same, change by change where it may not be. Pure: touches no database.
 *
 * <p>Sets go table by table in the order of the tables' names, so that lanes which meet do not lock each other out crosswise.
 * Within a table, what is gone comes first, so that unique values are free for what comes. Of tables bound by foreign keys,
 * children's rows go before their parents', and parents' rows come before their children's.
 *
 * <p>Source tables that become one are folded each for itself, so that no change of the one's row is taken for a change of the
 * other's; then they are one table. A row of the one that has the key of a row that the other keeps is refused by the target's key.
 */
public final class BatchPlan {

    /** Something to execute. Not empty. */
    public sealed interface Step {
        /** Returns the table that it changes. */
        TableDefinition table();

        /** Rows that are gone. */
        record Delete(TableDefinition table, List<RowImage> images) implements Step {}

        /** Rows that are other than they were, with the same row key. */
        record Update(TableDefinition table, List<NetRow> rows) implements Step {}

        /** Rows that are new. */
        record Insert(TableDefinition table, List<RowImage> images) implements Step {}

        /** A change to be made as it happened. */
        record One(TableDefinition table, RowChange change) implements Step {}
    }

    private final ForeignKeys foreignKeys;
    private final List<Step> steps = new ArrayList<>();

    private BatchPlan(ForeignKeys foreignKeys) {
        this.foreignKeys = foreignKeys;
    }

    /** Returns the steps of a batch. */
    public static List<Step> of(Batch batch, ForeignKeys foreignKeys) {
        BatchPlan plan = new BatchPlan(foreignKeys);
        if (batch.isInOrder()) {
            batch.changes().forEach(plan::addOne);
        } else {
            plan.addSets(batch);
        }
        return plan.steps;
    }

    private void addOne(RowChange change) {
        steps.add(new Step.One(change.format().table().definition(), change));
    }

    private void addSets(Batch batch) {
        List<List<Step>> connected = new ArrayList<>();
        List<Step> ofOne = new ArrayList<>();
        for (List<RowChange> changes : byTable(batch)) {
            TableDefinition table = changes.get(0).format().table().definition();
            List<Step> ofTable = stepsOf(table, changes);
            if (ofTable.isEmpty()) {
                continue; // all that came went
            }
            if (foreignKeys.isConnected(table.targetId())) {
                connected.add(ofTable);
            } else {
                if (!ofOne.isEmpty() && !ofOne.get(0).table().targetId().equals(table.targetId())) {
                    addDeletionsFirst(ofOne);
                    ofOne.clear();
                }
                ofOne.addAll(ofTable);
            }
        }
        addDeletionsFirst(ofOne);
        connected.sort(Comparator.comparing(
                ofTable -> foreignKeys.depth(ofTable.get(0).table().targetId())));
        for (int i = connected.size() - 1; i >= 0; i--) {
            connected.get(i).stream().filter(Step.Delete.class::isInstance).forEach(steps::add);
        }
        for (List<Step> ofTable : connected) {
            ofTable.stream().filter(step -> !(step instanceof Step.Delete)).forEach(steps::add);
        }
    }

    private void addDeletionsFirst(List<Step> ofTable) {
        ofTable.stream().filter(Step.Delete.class::isInstance).forEach(steps::add);
        ofTable.stream().filter(step -> !(step instanceof Step.Delete)).forEach(steps::add);
    }

    private static List<List<RowChange>> byTable(Batch batch) {
        // definitions are compared by identity: hashing one means hashing all of its columns
        IdentityHashMap<TableDefinition, List<RowChange>> byTable = new IdentityHashMap<>();
        TableDefinition last = null;
        List<RowChange> ofLast = List.of();
        for (RowChange change : batch.changes()) {
            TableDefinition table = change.format().table().definition();
            if (table != last) {
                last = table;
                ofLast = byTable.computeIfAbsent(table, unused -> new ArrayList<>());
            }
            ofLast.add(change);
        }
        return byTable.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<TableDefinition, List<RowChange>> entry) ->
                                entry.getKey().targetId())
                        .thenComparing(entry -> entry.getKey().id()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static List<Step> stepsOf(TableDefinition table, List<RowChange> changes) {
        if (changes.stream().anyMatch(RowChange::isRepeatable)) {
            return oneByOne(table, changes);
        }
        if (table.rowKey().isPresent()) {
            NetChanges net = new NetChanges(keyColumns(table), table.columns().size(), changes.size());
            changes.forEach(net::add);
            if (net.isConsistent()) {
                return netSteps(table, net);
            }
        } else if (changes.stream().allMatch(change -> change.operation() == RowOperation.INSERT)) {
            return List.of(
                    new Step.Insert(table, changes.stream().map(RowImage::after).toList()));
        }
        return oneByOne(table, changes);
    }

    private static List<Step> oneByOne(TableDefinition table, List<RowChange> changes) {
        return changes.stream().<Step>map(change -> new Step.One(table, change)).toList();
    }

    private static List<Step> netSteps(TableDefinition table, NetChanges net) {
        List<RowImage> deleted = new ArrayList<>();
        List<NetRow> updated = new ArrayList<>();
        List<RowImage> inserted = new ArrayList<>();
        for (NetRow row : net.rows()) {
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
    static int[] keyColumns(TableDefinition table) {
        return table.rowKey()
                .map(key -> key.parts().stream()
                        .mapToInt(IndexDefinition.Part::column)
                        .toArray())
                .orElse(new int[0]);
    }
}
