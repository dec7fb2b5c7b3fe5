package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.testing.IntTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Damaged events: the only outcome is a described failure, in bounded time and memory. */
class AssemblerFuzzTest {

    private static final int MAXIMUM_EVENT_BYTES = 1 << 20;
    private static final int ROUNDS = 20_000;

    private static final byte[] BEGIN = query("BEGIN");
    private static final byte[] TABLE_MAP = {
        9, 0, 0, 0, 0, 0, 1, 0, 1, 's', 0, 1, 't', 0, 2, 3, 3, 0, 0, 1, 1, 0, 4, 6, 2, 'c', '0', 2, 'c', '1'
    };
    private static final byte[] ROWS = {9, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0};
    private static final byte[] UPDATE = {9, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 3, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0};

    private final List<SourceTransaction> received = new ArrayList<>();

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));

    private TransactionAssembler assembler() {
        SourceSettings settings = new SourceSettings(
                "jdbc:mysql://h/",
                "u",
                "p",
                List.of("s"),
                1,
                MAXIMUM_EVENT_BYTES,
                MAXIMUM_EVENT_BYTES,
                SourceTimeouts.DEFAULT);
        return new TransactionAssembler(
                new TableCatalog(settings, List.of(table.version().definition())),
                StatementFilter.NONE,
                new CollectingSink(received),
                settings,
                new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))),
                Naming.GTID);
    }

    private static List<RawEvent> intactEvents() {
        byte[] inner = concat(
                framed(RawEvent.QUERY, BEGIN),
                framed(RawEvent.TABLE_MAP, TABLE_MAP),
                framed(RawEvent.WRITE_ROWS, ROWS),
                framed(RawEvent.PARTIAL_UPDATE_ROWS, UPDATE),
                framed(RawEvent.XID, new byte[8]));
        return List.of(
                event(RawEvent.GTID, gtid(42)),
                event(RawEvent.QUERY, BEGIN),
                event(RawEvent.TABLE_MAP, TABLE_MAP),
                event(RawEvent.WRITE_ROWS, ROWS),
                event(RawEvent.UPDATE_ROWS, UPDATE),
                event(RawEvent.XID, new byte[8]),
                event(RawEvent.GTID, gtid(43)),
                event(RawEvent.TRANSACTION_PAYLOAD, payload(Zstd.compress(inner), 0, inner.length)),
                event(RawEvent.GTID, gtid(44)),
                event(RawEvent.TRANSACTION_PAYLOAD, payload(inner, 255, inner.length)));
    }

    @Test
    void acceptsIntactEvents() throws InterruptedException {
        TransactionAssembler assembler = assembler();
        for (RawEvent event : intactEvents()) {
            assembler.accept(event);
        }
        assertThat(received).hasSize(3).allSatisfy(transaction -> {
            assertThat(transaction.rowsEvents()).hasSize(2);
            assertThat(transaction.end().offset()).isEqualTo(1100);
        });
    }

    @Test
    void reportsDamagedEventsWithLocationAndRemedy() {
        long seed = System.nanoTime();
        System.out.println("AssemblerFuzzTest seed " + seed);
        Random random = new Random(seed);
        List<RawEvent> intact = intactEvents();
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int round = 0; round < ROUNDS; round++) {
                received.clear();
                TransactionAssembler assembler = assembler();
                try {
                    for (RawEvent event : intact) {
                        boolean damaged = random.nextInt(5) == 0;
                        assembler.accept(damaged ? damaged(event, random) : event);
                    }
                } catch (GaussferryException expected) {
                    assertThat(expected.getMessage()).contains("at: source").contains("remedy:");
                }
            }
        });
    }

    private static RawEvent damaged(RawEvent event, Random random) {
        byte[] body = event.body().clone();
        switch (random.nextInt(3)) {
            case 0 -> body = Arrays.copyOf(body, random.nextInt(body.length + 1));
            case 1 -> random.nextBytes(body);
            default -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    body[random.nextInt(body.length)] = (byte) random.nextInt(256);
                }
            }
        }
        int type = random.nextInt(8) == 0 ? random.nextInt(50) : event.type();
        return event(type, body);
    }

    @Test
    void rejectsPayloadsWithWrongSizes() {
        byte[] tooLong = framed(RawEvent.WRITE_ROWS, ROWS);
        tooLong[9] = (byte) 0xFF;
        assertRefused(payload(tooLong, 255, tooLong.length), "ends within an event");
        byte[] huge = framed(RawEvent.WRITE_ROWS, ROWS);
        huge[12] = 0x7F;
        assertRefused(payload(huge, 255, huge.length), "ends within an event");
        byte[] hugeStatement = framed(RawEvent.QUERY, ROWS);
        hugeStatement[12] = 0x7F;
        assertRefused(payload(hugeStatement, 255, hugeStatement.length), "maximum-event-bytes");
        byte[] tooShort = framed(RawEvent.WRITE_ROWS, ROWS);
        tooShort[9] = 18;
        assertRefused(payload(tooShort, 255, tooShort.length), "event of 18 bytes");
        byte[] intact = framed(RawEvent.IGNORABLE, ROWS);
        assertRefused(payload(intact, 255, intact.length - 1), "more bytes than its header states");
        assertRefused(payload(intact, 7, intact.length), "unknown method 7");
        assertRefused(payload(new byte[] {1, 2, 3, 4, 5}, 0, 9), "is malformed");
        assertRefused(payload(framed(RawEvent.TRANSACTION_PAYLOAD, ROWS), 255, 100), "another compressed transaction");
    }

    @Test
    void doesNotBufferLargeCompressedTransactionsOfOtherDatabases() throws InterruptedException {
        byte[] otherTable = TABLE_MAP.clone();
        otherTable[9] = 'x';
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        inner.writeBytes(framed(RawEvent.TABLE_MAP, otherTable));
        byte[] rows = framed(RawEvent.WRITE_ROWS, Arrays.copyOf(ROWS, 8_000));
        while (inner.size() < 20 * MAXIMUM_EVENT_BYTES) {
            inner.writeBytes(rows);
        }
        inner.writeBytes(framed(RawEvent.XID, new byte[8]));
        byte[] events = inner.toByteArray();
        TransactionAssembler assembler = assembler();
        assembler.accept(event(RawEvent.GTID, gtid(42)));
        assembler.accept(event(RawEvent.TRANSACTION_PAYLOAD, payload(Zstd.compress(events), 0, events.length)));
        assertThat(received)
                .singleElement()
                .satisfies(transaction -> assertThat(transaction.byteSize()).isLessThan(1_000));
    }

    private void assertRefused(byte[] payload, String message) {
        assertThatThrownBy(() -> assembler().accept(event(RawEvent.TRANSACTION_PAYLOAD, payload)))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining(message);
    }

    private static RawEvent event(int type, byte[] body) {
        return new RawEvent(type, 0, 1_700_000_000L, 1000, 1100, body);
    }

    private static byte[] framed(int type, byte[] body) {
        ByteBuffer header = ByteBuffer.allocate(RawEvent.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0).put((byte) type).putInt(1).putInt(body.length + RawEvent.HEADER_BYTES);
        return concat(header.array(), body);
    }

    private static byte[] payload(byte[] content, int compression, int uncompressed) {
        return concat(field(1, content.length), field(2, compression), field(3, uncompressed), new byte[] {0}, content);
    }

    private static byte[] field(int number, int value) {
        return new byte[] {
            (byte) number,
            9,
            (byte) 254,
            (byte) value,
            (byte) (value >> 8),
            (byte) (value >> 16),
            (byte) (value >> 24),
            0,
            0,
            0,
            0
        };
    }

    private static byte[] gtid(int number) {
        byte[] body = new byte[1 + 16 + 8 + 1 + 16 + 7];
        Arrays.fill(body, 1, 17, (byte) 7);
        body[17] = (byte) number;
        body[25] = 2;
        return body;
    }

    private static byte[] query(String statement) {
        return concat(new byte[14], statement.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
