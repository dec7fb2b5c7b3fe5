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
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
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
    void assignsConsecutiveTransactionsWithGtidSet() throws InterruptedException {
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
    void storesFingerprintOfLastTransaction() throws InterruptedException {
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

    /** Later batches wait for the last of its transactions. */
    @Test
    void commitsBatchWithLastOfItsTransactions() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        append(keyed.insert(row(2, 2)));
        Assignment both = take();
        append(keyed.update(row(1, 1), row(1, 2)));
        List<Assignment> parts = both.oneByOne();
        parts.get(0).committed();
        assertThat(parts.get(1).awaitCommitOrder())
                .as("the turn is still the batch's")
                .isPresent();
        parts.get(1).committed();
        Assignment next = take();
        assertThat(next.isReady()).isTrue();
        assertThat(next.batch().number()).isEqualTo(both.batch().number() + 1);
    }

    @Test
    void detectsDependencyByPrimaryOrUniqueKey() throws InterruptedException {
        append(keyed.insert(row(1, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyed.update(row(1, 10), row(1, 11))))
                .isEqualTo(first.batch().number());
        assertThat(dependencyOf(keyed.insert(row(2, 20)))).isZero();
    }

    /** Guards {@code TableWriteSet.byWholeRow}: the source changed two equal rows at once, the target could change one of them twice. */
    @Test
    void detectsDependencyOfEqualRowsWithoutKeyByClock() throws InterruptedException {
        splitter = splitter(true);
        append(keyless.update(row(1, 10), row(2, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyless.delete(row(1, 10))))
                .isEqualTo(first.batch().number());
        assertThat(dependencyOf(keyless.delete(row(1, 11)))).isZero();
    }

    @Test
    void detectsDependencyByBothImages() throws InterruptedException {
        append(keyed.delete(row(1, 10)));
        Assignment first = take();
        assertThat(dependencyOf(keyed.update(row(2, 20), row(2, 10))))
                .isEqualTo(first.batch().number());
    }

    @Test
    void waitsForTheTransactionsBeforeASequenceNumber() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        SourceTransaction transaction = Transactions.transaction(++number, keyed.insert(row(2, 2)));
        WriteSet writeSet = new WriteSet();
        writeSet.requireAfter(1);
        order.append(transaction, List.of(), writeSet);
        first.committed();
        assertThat(take().batch().waitsFor()).isEqualTo(first.batch().number());
    }

    @Test
    void assignsNothingAfterAnAbort() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        order.abort();
        assertThat(order.take(0)).isNull();
        assertThatThrownBy(() -> append(keyed.insert(row(2, 2)))).isInstanceOf(InterruptedException.class);
    }

    @Test
    void assignsTheRestBeforeTheEnd() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        order.end();
        assertThat(take().batch().transactions()).hasSize(1);
        assertThat(order.take(0)).isNull();
    }

    @Test
    void ignoresNullInUniqueKey() throws InterruptedException {
        append(keyed.insert(row(1, null)));
        take();
        assertThat(dependencyOf(keyed.insert(row(2, null)))).isZero();
    }

    @Test
    void commutesOnlyInsertsIntoTableWithoutKey() throws InterruptedException {
        append(keyless.insert(row(1, 1)));
        take();
        assertThat(dependencyOf(keyless.insert(row(1, 1)))).isZero();
    }

    @Test
    void ordersDeletionWithoutKeyAfterInsert() throws InterruptedException {
        append(keyless.insert(row(1, 1)));
        Assignment insert = take();
        assertThat(dependencyOf(keyless.delete(row(2, 2))))
                .isEqualTo(insert.batch().number());
    }

    @Test
    void ordersInsertWithoutKeyAfterDeletion() throws InterruptedException {
        append(keyless.delete(row(1, 1)));
        Assignment deletion = take();
        assertThat(dependencyOf(keyless.insert(row(2, 2))))
                .isEqualTo(deletion.batch().number());
    }

    @Test
    void growsBatchThatDependsOnUncommittedOne() throws InterruptedException {
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
    void assignsFullBatchThatMustWait() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        for (int i = 0; i < LIMITS.changes(); i++) {
            append(keyed.update(row(1, i), row(1, i + 1)));
        }
        assertThat(take().batch().waitsFor()).isEqualTo(first.batch().number());
    }

    @Test
    void identifiesIndependentChanges() throws InterruptedException {
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
    void yieldsLocksToEarlierBatch() throws InterruptedException {
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
    void waitsForSpaceInAppliers() throws InterruptedException {
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
        // without the wait, it would have been assigned before the third transaction arrived
        assertThat(second.batch().transactions()).hasSize(2);
    }

    @Test
    void commitsBatchesInOrder() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        take();
        append(keyed.insert(row(2, 2)));
        Assignment second = take();
        assertThatThrownBy(() -> second.committed()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void yieldsIfBlockingEarlierBatch() throws InterruptedException {
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
    void endsAfterLastBatchIsAssigned() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        order.end();
        take();
        assertThat(order.take(0)).isNull();
    }

    @Test
    void interruptsWaitsOnAbort() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        take();
        append(keyed.insert(row(2, 2)));
        Assignment second = take();
        order.abort();
        assertThatThrownBy(() -> second.awaitCommitOrder()).isInstanceOf(InterruptedException.class);
        assertThat(order.take(0)).isNull();
    }

    /** Fails if the permit does not check whether the order was aborted. */
    @Test
    void revokesPermitOnAbort() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        CommitPermit permit = take().awaitCommitOrder().orElseThrow();
        permit.require();
        order.abort();
        assertThatThrownBy(permit::require).isInstanceOf(InterruptedException.class);
    }

    /** Without GTIDs the next start reads from there. */
    @Test
    void setsLowWaterMarkToEndOfLastPart() throws InterruptedException {
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

    /** Its target transaction is open while its parts arrive: it must not hold locks that earlier batches need. */
    @Test
    void startsLargeTransactionAfterAllEarlierOnes() throws InterruptedException {
        append(keyed.insert(row(1, 1)));
        Assignment first = take();
        List<String> events = new CopyOnWriteArrayList<>();
        Thread large = LargeTransactions.inBackground(() -> {
            appendFragment(2, 5_000, Fragment.MORE_FOLLOWS);
            events.add("appended");
        });
        awaitWaiting(large);
        events.add("committed");
        first.committed();
        large.join();
        assertThat(events).containsExactly("committed", "appended");
    }

    @Test
    void startsTransactionsAfterCommitOfLargeOne() throws InterruptedException {
        appendFragment(1, 5_000, Fragment.MORE_FOLLOWS);
        Assignment large = take();
        List<String> events = new CopyOnWriteArrayList<>();
        Thread last = LargeTransactions.inBackground(() -> {
            appendFragment(1, 9_000, Fragment.LAST);
            events.add("appended");
        });
        while (large.nextFragment() != null) {
            assertThat(events).isEmpty();
        }
        awaitWaiting(last);
        events.add("committed");
        large.committed();
        last.join();
        assertThat(events).containsExactly("committed", "appended");
    }

    private static void awaitWaiting(Thread thread) {
        Set<Thread.State> waiting = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
        while (!waiting.contains(thread.getState())) {
            Thread.onSpinWait();
        }
    }

    private RowSplitter splitter(boolean byClock) {
        return new RowSplitter(
                IntTable.CONVERSION::format,
                ForeignKeys.NONE,
                id -> keyed.version().definition(),
                byClock);
    }

    /** Returns the batch that a batch with only this event depends on, while all batches taken before are uncommitted. */
    private long dependencyOf(RowsEvent event) throws InterruptedException {
        append(event);
        // a batch that must wait is not assigned, so the batch it waits for is committed now
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
