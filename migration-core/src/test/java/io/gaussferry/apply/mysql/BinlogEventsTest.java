package io.gaussferry.apply.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.FormatDescriptionEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parses the encoded events with the library that reads the binlog. */
class BinlogEventsTest {

    private static final int[] KEY = {0};
    private static final int[] CHANGED = {1, 2};

    private static List<Event> read(BinlogEvents events) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(events.base64());
        assertThat(bytes).hasSize(events.length());
        EventDeserializer deserializer = new EventDeserializer();
        deserializer.setChecksumType(ChecksumType.NONE);
        List<Event> found = new ArrayList<>();
        ByteArrayInputStream input = new ByteArrayInputStream(bytes);
        for (Event event = deserializer.nextEvent(input); event != null; event = deserializer.nextEvent(input)) {
            found.add(event);
        }
        return found;
    }

    @Test
    void encodesFormatDescription() throws IOException {
        BinlogEvents events = new BinlogEvents();
        events.formatDescription("8.0.33");
        FormatDescriptionEventData data = read(events).get(0).getData();
        assertThat(data.getBinlogVersion()).isEqualTo(4);
        assertThat(data.getServerVersion()).isEqualTo("8.0.33");
        assertThat(data.getHeaderLength()).isEqualTo(19);
        assertThat(data.getChecksumType()).isEqualTo(ChecksumType.NONE);
    }

    @Test
    void encodesUpdateOfSomeColumns() throws IOException {
        List<ColumnDefinition> columns = new ArrayList<>(List.of(
                Columns.column("int", null), Columns.column("varchar(10)", "utf8mb4"), Columns.column("bigint", null)));
        // a bitmap of more than one byte
        for (int i = 0; i < 7; i++) {
            columns.add(Columns.column("smallint", null));
        }
        TableVersion version =
                RowImageEncoder.version(new TableDefinition(new TableId("shop", "item"), columns, List.of()));
        byte[] bytes = {7, 0, 0, 0, 2, 'a', 'b', 9, 0, 0, 0, 0, 0, 0, 0};
        BinlogEvents events = new BinlogEvents();
        events.tableMap(version);
        events.startRows(BinlogEvents.UPDATE_ROWS, columns.size(), KEY);
        events.columns(columns.size(), CHANGED);
        events.image(bytes, new int[] {0, 4, 7, 15}, KEY);
        events.image(bytes, new int[] {0, 4, 7, 15}, CHANGED);
        events.image(bytes, new int[] {0, 4, 7, 15}, KEY);
        // NULL in the second
        events.image(bytes, new int[] {0, 7, 7, 15}, CHANGED);
        events.end();

        List<Event> found = read(events);
        assertThat(found)
                .extracting(event -> (EventType) event.getHeader().getEventType())
                .containsExactly(EventType.TABLE_MAP, EventType.EXT_UPDATE_ROWS);
        TableMapEventData map = found.get(0).getData();
        assertThat(map.getDatabase() + "." + map.getTable()).isEqualTo("shop.item");
        assertThat(map.getColumnTypes()).isEqualTo(version.wireTypes());
        assertThat(map.getColumnMetadata()[1]).isEqualTo(40);
        assertThat(map.getColumnNullability().cardinality()).isEqualTo(nullable(columns));
        UpdateRowsEventData update = found.get(1).getData();
        assertThat(update.getIncludedColumnsBeforeUpdate()).isEqualTo(bits(KEY));
        assertThat(update.getIncludedColumns()).isEqualTo(bits(CHANGED));
        assertThat(update.getRows())
                .extracting(row -> List.of(row.getKey()).toString() + Arrays.toString(row.getValue()))
                .containsExactly("[7][ab, 9]", "[7][null, 9]");
    }

    private static int nullable(List<ColumnDefinition> columns) {
        return (int) columns.stream().filter(ColumnDefinition::nullable).count();
    }

    private static BitSet bits(int[] set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }
}
