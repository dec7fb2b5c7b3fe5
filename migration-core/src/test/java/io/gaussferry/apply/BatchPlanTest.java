package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchPlanTest {

    private final IntTable keyed = new IntTable("keyed", 2, List.of(List.of(0)));
    private final IntTable keyless = new IntTable("keyless", 2, List.of());
    private final IntTable one = new IntTable("one", "all", 2, List.of(List.of(0)));
    private final IntTable two = new IntTable("two", "all", 2, List.of(List.of(0)));

    @Test
    void executesRowsOfIndependentTransactionsFirst() {
        Batch batch = batch(
                Set.of(1, 2, 3),
                keyed.insert(row(1, 1)),
                keyed.insert(row(2, 2)),
                keyed.delete(row(3, 3)),
                keyed.update(row(2, 2), row(2, 3)),
                keyed.delete(row(9, 9)));

        SplitSteps split = BatchPlan.inHalves(batch, ForeignKeys.NONE);

        assertThat(names(split.independent())).containsExactly("Delete 1", "Insert 1");
        assertThat(names(split.rest())).containsExactly("Delete 1", "Insert 1");
        assertThat(names(BatchPlan.of(batch, ForeignKeys.NONE))).containsExactly("Delete 2", "Insert 2");
    }

    @Test
    void executesInsertsWithoutKeyFirstOnlyIfAllAreIndependent() {
        RowsEvent[] inserts = {keyless.insert(row(1, 1)), keyless.insert(row(1, 1))};

        SplitSteps all = BatchPlan.inHalves(batch(Set.of(1, 2), inserts), ForeignKeys.NONE);
        SplitSteps some = BatchPlan.inHalves(batch(Set.of(1), inserts), ForeignKeys.NONE);

        assertThat(names(all.independent())).containsExactly("Insert 2");
        assertThat(all.rest()).isEmpty();
        assertThat(some.independent()).isEmpty();
        assertThat(names(some.rest())).containsExactly("Insert 2");
    }

    @Test
    void delaysChangesAppliedOneByOne() {
        Batch batch = batch(Set.of(1, 2), keyless.insert(row(1, 1)), keyless.delete(row(1, 1)));

        SplitSteps split = BatchPlan.inHalves(batch, ForeignKeys.NONE);

        assertThat(split.independent()).isEmpty();
        assertThat(names(split.rest())).containsExactly("Single 1", "Single 1");
    }

    @Test
    void coalescesMergedTablesSeparatelyAndDeletesFirst() {
        assertThat(tables(
                        ForeignKeys.NONE,
                        two.insert(row(1, 1)),
                        one.delete(row(1, 1)),
                        one.insert(row(2, 2)),
                        two.delete(row(3, 3)),
                        keyed.insert(row(1, 1))))
                .containsExactly("Delete one", "Delete two", "Insert one", "Insert two", "Insert keyed");
    }

    @Test
    void distinguishesRowsOfMergedTables() {
        assertThat(tables(ForeignKeys.NONE, one.insert(row(1, 1)), two.delete(row(1, 1))))
                .containsExactly("Delete two", "Insert one");
        assertThat(tables(ForeignKeys.NONE, one.insert(row(1, 1)), one.delete(row(1, 1)), two.insert(row(1, 1))))
                .containsExactly("Insert two");
    }

    @Test
    void deletesChildrenFirstAndInsertsParentsFirst() {
        assertThat(tables(
                        oneRefersToKeyed(),
                        one.insert(row(5, 1)),
                        keyed.insert(row(1, 1)),
                        one.delete(row(6, 2)),
                        keyed.delete(row(2, 1)),
                        keyless.insert(row(1, 1))))
                .containsExactly("Insert keyless", "Delete one", "Delete keyed", "Insert keyed", "Insert one");
    }

    private ForeignKeys oneRefersToKeyed() {
        return new ForeignKeys(List.of(new EnforcedForeignKey(
                one.version().definition().targetId(),
                List.of(1),
                keyed.version().definition().targetId(),
                List.of(0),
                "NO ACTION",
                "NO ACTION")));
    }

    @Test
    void omitsRowsWithoutNetEffectInTablesWithForeignKeys() {
        assertThat(tables(oneRefersToKeyed(), keyed.insert(row(1, 1)), one.insert(row(5, 1)), one.delete(row(5, 1))))
                .containsExactly("Insert keyed");
    }

    private static List<String> tables(ForeignKeys foreignKeys, RowsEvent... events) {
        return BatchPlan.of(batch(Set.of(), events), foreignKeys).stream()
                .map(step -> step.getClass().getSimpleName() + " "
                        + step.table().id().name())
                .toList();
    }

    /** A batch of transactions of one event each, numbered from 1, some of them independent. */
    private static Batch batch(Set<Integer> independent, RowsEvent... events) {
        List<SourceTransaction> transactions = new ArrayList<>();
        for (RowsEvent event : events) {
            transactions.add(Transactions.transaction(transactions.size() + 1, event));
        }
        return ChangeSplitting.batch(
                transactions,
                transaction -> independent.contains((int) transaction.captureSequence()),
                IntTable.CONVERSION::format);
    }

    private static List<String> names(List<Step> steps) {
        return steps.stream()
                .map(step -> step.getClass().getSimpleName() + " " + rows(step))
                .toList();
    }

    private static int rows(Step step) {
        if (step instanceof Step.Delete delete) {
            return delete.images().size();
        } else if (step instanceof Step.Update update) {
            return update.rows().size();
        } else if (step instanceof Step.Insert insert) {
            return insert.images().size();
        }
        return 1;
    }
}
