package io.gaussferry.source.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.RowOperation;
import io.gaussferry.source.RowsEvent;
import io.gaussferry.source.SourceSettings;
import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.TableCatalog;
import io.gaussferry.source.TransactionSink;
import io.gaussferry.testing.IntTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TransactionAssemblerTest {

    private static final UUID SERVER = UUID.fromString("cdc049c4-e5a2-11f1-8a32-02fc00000001");
    private static final int TABLE_NUMBER = 97;

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final List<SourceTransaction> received = new ArrayList<>();
    private final TransactionAssembler assembler = new TransactionAssembler(
            new TableCatalog(
                    new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 10_000),
                    List.of(table.version().definition())),
            new StatementClassifier(),
            new TransactionSink() {
                @Override
                public void connected() {}

                @Override
                public void accept(SourceTransaction transaction) {
                    received.add(transaction);
                }
            },
            10_000,
            0);

    @Test
    void puts_a_transaction_together() throws InterruptedException {
        assembler.rotate("binlog.000007");
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
    void passes_an_excluded_databases_transaction_on_without_rows() throws InterruptedException {
        feed(gtid(1), query("x", "BEGIN"), tableMap("x", "t"), insert(1, 2), event(RawEvent.XID, new byte[8]));
        feed(gtid(2), query("x", "ALTER TABLE t ADD c int"));
        assertThat(received)
                .hasSize(2)
                .allSatisfy(transaction -> assertThat(transaction.rowsEvents()).isEmpty());
    }

    @Test
    void stops_at_a_changed_definition_and_quotes_the_statement() {
        assertThatThrownBy(() -> feed(gtid(2), query("s", "ALTER TABLE t ADD c int")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("ALTER TABLE t ADD c int")
                .hasMessageContaining(SERVER + ":2");
    }

    @Test
    void stops_at_what_it_does_not_understand_unless_the_server_says_that_it_may_be_ignored()
            throws InterruptedException {
        feed(new RawEvent(250, 0x80, 0, 0, 0, new byte[0]));
        assertThatThrownBy(() -> feed(event(250, new byte[0]))).hasMessageContaining("unknown type 250");
        assertThatThrownBy(() -> feed(event(RawEvent.XA_PREPARE, new byte[0]))).hasMessageContaining("XA");
        assertThatThrownBy(() -> feed(event(RawEvent.ANONYMOUS_GTID, new byte[0])))
                .hasMessageContaining("gtid_mode");
    }

    @Test
    void refuses_rows_that_lack_columns() {
        byte[] partial = insert(1, 2).body().clone();
        partial[11] = 0b01; // the bitmap of present columns
        assertThatThrownBy(() ->
                        feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"), event(RawEvent.WRITE_ROWS, partial)))
                .hasMessageContaining("lacks column c1")
                .hasMessageContaining("binlog_row_image");
    }

    @Test
    void a_table_number_means_something_in_its_own_transaction_only() {
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
    void refuses_a_transaction_that_is_larger_than_allowed() {
        assertThatThrownBy(() -> {
                    feed(gtid(1), query("", "BEGIN"), tableMap("s", "t"));
                    for (int i = 0; i < 1_000; i++) {
                        feed(insert(i, i));
                    }
                })
                .hasMessageContaining("maximum-transaction-bytes");
    }

    private void feed(RawEvent... events) throws InterruptedException {
        for (RawEvent event : events) {
            assembler.accept(event);
        }
    }

    private static RawEvent event(int type, byte[] body) {
        return new RawEvent(type, 0, 1_700_000_000L, 1000, 1100, body);
    }

    private static RawEvent gtid(long number) {
        ByteBuffer body = ByteBuffer.allocate(1 + 16 + 8 + 1 + 16 + 7);
        body.put((byte) 0)
                .putLong(SERVER.getMostSignificantBits())
                .putLong(SERVER.getLeastSignificantBits())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .put((byte) 2)
                .putLong(0)
                .putLong(1);
        for (int i = 0; i < 7; i++) {
            body.put((byte) (1_700_000_000_123_456L >>> 8 * i));
        }
        return event(RawEvent.GTID, body.array());
    }

    private static RawEvent query(String database, String statement) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[8]);
        body.write(database.length());
        body.writeBytes(new byte[4]);
        body.writeBytes(database.getBytes(StandardCharsets.UTF_8));
        body.write(0);
        body.writeBytes(statement.getBytes(StandardCharsets.UTF_8));
        return event(RawEvent.QUERY, body.toByteArray());
    }

    private static RawEvent tableMap(String schema, String name) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {TABLE_NUMBER, 0, 0, 0, 0, 0, 1, 0});
        for (String text : List.of(schema, name)) {
            body.write(text.length());
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        body.writeBytes(new byte[] {2, 3, 3, 0, 0});
        return event(RawEvent.TABLE_MAP, body.toByteArray());
    }

    private static RawEvent insert(int first, int second) {
        ByteBuffer body = ByteBuffer.allocate(6 + 2 + 2 + 1 + 1 + 1 + 8).order(ByteOrder.LITTLE_ENDIAN);
        body.put(new byte[] {TABLE_NUMBER, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 0b11, 0});
        body.putInt(first).putInt(second);
        return event(RawEvent.WRITE_ROWS, body.array());
    }
}
