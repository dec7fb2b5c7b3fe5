package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.testing.IntTable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionContentTest {

    private static final BinlogPosition START = new BinlogPosition("binlog.1", 4);
    private static final BinlogPosition END = new BinlogPosition("binlog.1", 400);
    private static final long EVENT_MICROS = 1_700_000_000_000_000L;

    private static final IntTable TABLE = new IntTable("t", 1, List.of(List.of(0)));
    private static final RowsEvent ROWS = TABLE.insert(new Integer[] {1});

    private final TransactionContent content = new TransactionContent(1_000);

    private void start(long commitMicros, long originMicros) {
        content.start(new GtidEvent(Gtid.ofCaptureSequence(1), new LogicalTime(0, 1), commitMicros, originMicros));
    }

    private SourceTransaction part(boolean isLast) {
        GtidEvent gtid = new GtidEvent(Gtid.ofCaptureSequence(1), new LogicalTime(0, 1), 0, 0);
        return content.part(gtid, 7, START, END, LoggedEvents.event(RawEvent.XID, new byte[8]), isLast);
    }

    @Test
    void smallTransactionIsWhole() {
        start(5, 6);
        content.changesSomething();
        content.add(ROWS, 300);
        SourceTransaction whole = part(true);
        assertThat(whole.fragment()).isEqualTo(Fragment.WHOLE);
        assertThat(whole.rowsEvents()).containsExactly(ROWS);
        assertThat(whole.commitMicros()).isEqualTo(5);
        assertThat(whole.originMicros()).isEqualTo(6);
        assertThat(whole.byteSize()).isBetween(300L, 1_000L);
        assertThat(content.hasRows()).isFalse();
    }

    @Test
    void largeTransactionHasPartsWithOneCommitTime() {
        start(0, 0);
        assertThat(content.hasRoomFor(5_000)).as("a first event of any size").isTrue();
        content.add(ROWS, 5_000);
        assertThat(content.hasRoomFor(1)).isFalse();
        SourceTransaction first = part(false);
        assertThat(first.fragment()).isEqualTo(Fragment.MORE_FOLLOWS);
        assertThat(content.hasRows()).as("after a part").isTrue();
        content.add(ROWS, 10);
        SourceTransaction last = part(true);
        assertThat(last.fragment()).isEqualTo(Fragment.LAST);
        assertThat(last.byteSize()).isLessThan(1_000);
        assertThat(first.commitMicros()).isEqualTo(last.commitMicros()).isEqualTo(EVENT_MICROS);
    }

    @Test
    void timeOfOriginIsThatOfTheFirstEventAndEvidenceOnlyWithContent() {
        start(5, 0);
        content.arrived(LoggedEvents.event(RawEvent.QUERY, new byte[0]));
        assertThat(part(true).originMicros()).isZero();
        start(5, 0);
        content.arrived(LoggedEvents.event(RawEvent.QUERY, new byte[0]));
        content.changesSomething();
        assertThat(part(true).originMicros()).isEqualTo(EVENT_MICROS);
    }

    @Test
    void preparedRowsTakeEffectInAnotherTransaction() {
        start(5, 6);
        content.add(ROWS, 300);
        XaTransactions.Rows prepared = content.take();
        assertThat(content.hasRows()).isFalse();
        start(8, 9);
        prepared.restore(Set.of(), content);
        assertThat(part(true).rowsEvents()).containsExactly(ROWS);
        start(8, 9);
        prepared.restore(Set.of(ROWS.table().definition().id()), content);
        assertThat(part(true).rowsEvents()).as("of a table that the target has").isEmpty();
    }
}
