package io.gaussferry.mysql.binlog;

import static io.gaussferry.mysql.binlog.LoggedEvents.SERVER;
import static io.gaussferry.mysql.binlog.LoggedEvents.event;
import static io.gaussferry.mysql.binlog.LoggedEvents.gtid;
import static io.gaussferry.mysql.binlog.LoggedEvents.insert;
import static io.gaussferry.mysql.binlog.LoggedEvents.query;
import static io.gaussferry.mysql.binlog.LoggedEvents.rotate;
import static io.gaussferry.mysql.binlog.LoggedEvents.tableMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.testing.IntTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rows of an XA transaction in two phases take effect where it is committed, once, wherever reading started. */
class PreparedXaTest {

    private static final int PART_BYTES = 1_000;
    private static final SourceSettings SETTINGS =
            new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, PART_BYTES, 1_000, SourceTimeouts.DEFAULT);
    private static final Progress NOTHING = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));
    /** Events with one row each that exceed a part. */
    private static final int MANY = 40;

    private static final int PREPARED_XA = 64;
    private static final int COMPLETED_XA = 128;

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final TableId id = table.version().definition().id();
    private final List<SourceTransaction> received = new ArrayList<>();
    /** The transaction in the binlog, after its GTID event; empty if it was purged. */
    private final List<RawEvent> logged = new ArrayList<>();

    private final List<String> readAgain = new ArrayList<>();
    private TransactionAssembler assembler = assembler(NOTHING, Naming.GTID, ResnapshottedTables.NONE);

    private TransactionAssembler assembler(Progress progress, Naming naming, ResnapshottedTables resnapshotted) {
        XaTransactions.Log log = (name, isOnePhase, before, events) -> {
            readAgain.add(name + " before " + before);
            for (RawEvent each : logged) {
                events.accept(each);
            }
            return !logged.isEmpty();
        };
        TableCatalog catalog =
                new TableCatalog(SETTINGS, List.of(table.version().definition())).without(resnapshotted);
        return new TransactionAssembler(
                catalog, StatementFilter.NONE, new CollectingSink(received), SETTINGS, progress, naming, log, null);
    }

    private static String xid(String name) {
        return "X'" + name + "',X'',1";
    }

    private void feed(RawEvent... events) throws InterruptedException {
        for (RawEvent each : events) {
            assembler.accept(each);
        }
    }

    private void prepare(long number, String name, RawEvent... changes) throws InterruptedException {
        feed(gtid(number));
        feed(events(name, false, changes).toArray(RawEvent[]::new));
    }

    /** Returns the events after the GTID event. */
    private static List<RawEvent> events(String name, boolean onePhase, RawEvent... changes) {
        List<RawEvent> events = new ArrayList<>();
        events.add(query("s", "XA START " + xid(name)));
        events.addAll(List.of(changes));
        events.add(query("s", "XA END " + xid(name)));
        events.add(event(RawEvent.XA_PREPARE, new byte[] {(byte) (onePhase ? 1 : 0), 1, 0, 0, 0}));
        return events;
    }

    private static RawEvent[] manyRows() {
        List<RawEvent> events = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            events.add(tableMap("s", "t"));
            events.add(insert(i, i));
        }
        return events.toArray(RawEvent[]::new);
    }

    private void end(long number, String statement, String name) throws InterruptedException {
        feed(gtid(number), query("", statement + " " + xid(name)));
    }

    private List<Integer> rowsEvents() {
        return received.stream().map(each -> each.rowsEvents().size()).toList();
    }

    @Test
    void rowsOfOnePhaseTakeEffectAtOnce() throws InterruptedException {
        feed(gtid(1));
        feed(events("61", true, tableMap("s", "t"), insert(1, 1)).toArray(RawEvent[]::new));
        assertThat(rowsEvents()).containsExactly(1);
    }

    @Test
    void rowsOfTwoPhasesTakeEffectWithTheCommit() throws InterruptedException {
        prepare(1, "61", tableMap("s", "t"), insert(1, 1), insert(2, 2));
        feed(gtid(2), query("", "BEGIN"), tableMap("s", "t"), insert(3, 3), event(RawEvent.XID, new byte[8]));
        end(3, "XA COMMIT", "61");

        assertThat(rowsEvents()).containsExactly(0, 1, 2);
        assertThat(received.get(2).gtid()).hasToString(SERVER + ":3");
        assertThat(received).extracting(SourceTransaction::captureSequence).containsExactly(1L, 2L, 3L);
        assertThat(readAgain).isEmpty();
    }

    @Test
    void rowsThatAreRolledBackTakeNoEffect() throws InterruptedException {
        prepare(1, "61", tableMap("s", "t"), insert(1, 1));
        end(2, "XA ROLLBACK", "61");
        prepare(3, "61", tableMap("x", "t"), insert(2, 2));
        end(4, "XA COMMIT", "61");
        assertThat(rowsEvents()).containsExactly(0, 0, 0, 0);
        assertThat(readAgain).isEmpty();
    }

    @Test
    void severalTransactionsArePreparedAtOnce() throws InterruptedException {
        prepare(1, "61", tableMap("s", "t"), insert(1, 1));
        prepare(2, "62", tableMap("s", "t"), insert(2, 2), insert(3, 3));
        end(3, "XA COMMIT", "62");
        end(4, "XA COMMIT", "61");
        assertThat(rowsEvents()).containsExactly(0, 0, 2, 1);
    }

    /** The copy or an earlier run ended between PREPARE and COMMIT. */
    @Test
    void rowsThatWerePreparedBeforeTheStartAreReadAgain() throws InterruptedException {
        logged.addAll(events("61", false, tableMap("s", "t"), insert(1, 1)));
        feed(rotate("binlog.000007", 4));
        end(5, "XA COMMIT", "61");
        assertThat(rowsEvents()).containsExactly(1);
        assertThat(readAgain).containsExactly(xid("61") + " before binlog.000007:1000");
    }

    @Test
    void commitOfPurgedRowsIsRefused() throws InterruptedException {
        assertThatThrownBy(() -> end(5, "XA COMMIT", "61"))
                .hasMessageContaining("XA_ROWS_MISSING")
                .hasMessageContaining(xid("61"))
                .hasMessageContaining("gaussferry skip");
    }

    /** No more memory is used than for any other transaction. */
    @Test
    void rowsBeyondTheLimitAreReadAgainInParts() throws InterruptedException {
        logged.addAll(events("61", false, manyRows()));
        prepare(1, "61", manyRows());
        assertThat(rowsEvents()).containsExactly(0);
        end(2, "XA COMMIT", "61");
        assertThat(received.stream()
                        .skip(1)
                        .mapToInt(each -> each.rowsEvents().size())
                        .sum())
                .isEqualTo(MANY);
        assertThat(received.get(1).fragment()).isEqualTo(Fragment.MORE_FOLLOWS);
        assertThat(received.get(received.size() - 1).fragment()).isEqualTo(Fragment.LAST);
    }

    @Test
    void rowsBeyondTheLimitInOnePhaseAreReadAgain() throws InterruptedException {
        logged.addAll(events("61", true, manyRows()));
        feed(gtid(1));
        feed(events("61", true, manyRows()).toArray(RawEvent[]::new));
        assertThat(received.stream().mapToInt(each -> each.rowsEvents().size()).sum())
                .isEqualTo(MANY);
        assertThat(received).allMatch(each -> each.gtid().toString().equals(SERVER + ":1"));
    }

    @Test
    void preparedTransactionsShareTheLimit() throws InterruptedException {
        logged.addAll(events("0", false, tableMap("s", "t"), insert(1, 1)));
        for (int i = 1; i <= 9; i++) {
            prepare(i, "0" + i, tableMap("s", "t"), insert(i, i));
        }
        for (int i = 1; i <= 9; i++) {
            end(9 + i, "XA COMMIT", "0" + i);
        }
        assertThat(rowsEvents()).endsWith(1, 1, 1, 1, 1, 1, 1, 1, 1);
        assertThat(readAgain).hasSizeBetween(1, 8);
    }

    /** The target has the transaction of the PREPARE, so that its rows are not read; it lacks that of the COMMIT. */
    @Test
    void rowsOfSkippedPrepareAreReadAgain() throws InterruptedException {
        String executed = "00000000-0000-0000-0000-000000000000:1-6";
        assembler = assembler(
                new Progress(executed, new LowWaterMark(5, new BinlogPosition("binlog.000003", 900))),
                Naming.ORDINAL,
                ResnapshottedTables.NONE);
        logged.addAll(events("61", false, tableMap("s", "t"), insert(1, 1)));
        RawEvent anonymous = event(RawEvent.ANONYMOUS_GTID, new byte[gtid(1).body().length]);
        feed(rotate("binlog.000003", 900), anonymous);
        feed(events("61", false, tableMap("s", "t"), insert(1, 1)).toArray(RawEvent[]::new));
        feed(anonymous, query("", "XA COMMIT " + xid("61")));
        assertThat(rowsEvents()).containsExactly(1);
    }

    /** The copy includes the PREPARE's transaction, but not its rows, which were not committed. */
    @Test
    void copyThatEndsBetweenBothDecidesByTheCommit() throws InterruptedException {
        ResnapshottedTables copied = new ResnapshottedTables(Set.of(), Map.of(id, GtidSet.parse(SERVER + ":1-2")));
        assembler = assembler(NOTHING, Naming.GTID, copied);
        logged.addAll(events("61", false, tableMap("s", "t"), insert(1, 1)));
        prepare(1, "61", tableMap("s", "t"), insert(1, 1));
        end(3, "XA COMMIT", "61");
        assertThat(rowsEvents()).containsExactly(0, 1);
    }

    @Test
    void copyThatIncludesTheCommitHasTheRows() throws InterruptedException {
        ResnapshottedTables copied = new ResnapshottedTables(Set.of(), Map.of(id, GtidSet.parse(SERVER + ":2-3")));
        assembler = assembler(NOTHING, Naming.GTID, copied);
        prepare(1, "61", tableMap("s", "t"), insert(1, 1));
        end(3, "XA COMMIT", "61");
        assertThat(rowsEvents()).containsExactly(0, 0);
    }

    @Test
    void mariaDbMarksTheGtidEvent() throws InterruptedException {
        feed(mariaDbGtid(1, PREPARED_XA), tableMap("s", "t"), insert(1, 1), query("s", "XA END " + xid("61")));
        feed(event(RawEvent.XA_PREPARE, new byte[] {0, 1, 0, 0, 0}), mariaDbGtid(2, COMPLETED_XA));
        feed(query("s", "XA COMMIT " + xid("61")));
        assertThat(rowsEvents()).containsExactly(0, 1);
        assertThat(readAgain).isEmpty();
    }

    private static RawEvent mariaDbGtid(long number, int flags) {
        ByteBuffer body = ByteBuffer.allocate(8 + 4 + 1 + 4 + 2 + 1).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(number).putInt(0).put((byte) flags).putInt(1).put(new byte[] {1, 0, 'a'});
        return event(RawEvent.MARIADB_GTID, body.array());
    }
}
