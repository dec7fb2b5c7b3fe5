package io.gaussferry.apply.mysql;

import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableVersion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Encodes events of MySQL's binlog for the statement {@code BINLOG}: format 4, without checksums ({@code
 * binlog_event.h}, {@code control_events.h} and {@code rows_event.h} of MySQL's {@code libbinlogevents}). Not
 * thread-safe.
 */
final class BinlogEvents {

    /** Event types. */
    private static final int FORMAT_DESCRIPTION = 15;

    private static final int TABLE_MAP = 19;
    static final int WRITE_ROWS = 30;
    static final int UPDATE_ROWS = 31;
    static final int DELETE_ROWS = 32;

    private static final int HEADER_BYTES = 19;
    private static final int SIZE_OFFSET = 9;
    private static final int VERSION_BYTES = 50;
    private static final int CHECKSUM_BYTES = 4;

    /**
     * Header lengths of the event types in 8.0, from type 1 on, as listed in a format description. A later server has
     * additional types but the same lengths.
     */
    private static final int[] HEADERS = {
        0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 98, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0,
        18, 52, 0, 10, 40, 0
    };

    /** The rows end their statement; foreign keys are not checked. */
    private static final int FLAGS = 1 | 2;

    /** Every table map assigns the numbers again; a number is valid within its statement. */
    private static final long TABLE_NUMBER = 1;

    /** Maximum size of the buffer retained between statements. A single row may need far more. */
    private static final int RETAINED_BYTES = 2 << 20;

    private BinaryOutput output = new BinaryOutput(1 << 16);

    /** Offset of the start of the unfinished event. */
    private int eventStart;

    /** Returns the length of all events, in bytes. */
    int length() {
        return output.length();
    }

    /** Removes all events. */
    void clear() {
        if (output.length() > RETAINED_BYTES) {
            output = new BinaryOutput(1 << 16);
        }
        output.truncate(0);
    }

    /** Returns the events in the form that {@code BINLOG} accepts. */
    String base64() {
        return Base64.getEncoder().encodeToString(output.toByteArray());
    }

    /**
     * Appends the format description, which a session needs before any other event.
     *
     * @param serverVersion as {@code VERSION()} returns it
     */
    void formatDescription(String serverVersion) {
        start(FORMAT_DESCRIPTION);
        output.appendLittleEndian(4, 2);
        byte[] version = serverVersion.getBytes(StandardCharsets.US_ASCII);
        output.append(Arrays.copyOf(version, VERSION_BYTES), 0, VERSION_BYTES);
        // a time here would mean a server start, which ends the session's transaction
        output.appendLittleEndian(0, 4);
        output.appendLittleEndian(HEADER_BYTES, 1);
        for (int bytes : HEADERS) {
            output.appendLittleEndian(bytes, 1);
        }
        // no checksums, although this event has space for one
        output.appendLittleEndian(0, 1 + CHECKSUM_BYTES);
        end();
    }

    /** Appends the description of the table of the following rows. */
    void tableMap(TableVersion version) {
        start(TABLE_MAP);
        output.appendLittleEndian(TABLE_NUMBER, 6);
        output.appendLittleEndian(0, 2);
        name(version.definition().id().schema());
        name(version.definition().id().name());
        List<ColumnDefinition> columns = version.definition().columns();
        count(columns.size());
        byte[] types = version.wireTypes();
        output.append(types, 0, types.length);
        byte[] metadata = version.wireMetadata();
        count(metadata.length);
        output.append(metadata, 0, metadata.length);
        int nullable = output.reserve((columns.size() + 7) / 8);
        for (int column = 0; column < columns.size(); column++) {
            if (columns.get(column).nullable()) {
                output.setBit(nullable + (column >> 3), column & 7);
            }
        }
        end();
    }

    private void name(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        output.appendLittleEndian(bytes.length, 1);
        output.append(bytes, 0, bytes.length);
        output.appendLittleEndian(0, 1);
    }

    /** Starts a rows event, to which images are appended. */
    void startRows(int type, int columnCount, int[] columns) {
        start(type);
        output.appendLittleEndian(TABLE_NUMBER, 6);
        output.appendLittleEndian(FLAGS, 2);
        // only this length itself
        output.appendLittleEndian(2, 2);
        count(columnCount);
        columns(columnCount, columns);
    }

    /** Appends the set of columns in the images. An update has one such set for each of its two images. */
    void columns(int columnCount, int[] columns) {
        int bitmap = output.reserve((columnCount + 7) / 8);
        for (int column : columns) {
            output.setBit(bitmap + (column >> 3), column & 7);
        }
    }

    /**
     * Appends an image with some of a row's values.
     *
     * @param bytes contains the values
     * @param offsets start of each column's value; a value whose start equals the next one's is NULL
     */
    void image(byte[] bytes, int[] offsets, int[] columns) {
        int nulls = output.reserve((columns.length + 7) / 8);
        for (int i = 0; i < columns.length; i++) {
            int from = offsets[columns[i]];
            int to = offsets[columns[i] + 1];
            if (from == to) {
                output.setBit(nulls + (i >> 3), i & 7);
            } else {
                output.append(bytes, from, to);
            }
        }
    }

    private void start(int type) {
        eventStart = output.length();
        output.appendLittleEndian(0, 4);
        output.appendLittleEndian(type, 1);
        output.reserve(HEADER_BYTES - 5);
    }

    /** Ends the event. Called for a rows event after its last image. */
    void end() {
        output.put(eventStart + SIZE_OFFSET, 4, output.length() - eventStart);
    }

    /** Appends a number in MySQL's length-encoded form. No number here needs more than three bytes. */
    private void count(int number) {
        if (number < 251) {
            output.appendLittleEndian(number, 1);
        } else {
            output.appendLittleEndian(252, 1);
            output.appendLittleEndian(number, 2);
        }
    }
}
