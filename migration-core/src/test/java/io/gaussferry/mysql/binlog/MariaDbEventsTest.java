package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the events that only MariaDB writes. */
class MariaDbEventsTest {

    private static final int MAXIMUM = 1_000_000;

    @Test
    void readsGtids() {
        MariaDbGtidEvent several = MariaDbGtidEvent.parse(gtid(12, 3, 12, "000000000000"));
        assertThat(several.event().gtid()).isEqualTo(Gtid.ofMariaDb(3, 7, 12));
        assertThat(several.hasSeveralEvents()).isTrue();
        assertThat(MariaDbGtidEvent.parse(gtid(12, 3, 41, "000000000000")).hasSeveralEvents())
                .isFalse();
        assertThat(MariaDbGtidEvent.parse(gtid(12, 3, 14, "0102030405060708")).hasSeveralEvents())
                .isTrue();
    }

    /** Bytes of MariaDB 10.11.5 after the flags: XA START 'abc','de'. */
    @Test
    void readsGtidsOfPreparedTransactions() {
        MariaDbGtidEvent prepared = MariaDbGtidEvent.parse(gtid(10, 0, 76, "010000000302616263646501ff"));
        assertThat(prepared.isPreparedXa()).isTrue();
        assertThat(prepared.hasSeveralEvents()).isTrue();
        MariaDbGtidEvent committed = MariaDbGtidEvent.parse(gtid(11, 0, 141, "0100000003026162636465"));
        assertThat(committed.isPreparedXa()).isFalse();
        assertThat(committed.hasSeveralEvents()).isFalse();
        assertThat(MariaDbGtidEvent.parse(gtid(10, 0, 78, "0102030405060708" + "010000000302616263646501ff"))
                        .isPreparedXa())
                .isTrue();
    }

    /** Bytes of MariaDB 10.11.5 after the flags: the start and the end of an ALTER TABLE, and both with a commit id. */
    @ParameterizedTest
    @ValueSource(
            strings = {"020000000000", "040800000000000000", "010203040506070802", "0102030405060708080800000000000000"
            })
    void rejectsAnAlterThatIsNotExecutedYet(String rest) {
        int flags = rest.startsWith("01") ? 43 : 41;
        assertThatThrownBy(() -> MariaDbGtidEvent.parse(gtid(12, 3, flags, rest)))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("binlog_alter_two_phase");
    }

    /** @param rest the bytes after the flags, as hexadecimal digits */
    private static RawEvent gtid(long number, int domain, int flags, String rest) {
        byte[] bytes = HexFormat.of().parseHex(rest);
        ByteBuffer body = ByteBuffer.allocate(13 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(number).putInt(domain).put((byte) flags).put(bytes);
        return event(RawEvent.MARIADB_GTID, body.array());
    }

    private static RawEvent event(int type, byte[] body) {
        return new RawEvent(type, 0, 0, 0, 0, body, body.length, null, 7);
    }

    @Test
    void decompressesStatements() {
        byte[] head = new byte[4 + 4 + 1 + 2 + 2 + 1];
        byte[] sql = "CREATE TABLE t (id INT)".repeat(20).getBytes(StandardCharsets.UTF_8);
        RawEvent event = CompressedEvent.decompress(event(RawEvent.QUERY_COMPRESSED, compressed(head, sql)), MAXIMUM);
        assertThat(event.type()).isEqualTo(RawEvent.QUERY);
        assertThat(Arrays.copyOfRange(event.body(), head.length, event.body().length))
                .isEqualTo(sql);
        assertThat(event.serverId()).isEqualTo(7);
    }

    @Test
    void decompressesRowsAfterBothBitmapsOfAnUpdate() {
        byte[] head = new byte[8 + 1 + 2 + 2];
        head[8] = 9; // columns
        byte[] rows = new byte[500];
        RawEvent event =
                CompressedEvent.decompress(event(RawEvent.UPDATE_ROWS_COMPRESSED_V1, compressed(head, rows)), MAXIMUM);
        assertThat(event.type()).isEqualTo(RawEvent.UPDATE_ROWS_V1);
        assertThat(event.body()).hasSize(head.length + rows.length);
    }

    @Test
    void rejectsDamagedAndTooLargeEvents() {
        byte[] head = new byte[4 + 4 + 1 + 2 + 2 + 1];
        byte[] whole = compressed(head, new byte[500]);
        byte[] cut = Arrays.copyOf(whole, 20);
        assertThatThrownBy(() -> CompressedEvent.decompress(event(RawEvent.QUERY_COMPRESSED, cut), MAXIMUM))
                .isInstanceOf(GaussferryException.class);
        assertThatThrownBy(() -> CompressedEvent.decompress(event(RawEvent.QUERY_COMPRESSED, whole), 100))
                .hasMessageContaining("maximum-event-bytes");
    }

    private static byte[] compressed(byte[] head, byte[] content) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(head);
        whole.write(0x82);
        whole.write(content.length >> 8);
        whole.write(content.length & 0xFF);
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        byte[] buffer = new byte[2_000];
        whole.write(buffer, 0, deflater.deflate(buffer));
        deflater.end();
        return whole.toByteArray();
    }

    @Test
    void startsBeforeTheWantedTransactions() {
        GtidSet executed = GtidSet.parse("0-1-100,0-2-120,5-1-7");
        GtidSet wanted = new GtidSet();
        wanted.addOnly(Gtid.ofMariaDb(0, 1, 90));
        assertThat(BinlogStart.with(wanted, executed).mariaDbPosition()).isEqualTo("0-1-89,5-1-7");
        assertThat(BinlogStart.after(executed).mariaDbPosition()).isEqualTo("0-2-120,5-1-7");
        assertThat(BinlogStart.after(executed).gtids()).isEmpty();
    }

    @Test
    void detectsNumbersOutOfOrder() {
        DomainOrder order = new DomainOrder(GtidSet.parse("0-1-100"));
        assertThat(order.add(Gtid.ofMariaDb(0, 2, 101))).isTrue();
        assertThat(order.add(Gtid.ofMariaDb(0, 1, 101))).isFalse();
        assertThat(order.add(Gtid.ofMariaDb(1, 1, 1))).isTrue();
    }
}
