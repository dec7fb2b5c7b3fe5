package io.gaussferry.schedule.order;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.order.Assignment.Pass;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CommitOrderTest {

    private static final BatchLimits LIMITS = new BatchLimits(3, 1_000, 1_000);

    private final IntTable keyed = new IntTable("keyed", 2, List.of(List.of(0), List.of(1)));
    private final IntTable keyless = new IntTable("keyless", 2, List.of());
    private final CommitOrder order = new CommitOrder(
            LIMITS, new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))), new ThreadMonitor());
    private RowSplitter splitter = splitter(false);
    private final List<Assignment> taken = new ArrayList<>();
    private long number;

    @Test
    void hands_out_consecutive_transactions_with_the_gtid_set_that_they_complete() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        append(keyed.insert(row(2, 2)));
        append(keyed.insert(row(3, 3)));
        first.committed();
        Assignment second = take();

        assertThat(first.progress().executed()).isEqualTo(Transactions.SOURCE + ":1");
        assertThat(second.progress().executed()).isEqualTo(Transactions.SOURCE + ":1-3");
        assertThat(second.batch().transactions()).hasSize(2);
        assertThat(second.batch().number()).isEqualTo(first.batch().number() + 1);
    }

    @Test
    void the_progress_has_the_fingerprint_of_the_last_transaction() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        append(keyed.insert(row(2, 2)));
        append(keyed.insert(row(3, 3)));
        first.committed();
        Assignment second = take();
        List<SourceTransaction> transactions = second.batch().transactions();
        assertThat(first.progress().fingerprint()).hasToString(Transactions.SOURCE + ":1@1");
        assertThat(second.progress().fingerprint()).hasToString(Transactions.SOURCE + ":3@3");
        Assignment sound = second.before(transactions.get(1)).orElseThrow();
        assertThat(sound.progress().fingerprint()).hasToString(Transactions.SOURCE + ":2@2");
    }

    @Test
    void rows_with_the_same_primary_or_unique_key_depend_on_each_other() throws InterruptedException {
        append(keyed.insert(row(1, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyed.update(row(1, 10), row(1, 11))))
                .isEqualTo(first.batch().number());
        assertThat(dependencyOf(keyed.insert(row(2, 20)))).isZero();
    }

    /** Guards {@code TableWriteSet.byWholeRow}: the source changed two of them at once, the target could change one of them twice. */
    @Test
    void equal_rows_without_a_key_depend_on_each_other_where_the_clock_decides() throws InterruptedException {
        splitter = splitter(true);
        append(keyless.update(row(1, 10), row(2, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyless.delete(row(1, 10))))
                .isEqualTo(first.batch().number());
        assertThat(dependencyOf(keyless.delete(row(1, 11)))).isZero();
    }

    @Test
    void an_image_before_the_update_counts_as_much_as_the_one_after() throws InterruptedException {
        append(keyed.delete(row(1, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyed.update(row(2, 20), row(2, 10))))
                .isEqualTo(first.batch().number());
    }

    @Test
    void null_in_a_unique_key_conflicts_with_nothing() throws InterruptedException {
        append(keyed.insert(row(1, null)));
        take();
        assertThat(dependencyOf(keyed.insert(row(2, null)))).isZero();
    }

    @Test
    void inserts_into_a_table_without_a_key_commute_and_nothing_else_does() throws InterruptedException {
        append(keyless.insert(row(1, 1)));
        take();
        assertThat(dependencyOf(keyless.insert(row(1, 1)))).isZero();
    }

    @Test
    void a_deletion_from_a_table_without_a_key_waits_for_an_insert_before_it() throws InterruptedException {
        append(keyless.insert(row(1, 1)));
        Assignment insert = take();
        assertThat(dependencyOf(keyless.delete(row(2, 2))))
                .isEqualTo(insert.batch().number());
    }

    @Test
    void an_insert_into_a_table_without_a_key_waits_for_a_deletion_before_it() throws InterruptedException {
        append(keyless.delete(row(1, 1)));
        Assignment deletion = take();
        assertThat(dependencyOf(keyless.insert(row(2, 2))))
                .isEqualTo(deletion.batch().number());
    }

    @Test
    void a_batch_that_depends_on_an_uncommitted_one_stays_open_and_grows() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        append(keyed.update(row(1, 1), row(1, 2)));
        Thread committer = new Thread(() -> {
            try {
                append(keyed.update(row(1, 2), row(1, 3)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            first.committed();
        });
        committer.start();
        Assignment second = Objects.requireNonNull(order.take(0));
        committer.join();
        assertThat(second.batch().transactions()).hasSize(2);
    }

    @Test
    void a_full_batch_is_handed_out_although_it_must_wait() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        for (int i = 0; i < LIMITS.changes(); i++) {
            append(keyed.update(row(1, i), row(1, i + 1)));
        }
        assertThat(take().batch().waitsFor()).isEqualTo(first.batch().number());
    }

    @Test
    void says_which_changes_share_nothing_with_what_is_uncommitted_before_them() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        take();
        append(keyed.update(row(1, 1), row(1, 2)));
        // both of its images have the same two keys
        append(keyed.update(row(5, 5), row(5, 5)));
        append(keyed.delete(row(5, 5)));
        Assignment batch = take();
        assertThat(List.of(
                        batch.batch().isIndependent(0),
                        batch.batch().isIndependent(1),
                        batch.batch().isIndependent(2)))
                .containsExactly(false, true, false);
        assertThat(batch.isReady()).isFalse();
    }

    @Test
    void a_batch_that_waits_with_locks_in_its_hands_gives_them_up_when_an_earlier_one_needs_them()
            throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        for (int i = 0; i < LIMITS.changes(); i++) {
            append(keyed.update(row(1, i), row(1, i + 1)));
        }
        Assignment second = take();
        first.rolledBack();
        assertThat(second.awaitDependencies()).isEqualTo(Pass.YIELD);
        first.committed();
        assertThat(second.awaitDependencies()).isEqualTo(Pass.GRANTED);
    }

    @Test
    void a_batch_waits_until_the_appliers_have_room_for_it() throws InterruptedException {
        append(keyed.insert(row(1, 1)), LIMITS.bytesInAppliers());
        Assignment first = take();
        append(keyed.insert(row(2, 2)), 1);
        Thread committer = new Thread(() -> {
            try {
                append(keyed.insert(row(3, 3)), 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            first.committed();
        });
        committer.start();
        Assignment second = Objects.requireNonNull(order.take(0));
        committer.join();
        // had it not waited, it would have been handed out before the third transaction came
        assertThat(second.batch().transactions()).hasSize(2);
    }

    @Test
    void batches_are_committed_in_order_only() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        take();
        append(keyed.insert(row(2, 2)));
        Assignment second = take();
        assertThatThrownBy(() -> second.committed()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_batch_in_the_way_of_an_earlier_one_is_told_to_yield_instead_of_waiting_for_ever()
            throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        append(keyed.insert(row(2, 2)));
        Assignment second = take();
        first.rolledBack();
        assertThat(second.awaitCommitOrder()).isEmpty();
        assertThat(first.awaitCommitOrder()).isPresent();
        first.committed();
        second.awaitRetry();
        assertThat(second.awaitCommitOrder()).isPresent();
    }

    @Test
    void ends_when_the_scheduler_ends_and_everything_is_handed_out() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        order.end();
        take();
        assertThat(order.take(0)).isNull();
    }

    @Test
    void abort_interrupts_whoever_waits() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        take();
        append(keyed.insert(row(2, 2)));
        Assignment second = take();
        order.abort();
        assertThatThrownBy(() -> second.awaitCommitOrder()).isInstanceOf(InterruptedException.class);
        assertThat(order.take(0)).isNull();
    }

    /** Fails without the permit's question whether the order was aborted. */
    @Test
    void a_permit_to_commit_is_worth_nothing_after_an_abort() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        CommitPermit permit = take().awaitCommitOrder().orElseThrow();
        permit.require();
        order.abort();
        assertThatThrownBy(permit::require).isInstanceOf(InterruptedException.class);
    }

    /** Without GTIDs the next start begins reading there. */
    @Test
    void the_mark_behind_a_large_transaction_is_where_its_last_part_ends() throws InterruptedException {
        appendFragment(1, 5_000, Fragment.MORE_FOLLOWS);
        Assignment large = take();
        assertThatThrownBy(large::progress).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(large::awaitCommitOrder).isInstanceOf(IllegalStateException.class);
        Thread fragments = LargeTransactions.inBackground(() -> {
            appendFragment(1, 9_000, Fragment.MORE_FOLLOWS);
            appendFragment(1, 12_000, Fragment.LAST);
            appendFragment(2, 13_000, Fragment.WHOLE);
        });
        while (large.nextFragment() != null) {
            assertThat(large.batch().isFragment()).isTrue();
        }
        assertThat(large.progress().lowWater().position().offset()).isEqualTo(12_000);
        assertThat(large.awaitCommitOrder()).isPresent();
        large.committed();
        fragments.join();
        Assignment next = take();
        assertThat(next.progress().lowWater().position().offset()).isEqualTo(13_000);
        assertThat(next.progress().executedSet().count()).isEqualTo(2);
    }

    /** The batch on which a batch with this event alone depends, when all that was taken before is still uncommitted. */
    private RowSplitter splitter(boolean byClock) {
        return new RowSplitter(
                IntTable.CONVERSION::format,
                ForeignKeys.NONE,
                id -> keyed.version().definition(),
                byClock);
    }

    private long dependencyOf(RowsEvent event) throws InterruptedException {
        append(event);
        // a batch that must wait is not handed out, so what it waits for is committed now
        for (Assignment batch : taken) {
            batch.committed();
        }
        taken.clear();
        Assignment batch = take();
        assertThat(batch.batch().transactions()).hasSize(1);
        return batch.batch().waitsFor();
    }

    private Assignment take() throws InterruptedException {
        Assignment batch = Objects.requireNonNull(order.take(0));
        taken.add(batch);
        return batch;
    }

    private void appendFragment(long transaction, long end, Fragment fragment) throws InterruptedException {
        number = transaction;
        LargeTransactions.append(order, splitter, transaction, end, fragment, keyed.insert(row((int) end, (int) end)));
    }

    private void append(RowsEvent event) throws InterruptedException {
        append(event, Transactions.BYTES);
    }

    private void append(RowsEvent event, long byteSize) throws InterruptedException {
        SourceTransaction transaction = Transactions.transaction(++number, byteSize, event);
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        splitter.split(transaction, changes, writeSet);
        order.append(transaction, changes, writeSet);
    }
}
