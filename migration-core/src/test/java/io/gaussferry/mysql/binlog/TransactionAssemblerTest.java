package io.gaussferry.mysql.binlog;

import static io.gaussferry.mysql.binlog.LoggedEvents.SERVER;
import static io.gaussferry.mysql.binlog.LoggedEvents.event;
import static io.gaussferry.mysql.binlog.LoggedEvents.gtid;
import static io.gaussferry.mysql.binlog.LoggedEvents.insert;
import static io.gaussferry.mysql.binlog.LoggedEvents.query;
import static io.gaussferry.mysql.binlog.LoggedEvents.replicatedGtid;
import static io.gaussferry.mysql.binlog.LoggedEvents.rotate;
import static io.gaussferry.mysql.binlog.LoggedEvents.tableMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TransactionFingerprint;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.MissingCascades.Cascade;
import io.gaussferry.testing.IntTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionAssemblerTest {

    private static final int PART_BYTES = 2_000;
    private static final SourceSettings SETTINGS =
            new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, PART_BYTES, 1_000, SourceTimeouts.DEFAULT);
    private static final Progress NOTHING = new Progress("", new LowWaterMark(0, new BinlogPosition("", 0)));

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final List<SourceTransaction> received = new ArrayList<>();
    private TransactionAssembler assembler = assembler(NOTHING, Naming.GTID);

    private TransactionAssembler assembler(Progress progress, Naming naming) {
        return assembler(progress, naming, ResnapshottedTables.NONE);
    }

    private TransactionAssembler assembler(Progress progress, Naming naming, ResnapshottedTables resnapshotted) {
        TableCatalog catalog =
                new TableCatalog(SETTINGS, List.of(table.version().definition()));
        return assembler(catalog.without(resnapshotted), progress, naming);
    }

    private TransactionAssembler assembler(TableCatalog catalog, Progress progress, Naming naming) {
        return new TransactionAssembler(
                catalog, StatementFilter.NONE, new CollectingSink(received), SETTINGS, progress, naming);
    }

    @Test
    void assemblesATransaction() throws InterruptedException {
        feed(rotate("binlog.000007", 4));
        feed(gtid(5), query("", "BEGIN"), tableMap("s", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));

        assertThat(received).hasSize(1);
        SourceTransaction transaction = received.get(0);
        assertThat(transaction.gtid()).hasToString(SERVER + ":5");
        assertThat(transaction.start()).hasToString("binlog.000007:1000");
        assertThat(transaction.commitMicros()).isEqualTo(1_700_000_000_123_456L);
        RowsEvent rows = transaction.rowsEvents().get(0);
        assertThat(rows.operation()).isEqualTo(RowOperation.INSERT);
        assertThat(rows.to() - rows.from()).isEqualTo(1 + 2 * Integer.BYTES);
    }

    @Test
    void fingerprintsATransactionByItsFirstCommit() throws InterruptedException {
        feed(rotate("binlog.000007", 4));
        feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));
        feed(replicatedGtid(2, 1_600_000_000_000_001L), query("x", "CREATE TABLE t (a int)"));
        // a 5.7 server executed it first: a replica preserves the time of the event after the GTID event
        feed(replicatedGtid(3, 0), query("", "BEGIN"), tableMap("x", "t"), event(RawEvent.XID, new byte[8]));
        assertThat(received)
                .extracting(transaction -> transaction.fingerprint().orElseThrow())
                .extracting(TransactionFingerprint::originMicros)
                .containsExactly(1_700_000_000_123_456L, 1_600_000_000_000_001L, 1_700_000_000_000_000L);
    }

    /** Operators commit empty transactions under GTIDs of other servers, and each member of a group logs its own view changes. */
    @Test
    void doesNotFingerprintAnEmptyTransaction() throws InterruptedException {
        feed(rotate("binlog.000007", 4));
        feed(gtid(1), query("", "BEGIN"), query("", "COMMIT"));
        feed(gtid(2), query("", "BEGIN"), event(RawEvent.VIEW_CHANGE, new byte[60]), query("", "COMMIT"));
        assertThat(received)
                .hasSize(2)
                .allSatisfy(transaction -> assertThat(transaction.fingerprint()).isEmpty());
    }

    @Test
    void emitsTransactionsOfExcludedDatabasesWithoutRows() throws InterruptedException {
        feed(gtid(1), query("x", "BEGIN"), tableMap("x", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));
        feed(gtid(2), query("x", "ALTER TABLE t ADD c int"));
        assertThat(received)
                .hasSize(2)
                .allSatisfy(transaction -> assertThat(transaction.rowsEvents()).isEmpty());
    }

    /** Requires that {@code TableMaps.skip} drops the cached maps, and that statements are checked per transaction. */
    @Test
    void skipsExactlyTheChangesThatAConcurrentCopyHas() throws InterruptedException {
        TableId copied = table.version().definition().id();
        assembler = assembler(
                NOTHING,
                Naming.GTID,
                new ResnapshottedTables(Set.of(), Map.of(copied, GtidSet.parse(SERVER + ":1-2:4:6"))));
        for (int number = 1; number <= 5; number++) {
            feed(gtid(number), query("s", "BEGIN"), tableMap("s", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));
        }
        assertThat(received)
                .extracting(transaction -> transaction.rowsEvents().size())
                .containsExactly(0, 0, 1, 0, 1);
        feed(gtid(6), query("s", "ALTER TABLE t ADD c int"));
        assertThatThrownBy(() -> feed(gtid(7), query("s", "ALTER TABLE t ADD c int")))
                .hasMessageContaining("ALTER TABLE t ADD c int");
    }

    @Test
    void skipsAllChangesOfATableThatIsBeingCopied() throws InterruptedException {
        TableId resnapshotted = table.version().definition().id();
        assembler = assembler(NOTHING, Naming.GTID, new ResnapshottedTables(Set.of(resnapshotted), Map.of()));
        feed(gtid(1), query("s", "BEGIN"), tableMap("s", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));
        feed(gtid(2), query("s", "ALTER TABLE t ADD c int"));
        assertThat(received)
                .hasSize(2)
                .allSatisfy(transaction -> assertThat(transaction.rowsEvents()).isEmpty());
        assertThatThrownBy(() -> feed(gtid(3), query("s", "RENAME TABLE t TO u")))
                .hasMessageContaining("RENAME TABLE t TO u");
    }

    @Test
    void stopsAtAChangedDefinitionAndQuotesTheStatement() {
        assertThatThrownBy(() -> feed(gtid(2), query("s", "ALTER TABLE t ADD c int")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("ALTER TABLE t ADD c int")
                .hasMessageContaining(SERVER + ":2");
    }

    @Test
    void stopsAtUnknownEventsUnlessTheyAreIgnorable() throws InterruptedException {
        feed(new RawEvent(250, 0x80, 0, 0, 0, new byte[0]));
        assertThatThrownBy(() -> feed(event(250, new byte[0]))).hasMessageContaining("unknown type 250");
        assertThatThrownBy(() -> feed(anonymous())).hasMessageContaining("gtid_mode");
    }

    @Test
    void marksRowsChangedWithoutForeignKeyChecks() throws InterruptedException {
        byte[] unchecked = insert(1, 2).body().clone();
        unchecked[6] |= 2; // the event's flags follow the table number
        feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), insert(1, 1), event(RawEvent.WRITE_ROWS, unchecked));
        feed(event(RawEvent.XID, new byte[8]));
        assertThat(received.get(0).rowsEvents())
                .extracting(RowsEvent::unchecked)
                .containsExactly(false, true);
    }

    @Test
    void hidesTheValuesOfAStatementLoggedInsteadOfRows() {
        assertThatThrownBy(() -> feed(gtid(1), query("s", "BEGIN"), query("s", "INSERT INTO t VALUES ('secret')")))
                .hasMessageContaining("INSERT INTO t VALUES ('secret')")
                .satisfies(refused -> assertThat(RowValueMarks.hidden(String.valueOf(refused.getMessage())))
                        .contains("instead of row events")
                        .doesNotContain("secret"));
    }

    @Test
    void rejectsRowsWithMissingColumns() {
        byte[] partial = insert(1, 2).body().clone();
        partial[11] = 0b01; // the bitmap of present columns
        assertThatThrownBy(() ->
                        feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), event(RawEvent.WRITE_ROWS, partial)))
                .hasMessageContaining("lacks column c1")
                .hasMessageContaining("binlog_row_image")
                .hasMessageContaining("gaussferry skip --config FILE --transaction ");
    }

    @Test
    void rejectsATableNumberOfAnotherTransaction() {
        assertThatThrownBy(() -> feed(
                        gtid(1),
                        query("", "BEGIN"),
                        tableMap("s", "t"),
                        event(RawEvent.XID, new byte[8]),
                        gtid(2),
                        query("", "BEGIN"),
                        insert(1, 2)))
                .hasMessageContaining("no TABLE_MAP");
    }

    @Test
    void emitsALargeTransactionInParts() throws InterruptedException {
        feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"));
        for (int i = 0; i < 300; i++) {
            feed(insert(i, i));
        }
        int whileOpen = received.size();
        feed(event(RawEvent.XID, new byte[8]), gtid(2), query("", "BEGIN"), event(RawEvent.XID, new byte[8]));

        assertThat(whileOpen).isGreaterThan(2);
        List<SourceTransaction> fragments = received.subList(0, received.size() - 1);
        assertThat(fragments.subList(0, fragments.size() - 1))
                .extracting(SourceTransaction::fragment)
                .containsOnly(Fragment.MORE_FOLLOWS);
        assertThat(fragments.get(fragments.size() - 1).fragment()).isEqualTo(Fragment.LAST);
        assertThat(fragments).allSatisfy(fragment -> {
            assertThat(fragment.gtid()).hasToString(SERVER + ":1");
            assertThat(fragment.captureSequence()).isEqualTo(1);
            assertThat(fragment.commitMicros()).isEqualTo(1_700_000_000_123_456L);
            assertThat(fragment.byteSize()).isLessThanOrEqualTo(PART_BYTES);
            assertThat(fragment.rowsEvents()).isNotEmpty();
        });
        assertThat(fragments.stream()
                        .mapToInt(fragment -> fragment.rowsEvents().size())
                        .sum())
                .isEqualTo(300);
        assertThat(received.get(received.size() - 1).fragment()).isEqualTo(Fragment.WHOLE);
        assertThat(received.get(received.size() - 1).captureSequence()).isEqualTo(2);
    }

    @Test
    void rejectsAnEventAboveTheMaximumSize() {
        byte[] large = Arrays.copyOf(insert(1, 2).body(), 1_001);
        assertThatThrownBy(
                        () -> feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), event(RawEvent.WRITE_ROWS, large)))
                .hasMessageContaining("maximum-event-bytes");
    }

    @Test
    void skipsLargeEventsOfOtherTablesAndRejectsThoseOfReplicatedTables() throws InterruptedException {
        feed(gtid(1), query("x", "BEGIN"), tableMap("x", "t"), large(insert(1, 2)), event(RawEvent.XID, new byte[8]));
        assertThat(received).hasSize(1);
        assertThat(received.get(0).rowsEvents()).isEmpty();
        feed(gtid(2), query("s", "BEGIN"), large(event(RawEvent.ROWS_QUERY, new byte[20])), tableMap("s", "t"));
        assertThatThrownBy(() -> feed(large(insert(1, 2))))
                .hasMessageContaining("A rows event of table s.t has 300000000 bytes")
                .hasMessageContaining("source.maximum-event-bytes (1000)")
                .hasMessageContaining(SERVER + ":2");
        assembler = assembler(NOTHING, Naming.GTID);
        assertThatThrownBy(() -> feed(gtid(3), large(query("s", "INSERT INTO t VALUES (1)"))))
                .hasMessageContaining("A binlog event of type 2 has 300000000 bytes");
    }

    /** Returns the event as read if it is much longer. */
    private static RawEvent large(RawEvent event) {
        return new RawEvent(
                event.type(),
                event.flags(),
                event.timestampSeconds(),
                event.start(),
                event.end(),
                event.body(),
                300_000_000,
                null);
    }

    @Test
    void rejectsLoadDataStatementsOfReplicatedTablesOnly() throws InterruptedException {
        feed(gtid(1), query("x", "BEGIN"), event(RawEvent.BEGIN_LOAD_QUERY, new byte[8]));
        feed(event(RawEvent.APPEND_BLOCK, new byte[8]), load("x", "LOAD DATA INFILE 'f' INTO TABLE `t` (`a`)"));
        feed(event(RawEvent.XID, new byte[8]));
        assertThat(received).hasSize(1);
        feed(gtid(2), query("s", "BEGIN"), event(RawEvent.BEGIN_LOAD_QUERY, new byte[8]));
        assertThatThrownBy(() -> feed(load("s", "LOAD DATA INFILE 'f' INTO TABLE `t` (`a`)")))
                .hasMessageContaining("logged a statement instead of row events");
    }

    private static RawEvent load(String database, String sql) {
        byte[] query = query(database, sql).body();
        ByteBuffer body = ByteBuffer.allocate(query.length + 13);
        body.put(query, 0, 13).put(new byte[13]).put(query, 13, query.length - 13);
        return event(RawEvent.EXECUTE_LOAD_QUERY, body.array());
    }

    @Test
    void numbersTransactionsWithoutGtidsAndSkipsExecutedOnes() throws InterruptedException {
        String executed = "00000000-0000-0000-0000-000000000000:1-5:7";
        assembler = assembler(
                new Progress(executed, new LowWaterMark(5, new BinlogPosition("binlog.000003", 900))), Naming.ORDINAL);
        feed(rotate("binlog.000003", 900));
        for (int i = 0; i < 3; i++) {
            feed(anonymous(), query("", "BEGIN"), tableMap("s", "t"), insert(i, i), event(RawEvent.XID, new byte[8]));
        }
        feed(gtid(77), query("", "BEGIN"), event(RawEvent.XID, new byte[8]));
        assertThat(received).extracting(SourceTransaction::captureSequence).containsExactly(6L, 8L, 9L);
        assertThat(received.get(0)).hasToString("transaction 6 at binlog.000003:1000");
        assertThat(received.get(2)).hasToString("transaction 9 at binlog.000003:1000");
    }

    @Test
    void rejectsATransactionWithoutEnd() {
        assertThatThrownBy(() -> feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), insert(1, 1), gtid(2)))
                .hasMessageContaining("before this one has ended")
                .hasMessageContaining(SERVER + ":1");
    }

    @Test
    void rejectsRolledBackRowsAndAcceptsAnEmptyRollback() throws InterruptedException {
        feed(gtid(1), query("", "BEGIN"), query("", "ROLLBACK"));
        assertThat(received)
                .singleElement()
                .satisfies(only -> assertThat(only.rowsEvents()).isEmpty());
        assertThatThrownBy(() -> feed(
                        gtid(2), query("", "BEGIN"), tableMap("s", "t"), insert(1, 1), query("", "ROLLBACK TO `a`")))
                .hasMessageContaining("rolled back");
    }

    /** A new definition may have been applied that does not match earlier rows, which the target already has. */
    @Test
    void doesNotReadExecutedTransactionsWithCurrentDefinitions() throws InterruptedException {
        String executed = "00000000-0000-0000-0000-000000000000:1-5:7";
        assembler = assembler(
                new Progress(executed, new LowWaterMark(6, new BinlogPosition("binlog.000003", 900))), Naming.ORDINAL);
        feed(rotate("binlog.000003", 900));
        feed(anonymous(), query("", "BEGIN"), tableMap("s", "gone"), insert(1, 1), event(RawEvent.XID, new byte[8]));
        assertThat(received).isEmpty();
    }

    /** The rows of a table without a key would be duplicated silently. */
    @Test
    void rejectsExecutedAndRepeatedTransactions() throws InterruptedException {
        assembler =
                assembler(new Progress(SERVER + ":1-3:5", new LowWaterMark(3, new BinlogPosition("", 0))), Naming.GTID);
        feed(gtid(4), query("s", "BEGIN"), tableMap("s", "t"), insert(1, 1), event(RawEvent.XID, new byte[8]));
        for (long number : new long[] {3, 4, 5}) {
            TransactionAssembler each = assembler;
            assertThatThrownBy(() -> each.accept(gtid(number)))
                    .isInstanceOf(GaussferryException.class)
                    .hasMessageContaining("that the target already has")
                    .hasMessageContaining(SERVER + ":" + number);
            assembler = assembler(
                    new Progress(SERVER + ":1-5", new LowWaterMark(3, new BinlogPosition("", 0))), Naming.GTID);
        }
    }

    /** Requires that {@code SessionState} reads the flags of the session. */
    @Test
    void reportsTheChecksOfTheSession() {
        for (int flags : List.of(0, 0x0400_0000, 0x0800_0000, 0x0C08_4000)) {
            ByteBuffer status = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN);
            RawEvent statement =
                    query("s", "TRUNCATE t", status.put((byte) 0).putInt(flags).array());
            assembler = assembler(NOTHING, Naming.GTID);
            assertThatThrownBy(() -> feed(gtid(1), statement))
                    .isInstanceOfSatisfying(DefinitionException.class, change -> {
                        StatementContext context =
                                change.statement().orElseThrow().context();
                        assertThat(context.foreignKeyChecks()).isEqualTo((flags & 0x0400_0000) == 0);
                        assertThat(context.uniqueChecks()).isEqualTo((flags & 0x0800_0000) == 0);
                    });
        }
    }

    /** Requires {@code CascadeGuard}: for a replicated parent, and for one that is not replicated. */
    @Test
    void stopsAtChangesWithUnloggedCascades() throws InterruptedException {
        for (String schema : List.of("s", "x")) {
            TableId child = new TableId("s", "c");
            ForeignKeyDefinition key = new ForeignKeyDefinition(
                    "k", List.of("p"), new TableId(schema, "t"), List.of("id"), "NO ACTION", "CASCADE");
            TableCatalog catalog = new TableCatalog(
                            SETTINGS, List.of(table.version().definition()))
                    .without(MissingCascades.of(List.of(), List.of(new Cascade(child, key))));
            for (int flags : List.of(1, 1 | 2, 1 | 16, 1 | 2 | 16)) {
                assembler = assembler(catalog, NOTHING, Naming.GTID);
                feed(gtid(1), query("", "BEGIN"), tableMap(schema, "t"), insert(1, 1));
                RawEvent delete = event(RawEvent.DELETE_ROWS, flagged(insert(1, 1), flags));
                if (flags == 1) {
                    assertThatThrownBy(() -> feed(delete))
                            .isInstanceOfSatisfying(
                                    DefinitionException.class,
                                    lost -> assertThat(lost.tables()).containsExactly(child))
                            .hasMessageContaining("foreign key k of table s.c to " + schema + ".t, ON DELETE CASCADE")
                            .hasMessageContaining(SERVER + ":1");
                } else {
                    feed(delete, event(RawEvent.XID, new byte[8]));
                }
            }
        }
    }

    private static byte[] flagged(RawEvent rows, int flags) {
        byte[] body = rows.body().clone();
        body[6] = (byte) flags;
        return body;
    }

    private static RawEvent anonymous() {
        return event(RawEvent.ANONYMOUS_GTID, new byte[gtid(1).body().length]);
    }

    private void feed(RawEvent... events) throws InterruptedException {
        for (RawEvent event : events) {
            assembler.accept(event);
        }
    }
}
