package io.gaussferry.bench.jmh;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the row images of one binlog event to the bytes of COPY, compared with the binlog library's decoding of the same
 * event.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class RowImageBenchmark {

    private static final int ROWS = 1_000;

    private final Table sysbench = new Table(sysbench());
    private final Table order = new Table(order());

    /** sysbench's row: two integers and two strings of digits. */
    static EventBuilder sysbench() {
        return new EventBuilder()
                .integer(MySqlType.INT, 3, 4, 4_711)
                .integer(MySqlType.INT, 3, 4, 499_284)
                .character(
                        120,
                        "83868641912-28773972837-60736120486-75162659906-"
                                .repeat(3)
                                .substring(0, 119))
                .character(60, "67847967377-48000963322-62604785301-91415491898-96926520291");
    }

    /** 30 columns of an order: numbers, amounts, times, short strings, an enumeration, JSON and a remark. */
    static EventBuilder order() {
        EventBuilder order = new EventBuilder()
                .integer(MySqlType.BIGINT, 8, 8, 1_234_567_890_123L)
                .integer(MySqlType.INT, 3, 4, -17)
                .integer(MySqlType.TINYINT, 1, 1, 1)
                .integer(MySqlType.SMALLINT, 2, 2, 300)
                .enumeration("new", "paid", "sent")
                .smallJson()
                .text("Please ring twice; the bell is old. ".repeat(4));
        for (int i = 0; i < 4; i++) {
            order.integer(MySqlType.BIGINT, 8, 8, 900_000L + i)
                    .decimal(12_345 + i, 67)
                    .varchar(100, "Größenwahn & Söhne " + i)
                    .varchar(30, "DE-10245-" + i);
        }
        return order.dateTime(0)
                .dateTime(6)
                .timestamp()
                .timestamp()
                .decimal(0, 5)
                .decimal(999_999_999, 99)
                .varchar(20, "EUR");
    }

    /** One event in both formats. */
    private static final class Table {
        private final RowsEvent event;
        private final RowFormat format;
        private final int[] offsets;
        private final CopyText text = new CopyText();
        private final byte[] body;
        private final WriteRowsEventDataDeserializer library;

        private Table(EventBuilder builder) {
            event = builder.rowsEvent(ROWS);
            format = new Conversion(
                            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 18", "PG", false),
                            ConversionRules.defaults())
                    .format(event.table());
            offsets = new int[format.columnCount() + 1];
            body = builder.writeRowsBody(ROWS);
            try {
                TableMapEventData map = new TableMapEventDataDeserializer()
                        .deserialize(new ByteArrayInputStream(builder.tableMapBody()));
                library = new WriteRowsEventDataDeserializer(Map.of(map.getTableId(), map))
                        .setMayContainExtraInformation(true);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private int copyText() {
            text.reset();
            byte[] bytes = event.bytes();
            int image = event.from();
            while (image < event.to()) {
                image = format.locate(bytes, image, event.to(), offsets);
                for (int column = 0; column < format.columnCount(); column++) {
                    if (offsets[column] == offsets[column + 1]) {
                        text.nullValue();
                    } else {
                        format.codec(column).write(bytes, offsets[column], offsets[column + 1], text);
                    }
                }
                text.endRow();
            }
            return text.length();
        }

        private WriteRowsEventData decoded() throws IOException {
            return library.deserialize(new ByteArrayInputStream(body));
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int sysbenchToCopyText() {
        return sysbench.copyText();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public WriteRowsEventData sysbenchDecodedByLibrary() throws IOException {
        return sysbench.decoded();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int orderToCopyText() {
        return order.copyText();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public WriteRowsEventData orderDecodedByLibrary() throws IOException {
        return order.decoded();
    }
}
