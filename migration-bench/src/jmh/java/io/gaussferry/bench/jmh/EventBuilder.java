package io.gaussferry.bench.jmh;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A table of identical rows, and the two binlog events that insert many of them, byte by byte. */
final class EventBuilder {

    private static final int TABLE_ID = 77;
    private static final int WIDE = 256;

    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final ByteArrayOutputStream types = new ByteArrayOutputStream();
    private final ByteArrayOutputStream metadata = new ByteArrayOutputStream();
    private final ByteArrayOutputStream image = new ByteArrayOutputStream();

    EventBuilder integer(MySqlType type, int wireType, int bytes, long value) {
        add(type, wireType, 0, 0, 0, List.of());
        little(image, value, bytes);
        return this;
    }

    /** CHAR(n) in utf8mb4, where the type byte contains the upper bits of the length in bytes. */
    EventBuilder character(int length, String value) {
        add(MySqlType.CHAR, 254, length, 0, 0, List.of());
        int bytes = length * 4;
        metadata.write(254 ^ (bytes & 0x300) >> 4);
        metadata.write(bytes);
        text(value, bytes < WIDE ? 1 : 2);
        return this;
    }

    /** VARCHAR(n) in utf8mb4. */
    EventBuilder varchar(int length, String value) {
        add(MySqlType.VARCHAR, 15, length, 0, 0, List.of());
        little(metadata, length * 4L, 2);
        text(value, length * 4 < WIDE ? 1 : 2);
        return this;
    }

    EventBuilder text(String value) {
        add(MySqlType.TEXT, 252, 65_535, 0, 0, List.of());
        metadata.write(2);
        text(value, 2);
        return this;
    }

    /** DECIMAL(12,2): one digit, nine digits, two digits. */
    EventBuilder decimal(int whole, int hundredths) {
        add(MySqlType.DECIMAL, 246, 0, 12, 2, List.of());
        metadata.write(12);
        metadata.write(2);
        image.write(0x80);
        big(whole, 4);
        image.write(hundredths);
        return this;
    }

    EventBuilder dateTime(int fraction) {
        add(MySqlType.DATETIME, 18, 0, 0, fraction, List.of());
        metadata.write(fraction);
        big(0x80_0000_0000L + ((2026L * 13 + 11) << 22 | 21 << 17 | 12 << 12 | 34 << 6 | 56), 5);
        big(123_456, fraction / 2);
        return this;
    }

    EventBuilder timestamp() {
        add(MySqlType.TIMESTAMP, 17, 0, 0, 0, List.of());
        metadata.write(0);
        big(1_795_000_000, 4);
        return this;
    }

    EventBuilder enumeration(String... members) {
        add(MySqlType.ENUM, 254, 0, 0, 0, List.of(members));
        metadata.write(247);
        metadata.write(1);
        image.write(2);
        return this;
    }

    /** The document {@code {"a": 1}}. */
    EventBuilder smallJson() {
        add(MySqlType.JSON, 245, 0, 0, 0, List.of());
        metadata.write(4);
        byte[] document = {0, 1, 0, 12, 0, 11, 0, 1, 0, 5, 1, 0, 'a'};
        little(image, document.length, 4);
        image.writeBytes(document);
        return this;
    }

    private void add(MySqlType type, int wireType, long length, int precision, int scale, List<String> members) {
        types.write(wireType);
        boolean textual = switch (type) {
            case CHAR, VARCHAR, TEXT, ENUM -> true;
            default -> false;
        };
        columns.add(new ColumnDefinition(
                "c" + columns.size(),
                type,
                false,
                type.name(),
                length,
                precision,
                scale,
                textual ? "utf8mb4" : null,
                members,
                true));
    }

    private void text(String value, int prefix) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        little(image, bytes.length, prefix);
        image.writeBytes(bytes);
    }

    private static void little(ByteArrayOutputStream out, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> 8 * i));
        }
    }

    private void big(long value, int bytes) {
        for (int i = bytes - 1; i >= 0; i--) {
            image.write((int) (value >>> 8 * i));
        }
    }

    private TableVersion version() {
        TableDefinition definition = new TableDefinition(new TableId("bench", "rows"), columns, List.of());
        return new TableVersion(definition, types.toByteArray(), metadata.toByteArray());
    }

    private byte[] images(int rows) {
        ByteArrayOutputStream images = new ByteArrayOutputStream();
        for (int i = 0; i < rows; i++) {
            images.writeBytes(new byte[(columns.size() + 7) / 8]);
            images.writeBytes(image.toByteArray());
        }
        return images.toByteArray();
    }

    /** Returns the decoded event that inserts this number of rows. */
    RowsEvent rowsEvent(int rows) {
        byte[] images = images(rows);
        return new RowsEvent(version(), RowOperation.INSERT, images, 0, images.length);
    }

    /** Returns the body of TABLE_MAP. */
    byte[] tableMapBody() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        little(body, TABLE_ID, 6);
        little(body, 1, 2);
        body.write(5);
        body.writeBytes("bench\0".getBytes(StandardCharsets.US_ASCII));
        body.write(4);
        body.writeBytes("rows\0".getBytes(StandardCharsets.US_ASCII));
        body.write(columns.size());
        body.writeBytes(types.toByteArray());
        body.write(metadata.size());
        body.writeBytes(metadata.toByteArray());
        body.writeBytes(new byte[(columns.size() + 7) / 8]);
        return body.toByteArray();
    }

    /** Returns the body of WRITE_ROWS, version 2. */
    byte[] writeRowsBody(int rows) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        little(body, TABLE_ID, 6);
        little(body, 1, 2);
        little(body, 2, 2);
        body.write(columns.size());
        for (int i = 0; i < columns.size(); i += 8) {
            body.write((1 << Math.min(8, columns.size() - i)) - 1);
        }
        body.writeBytes(images(rows));
        return body.toByteArray();
    }
}
