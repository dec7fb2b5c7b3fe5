package io.gaussferry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.compare.StoredOtherwise;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report is made of these numbers: a difference must never be lost, whatever happens to its table later. */
class TallyTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId SHELF = new TableId("shop", "shelf");

    private final Tally tally = new Tally(2);

    @Test
    void reportsTableWithoutChunks() {
        tally.add(ITEM);
        assertThat(outcome(ITEM).rows()).isZero();
        assertThat(outcome(ITEM).undecided()).isEmpty();
    }

    @Test
    void countsMoreDifferencesThanItHolds() {
        for (int i = 0; i < 5; i++) {
            tally.differs(difference(ITEM, 1, Repair.NOT_ASKED));
        }
        assertThat(outcome(ITEM).differences()).isEqualTo(5);
        assertThat(tally.differences()).hasSize(2);
    }

    /** Equal rows without a key are one difference of several rows. */
    @Test
    void countsEachRowOfDifference() {
        tally.differs(difference(ITEM, 3, Repair.DONE));
        tally.differs(difference(ITEM, 2, Repair.NOT_POSSIBLE));
        assertThat(outcome(ITEM).differences()).isEqualTo(5);
        assertThat(outcome(ITEM).repaired()).isEqualTo(3);
    }

    /** The second comparison finds the repaired rows equal, but the report says that they differed. */
    @Test
    void retainsRepairedRowsOfTableThatIsComparedAgain() {
        tally.compared(ITEM, 100);
        tally.differs(difference(ITEM, 1, Repair.DONE));
        tally.differs(difference(ITEM, 1, Repair.NOT_POSSIBLE));
        tally.storedOtherwise(new StoredOtherwise(ITEM, List.of(), List.of("doc"), 4));
        tally.undecided(ITEM, "reason");
        tally.again(ITEM);
        assertThat(outcome(ITEM))
                .returns(0L, TableOutcome::rows)
                .returns(1L, TableOutcome::differences)
                .returns(1L, TableOutcome::repaired)
                .returns("", TableOutcome::undecided)
                .returns(1, TableOutcome::comparedAgain);
        assertThat(tally.differences()).extracting(Difference::repair).containsExactly(Repair.DONE);
        assertThat(tally.notes().storedOtherwise()).isZero();
    }

    @Test
    void doesNotDiscardResultsOfOtherTables() {
        tally.differs(difference(SHELF, 1, Repair.NOT_ASKED));
        tally.compared(SHELF, 7);
        tally.again(ITEM);
        tally.withdraw(ITEM, "its definition changed");
        assertThat(outcome(SHELF).differences()).isEqualTo(1);
        assertThat(tally.differences()).hasSize(1);
        assertThat(tally.rows()).isEqualTo(7);
    }

    @Test
    void reportsFirstReasonAndWithdrawal() {
        tally.undecided(ITEM, "first");
        tally.undecided(ITEM, "second");
        assertThat(outcome(ITEM).undecided()).isEqualTo("first");
        tally.withdraw(ITEM, "withdrawn");
        assertThat(outcome(ITEM).undecided()).isEqualTo("withdrawn");
        tally.withdraw(SHELF, "not compared");
        assertThat(tally.outcomes()).extracting(TableOutcome::table).containsExactly(ITEM);
    }

    private TableOutcome outcome(TableId table) {
        return tally.outcomes().stream()
                .filter(outcome -> outcome.table().equals(table))
                .findFirst()
                .orElseThrow();
    }

    private static Difference difference(TableId table, long copies, Repair repair) {
        return new Difference(table, Kind.DIFFERENT, List.of(), List.of(), copies, Proof.POSITION, repair, "");
    }
}
