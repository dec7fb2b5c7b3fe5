package io.gaussferry.bench.change;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Assembles binlog events into transactions. For one thread. */
final class TransactionBuilder {
    private final String database;
    private final Map<String, TableShape> tables;
    private final Sink sink;
    private final Map<Long, TableMapEventData> maps = new HashMap<>();
    private List<RowChange> changes = new ArrayList<>();
    private @Nullable GtidEventData gtid;
    private int file;

    TransactionBuilder(String database, Map<String, TableShape> tables, Sink sink) {
        this.database = database;
        this.tables = tables;
        this.sink = sink;
    }

    /** Accepts complete transactions. */
    @FunctionalInterface
    interface Sink {
        void take(ChangedTransaction transaction) throws InterruptedException;
    }

    void accept(Event event) throws InterruptedException {
        EventData data = event.getData();
        if (event.getHeader().getEventType() == EventType.ROTATE) {
            finish();
            file++;
        } else if (data instanceof GtidEventData next) {
            finish();
            gtid = next;
        } else if (data instanceof TransactionPayloadEventData payload) {
            for (Event inner : payload.getUncompressedEvents()) {
                accept(inner);
            }
        } else if (data instanceof TableMapEventData map) {
            maps.put(map.getTableId(), map);
        } else if (data instanceof WriteRowsEventData write) {
            Source source = source(write.getTableId());
            if (source != null) {
                write.getRows().forEach(row -> changes.add(new RowChange(source.shape(), null, source.text(row))));
            }
        } else if (data instanceof DeleteRowsEventData delete) {
            Source source = source(delete.getTableId());
            if (source != null) {
                delete.getRows().forEach(row -> changes.add(new RowChange(source.shape(), source.text(row), null)));
            }
        } else if (data instanceof UpdateRowsEventData update) {
            Source source = source(update.getTableId());
            if (source != null) {
                update.getRows()
                        .forEach(row -> changes.add(
                                new RowChange(source.shape(), source.text(row.getKey()), source.text(row.getValue()))));
            }
        } else if (data instanceof XidEventData) {
            finish();
        }
    }

    private void finish() throws InterruptedException {
        GtidEventData finished = gtid;
        if (finished == null) {
            return;
        }
        gtid = null;
        List<RowChange> its = changes;
        changes = new ArrayList<>();
        sink.take(new ChangedTransaction(file, finished.getLastCommitted(), finished.getSequenceNumber(), its));
    }

    private @Nullable Source source(long tableId) {
        TableMapEventData map = maps.get(tableId);
        if (map == null || !map.getDatabase().equals(database)) {
            return null;
        }
        TableShape shape = tables.get(map.getTable());
        if (shape == null || shape.columns().size() != map.getColumnTypes().length) {
            throw new IllegalStateException(
                    "the target has no table " + map.getTable() + " with " + map.getColumnTypes().length + " columns");
        }
        return new Source(shape, map.getColumnTypes());
    }

    /** Converts the values of a table to strings in the target's format. */
    private record Source(TableShape shape, byte[] types) {
        @Nullable
        String[] text(@Nullable Serializable[] row) {
            @Nullable String[] text = new @Nullable String[row.length];
            for (int column = 0; column < row.length; column++) {
                text[column] = text(row[column], types[column]);
            }
            return text;
        }

        private static @Nullable String text(@Nullable Serializable value, byte type) {
            if (value == null) {
                return null;
            }
            if (value instanceof byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
            int code = type & 0xff;
            if (value instanceof Long micros
                    && (code == ColumnType.DATETIME_V2.getCode() || code == ColumnType.DATETIME.getCode())) {
                Instant instant = Instant.ofEpochSecond(
                        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
                return LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
                        .toString()
                        .replace('T', ' ');
            }
            return value.toString();
        }
    }
}
