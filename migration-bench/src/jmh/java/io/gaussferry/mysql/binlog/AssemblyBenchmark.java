package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.io.BufferedSocketInputStream;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From the bytes of a binlog connection to transactions of one row each, in nanoseconds per transaction of five events. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init")
public class AssemblyBenchmark {

    private static final int TRANSACTIONS = 5_000;
    private static final int COLUMNS = 4;
    private static final int ROW_BYTES = 190;
    private static final int CHECKSUM_BYTES = 4;

    private static final byte[] TABLE_MAP = {
        9, 0, 0, 0, 0, 0, 1, 0, 1, 's', 0, 1, 't', 0, COLUMNS, 3, 3, 3, 3, 0, 0, 1, 1, 0
    };

    private static final SourceSettings SETTINGS =
            new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1 << 20, 1 << 20, SourceTimeouts.DEFAULT);

    /** Counts its transactions. */
    private static final class Counter implements TransactionSink {
        private int transactions;

        @Override
        public void connected() {}

        @Override
        public void accept(SourceTransaction transaction) {
            transactions += transaction.rowsEvents().size();
        }

        @Override
        public void flush() {}
    }

    private byte[] stream;

    @Setup
    public void fill() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int number = 1; number <= TRANSACTIONS; number++) {
            bytes.writeBytes(packet(RawEvent.GTID, gtid(number)));
            bytes.writeBytes(packet(RawEvent.QUERY, query()));
            bytes.writeBytes(packet(RawEvent.TABLE_MAP, TABLE_MAP));
            bytes.writeBytes(packet(RawEvent.WRITE_ROWS, rows()));
            bytes.writeBytes(packet(RawEvent.XID, new byte[Long.BYTES]));
        }
        stream = bytes.toByteArray();
    }

    private static byte[] packet(int type, byte[] body) {
        int length = RawEvent.HEADER_BYTES + body.length + CHECKSUM_BYTES;
        return ByteBuffer.allocate(Integer.BYTES + 1 + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length + 1)
                .put((byte) 0)
                .putInt(1_700_000_000)
                .put((byte) type)
                .putInt(1)
                .putInt(length)
                .putInt(1_000)
                .putShort((short) 0)
                .put(body)
                .array();
    }

    private static byte[] gtid(int number) {
        return ByteBuffer.allocate(1 + 16 + 8 + 1 + 16 + 7)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0)
                .putLong(1)
                .putLong(2)
                .putLong(number)
                .put((byte) 2)
                .putLong(number - 1)
                .putLong(number)
                .put(new byte[] {1, 2, 3, 4, 5, 6, 0})
                .array();
    }

    private static byte[] query() {
        byte[] statement = "BEGIN".getBytes(StandardCharsets.US_ASCII);
        byte[] body = new byte[4 + 4 + 1 + 2 + 2 + 30 + 2 + statement.length];
        body[8] = 1; // the database's name
        body[11] = 30; // status variables
        System.arraycopy(statement, 0, body, body.length - statement.length, statement.length);
        return body;
    }

    private static byte[] rows() {
        byte[] body = new byte[6 + 2 + 2 + 1 + 1 + 1 + ROW_BYTES];
        body[0] = 9;
        body[8] = 2;
        body[10] = COLUMNS;
        body[11] = (1 << COLUMNS) - 1;
        return body;
    }

    private static TransactionAssembler assembler(TransactionSink sink) {
        List<ColumnDefinition> columns = List.of(column("a"), column("b"), column("c"), column("d"));
        TableDefinition table = new TableDefinition(new TableId("s", "t"), columns, List.of());
        return new TransactionAssembler(
                new TableCatalog(SETTINGS, List.of(table)),
                StatementFilter.NONE,
                sink,
                SETTINGS,
                new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))),
                Naming.GTID);
    }

    private static ColumnDefinition column(String name) {
        return new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false);
    }

    @Benchmark
    @OperationsPerInvocation(TRANSACTIONS)
    public int assemble() throws IOException, InterruptedException {
        Counter counter = new Counter();
        TransactionAssembler assembler = assembler(counter);
        EventReader reader = new EventReader(
                new ByteArrayInputStream(new BufferedSocketInputStream(new java.io.ByteArrayInputStream(stream))),
                true);
        for (RawEvent event = reader.next(); event != null; event = reader.next()) {
            assembler.accept(event);
            if (!reader.isNextBuffered()) {
                counter.flush();
            }
        }
        if (counter.transactions != TRANSACTIONS) {
            throw new IllegalStateException(counter.transactions + " transactions");
        }
        return counter.transactions;
    }
}
