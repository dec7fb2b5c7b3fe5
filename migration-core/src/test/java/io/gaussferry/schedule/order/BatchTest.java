package io.gaussferry.schedule.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BatchTest {

    private static final UUID OTHER = UUID.fromString("00000000-0000-0000-0000-00000000000b");
    private static final Progress NOTHING = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final Batch batch = new Batch(7);

    private SourceTransaction transaction(int number) {
        return Transactions.transaction(number, table.insert(IntTable.row(number, number)));
    }

    private static List<RowChange> changes(SourceTransaction transaction) {
        return ChangeSplitting.split(transaction, IntTable.CONVERSION::format);
    }

    private SourceTransaction add(int number, boolean inOrder, boolean sharesNothing) {
        SourceTransaction added = transaction(number);
        batch.add(added, changes(added), inOrder, sharesNothing);
        return added;
    }

    @Test
    void isFullAtEachLimit() {
        SourceTransaction first = add(1, false, false);
        SourceTransaction second = add(2, false, false);
        assertThat(batch.byteSize()).isEqualTo(first.byteSize() + second.byteSize());
        assertThat(batch.isFull(new BatchLimits(3, 1_000, 1_000))).isFalse();
        assertThat(batch.isFull(new BatchLimits(2, 1_000, 1_000))).isTrue();
        assertThat(batch.isFull(new BatchLimits(3, 2 * Transactions.BYTES + 1, 1_000)))
                .isFalse();
        assertThat(batch.isFull(new BatchLimits(3, 2 * Transactions.BYTES, 1_000)))
                .isTrue();
    }

    /** Their progress takes memory and time, too. */
    @Test
    void countsTransactionsWithoutChanges() {
        batch.add(transaction(1), List.of(), false);
        assertThat(batch.isFull(new BatchLimits(2, 1_000, 1_000))).isFalse();
        batch.add(transaction(2), List.of(), false);
        assertThat(batch.isFull(new BatchLimits(2, 1_000, 1_000))).isTrue();
    }

    @Test
    void isInOrderIfOneTransactionMustBe() {
        add(1, false, false);
        assertThat(batch.isInOrder()).isFalse();
        add(2, true, false);
        add(3, false, false);
        assertThat(batch.isInOrder()).isTrue();
    }

    @Test
    void marksOnlyTheChangesThatShareNothing() {
        add(1, false, false);
        add(2, false, true);
        add(3, false, false);
        assertThat(List.of(batch.isIndependent(0), batch.isIndependent(1), batch.isIndependent(2)))
                .containsExactly(false, true, false);
    }

    @Test
    void waitsForTheLatestOfItsDependencies() {
        assertThat(batch.describeWaits()).isEmpty();
        batch.waitFor(5);
        batch.waitFor(3);
        assertThat(batch.waitsFor()).isEqualTo(5);
        assertThat(batch.describeWaits()).containsExactly("batch 5");
    }

    /** A failing transaction is isolated by applying those before it: each keeps its own changes, and the order. */
    @Test
    void returnsTheTransactionsBeforeOne() {
        SourceTransaction first = add(1, true, false);
        SourceTransaction second = add(2, false, false);
        SourceTransaction third = add(3, false, false);
        batch.seal(NOTHING, Transactions.SOURCE + ":1-3");
        Batch before = batch.before(third);
        assertThat(before.number()).isEqualTo(batch.number());
        assertThat(before.transactions()).containsExactly(first, second);
        assertThat(before.changes()).isEqualTo(batch.changes().subList(0, 2));
        assertThat(before.isInOrder()).isTrue();
        assertThat(before.progress(second).executed()).isEqualTo(Transactions.SOURCE + ":1-2");
        assertThat(batch.before(first).isEmpty()).isTrue();
    }

    @Test
    void returnsEachTransactionWithItsProgress() {
        SourceTransaction first = add(1, true, false);
        SourceTransaction second = add(2, false, false);
        batch.seal(NOTHING, Transactions.SOURCE + ":1-2");
        List<Batch> parts = batch.oneByOne();
        assertThat(parts).extracting(Batch::transactions).containsExactly(List.of(first), List.of(second));
        assertThat(parts)
                .extracting(Batch::changes)
                .containsExactly(batch.changes().subList(0, 1), batch.changes().subList(1, 2));
        assertThat(parts).extracting(Batch::number).containsOnly(batch.number());
        assertThat(parts.get(0).progress(first).executed()).isEqualTo(Transactions.SOURCE + ":1");
        assertThat(parts.get(1).progress(second)).isEqualTo(batch.progress(second));
    }

    /** A server with no later transaction keeps its fingerprint. */
    @Test
    void hasTheLastFingerprintOfEachSource() {
        add(1, false, false);
        SourceTransaction other = of(new Gtid(OTHER, "", 4), Fragment.WHOLE);
        batch.add(other, List.of(), false);
        SourceTransaction last = add(2, false, false);
        batch.seal(NOTHING, Transactions.SOURCE + ":1-2," + OTHER + ":4");
        assertThat(batch.progress(last).fingerprint().toString())
                .contains(OTHER + ":4@")
                .contains(Transactions.SOURCE + ":2@")
                .doesNotContain(Transactions.SOURCE + ":1@");
    }

    @Test
    void isAFragmentOnlyIfMoreFollows() {
        add(1, false, false);
        assertThat(batch.isFragment()).isFalse();
        Batch fragment = new Batch(8);
        fragment.add(of(new Gtid(OTHER, "", 4), Fragment.MORE_FOLLOWS), List.of(), false);
        assertThat(fragment.isFragment()).isTrue();
    }

    private static SourceTransaction of(Gtid gtid, Fragment fragment) {
        BinlogPosition position = new BinlogPosition("binlog.000001", gtid.number());
        return new SourceTransaction(
                gtid,
                gtid.number(),
                position,
                position,
                LogicalTime.UNKNOWN,
                gtid.number(),
                gtid.number(),
                List.of(),
                Transactions.BYTES,
                fragment);
    }
}
