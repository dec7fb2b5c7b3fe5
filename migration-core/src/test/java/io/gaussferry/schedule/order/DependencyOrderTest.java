package io.gaussferry.schedule.order;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DependencyOrderTest {

    private static final int APPLIERS = 3;

    private final IntTable keyed = new IntTable("keyed", 2, List.of(List.of(0), List.of(1)));
    private final IntTable keyless = new IntTable("keyless", 2, List.of());
    private final DependencyOrder order = new DependencyOrder(
            // a batch is worth a commit with one change, so that every transaction goes to the applier with the least
            // to
            // do
            new BatchLimits(2, 10_000, 10_000),
            new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))),
            APPLIERS,
            new ThreadMonitor());
    private final RowSplitter splitter = new RowSplitter(
            IntTable.CONVERSION::format, ForeignKeys.NONE, id -> keyed.version().definition(), false);
    private long number;

    @Test
    void independent_transactions_go_to_different_appliers_and_wait_for_nothing() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        Assignment first = take(0);
        Assignment second = take(1);
        assertThat(waits(first)).containsExactly(0, 0, 0);
        assertThat(waits(second)).containsExactly(0, 0, 0);
    }

    @Test
    void a_transaction_that_depends_on_one_applier_joins_it() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        append(keyed.update(row(1, 1), row(1, 3)));
        assertThat(take(0).batch().transactions()).hasSize(2);
        assertThat(take(1).batch().transactions()).hasSize(1);
    }

    @Test
    void one_that_depends_on_several_waits_for_all_but_one() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        append(keyed.delete(row(1, 1)), keyed.delete(row(2, 2)));
        Assignment ofFirst = take(0);
        Assignment ofSecond = take(1);
        // it joined the first applier, whose batch now waits for the second applier's, which was closed for that
        assertThat(ofFirst.batch().transactions()).hasSize(2);
        assertThat(waits(ofFirst)).containsExactly(0, ofSecond.batch().number(), 0);
        assertThat(waits(ofSecond)).containsExactly(0, 0, 0);
    }

    @Test
    void what_is_waited_for_is_closed_so_that_no_circle_arises() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        append(keyed.delete(row(1, 1)), keyed.delete(row(2, 2)));
        append(keyed.insert(row(2, 5)));
        assertThat(take(1).batch().transactions()).as("the closed batch").hasSize(1);
    }

    @Test
    void an_insert_into_a_table_without_a_key_waits_for_deletions_in_all_appliers_and_not_for_inserts()
            throws InterruptedException {
        append(keyless.insert(row(1, 1)));
        append(keyless.insert(row(1, 1)));
        Assignment one = take(0);
        Assignment other = take(1);
        append(keyless.delete(row(1, 1)));
        append(keyed.insert(row(9, 9)));
        Assignment deletion = take(0);
        assertThat(waits(other)).containsExactly(0, 0, 0);
        assertThat(waits(deletion)[1])
                .as("the insert of the other lane")
                .isEqualTo(other.batch().number());
        assertThat(one.batch().number()).isLessThan(deletion.batch().number());
    }

    @Test
    void progress_of_a_applier_has_gaps_and_the_mark_has_none() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        append(keyed.insert(row(3, 3)));
        Assignment first = take(0);
        Assignment second = take(1);
        Assignment third = take(2);

        assertThat(third.progress().executedSet().toString()).isEqualTo(Transactions.SOURCE + ":3");
        assertThat(third.progress().lowWater().captureSequence()).isZero();
        third.committed();
        first.committed();
        assertThat(second.progress().executedSet().toString()).isEqualTo(Transactions.SOURCE + ":1-2");
        assertThat(second.progress().lowWater().captureSequence()).isEqualTo(1);
        second.committed();

        append(keyed.insert(row(4, 4)));
        Assignment fourth = take(2);
        assertThat(fourth.progress().executedSet().toString()).isEqualTo(Transactions.SOURCE + ":1-4");
        assertThat(fourth.progress().lowWater().captureSequence()).isEqualTo(3);
    }

    /** Without GTIDs the next start begins reading there. */
    @Test
    void the_mark_behind_a_large_transaction_is_where_its_last_part_ends() throws InterruptedException {
        appendFragment(1, 5_000, Fragment.MORE_FOLLOWS);
        Assignment large = take(0);
        Thread fragments = LargeTransactions.inBackground(() -> {
            appendFragment(1, 12_000, Fragment.LAST);
            appendFragment(2, 13_000, Fragment.WHOLE);
        });
        while (large.nextFragment() != null) {
            assertThat(large.batch().isFragment()).isTrue();
        }
        large.awaitCommitOrder().orElseThrow().require();
        large.committed();
        fragments.join();
        Assignment next = take(0);
        assertThat(next.progress().lowWater().position().offset()).isEqualTo(12_000);
        assertThat(next.progress().executedSet().count()).isEqualTo(2);
    }

    private void appendFragment(long transaction, long end, Fragment fragment) throws InterruptedException {
        LargeTransactions.append(order, splitter, transaction, end, fragment, keyed.insert(row((int) end, (int) end)));
    }

    private static long[] waits(Assignment assignment) {
        long[] waits = new long[APPLIERS];
        for (int applier = 0; applier < APPLIERS; applier++) {
            waits[applier] = assignment.batch().waitsFor(applier);
        }
        return waits;
    }

    private Assignment take(int applier) throws InterruptedException {
        return Objects.requireNonNull(order.take(applier));
    }

    private void append(RowsEvent... events) throws InterruptedException {
        SourceTransaction transaction = Transactions.transaction(++number, events);
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        splitter.split(transaction, changes, writeSet);
        order.append(transaction, changes, writeSet);
    }
}
