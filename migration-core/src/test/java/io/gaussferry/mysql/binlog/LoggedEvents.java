package io.gaussferry.mysql.binlog;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Events as a server logs them, for a table with two INT columns. */
final class LoggedEvents {

    static final UUID SERVER = UUID.fromString("cdc049c4-e5a2-11f1-8a32-02fc00000001");

    private static final int TABLE_NUMBER = 97;

    private LoggedEvents() {}

    static RawEvent event(int type, byte[] body) {
        return new RawEvent(type, 0, 1_700_000_000L, 1000, 1100, body);
    }

    static RawEvent rotate(String file, long offset) {
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        ByteBuffer body = ByteBuffer.allocate(Long.BYTES + name.length).order(ByteOrder.LITTLE_ENDIAN);
        return event(RawEvent.ROTATE, body.putLong(offset).put(name).array());
    }

    static RawEvent gtid(long number) {
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

    /** Returns the GTID event of a transaction that another server committed first. */
    static RawEvent replicatedGtid(long number, long originMicros) {
        byte[] original = gtid(number).body();
        byte[] body = Arrays.copyOf(original, original.length + 7);
        body[original.length - 1] |= (byte) 0x80;
        for (int i = 0; i < 7; i++) {
            body[original.length + i] = (byte) (originMicros >>> 8 * i);
        }
        return event(RawEvent.GTID, body);
    }

    static RawEvent query(String database, String statement) {
        return query(database, statement, new byte[0]);
    }

    static RawEvent query(String database, String statement, byte[] status) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[8]);
        body.write(database.length());
        body.writeBytes(new byte[] {0, 0, (byte) status.length, 0});
        body.writeBytes(status);
        body.writeBytes(database.getBytes(StandardCharsets.UTF_8));
        body.write(0);
        body.writeBytes(statement.getBytes(StandardCharsets.UTF_8));
        return event(RawEvent.QUERY, body.toByteArray());
    }

    static RawEvent tableMap(String schema, String name) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {TABLE_NUMBER, 0, 0, 0, 0, 0, 1, 0});
        for (String identifier : List.of(schema, name)) {
            body.write(identifier.length());
            body.writeBytes(identifier.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        body.writeBytes(new byte[] {2, 3, 3, 0, 0});
        return event(RawEvent.TABLE_MAP, body.toByteArray());
    }

    static RawEvent insert(int first, int second) {
        ByteBuffer body = ByteBuffer.allocate(6 + 2 + 2 + 1 + 1 + 1 + 8).order(ByteOrder.LITTLE_ENDIAN);
        body.put(new byte[] {TABLE_NUMBER, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 0b11, 0});
        body.putInt(first).putInt(second);
        return event(RawEvent.WRITE_ROWS, body.array());
    }
}
