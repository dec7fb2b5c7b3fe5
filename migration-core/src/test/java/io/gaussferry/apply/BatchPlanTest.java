package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schedule.ChangeSplitting;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.source.RowsEvent;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchPlanTest {

    private final IntTable one = new IntTable("one", "all", 2, List.of(List.of(0)));
    private final IntTable two = new IntTable("two", "all", 2, List.of(List.of(0)));
    private final IntTable other = new IntTable("other", 2, List.of(List.of(0)));

    @Test
    void tablesThatBecomeOneAreFoldedEachForItselfAndWhatIsGoneGoesFirst() {
        assertThat(steps(
                        ForeignKeys.NONE,
                        two.insert(row(1, 1)),
                        one.delete(row(1, 1)),
                        one.insert(row(2, 2)),
                        two.delete(row(3, 3)),
                        other.insert(row(1, 1))))
                .containsExactly("Delete one", "Delete two", "Insert one", "Insert two", "Insert other");
    }

    @Test
    void aRowThatComesAndGoesInOneOfThemIsNoRowOfTheOther() {
        assertThat(steps(ForeignKeys.NONE, one.insert(row(1, 1)), two.delete(row(1, 1))))
                .containsExactly("Delete two", "Insert one");
        assertThat(steps(ForeignKeys.NONE, one.insert(row(1, 1)), one.delete(row(1, 1)), two.insert(row(1, 1))))
                .containsExactly("Insert two");
    }

    @Test
    void nothingIsLeftOfAllThatCameAndWentBesideForeignKeys() {
        ForeignKeys keys = new ForeignKeys(List.of(new EnforcedForeignKey(
                one.version().definition().targetId(),
                List.of(1),
                other.version().definition().targetId(),
                List.of(0),
                false)));
        assertThat(steps(keys, other.insert(row(1, 1)), one.insert(row(5, 1)), one.delete(row(5, 1))))
                .containsExactly("Insert other");
    }

    private static List<String> steps(ForeignKeys foreignKeys, RowsEvent... events) {
        return BatchPlan.of(
                        ChangeSplitting.batch(Transactions.transaction(1, events), IntTable.CONVERSION::format),
                        foreignKeys)
                .stream()
                .map(step -> step.getClass().getSimpleName() + " "
                        + step.table().id().name())
                .toList();
    }
}
