package io.gaussferry.mysql.binlog;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A MySQL server for one replica connection, with scripted responses: a greeting, success for every command, and events without
 * checksums. For conditions that a real server produces only by chance.
 */
final class ScriptedMySqlServer implements AutoCloseable {

    static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private static final int COM_QUERY = 3;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<RawEvent> events;

    /** @param events the events to send; the connection stays open after the last one */
    ScriptedMySqlServer(List<RawEvent> events) throws IOException {
        this.events = List.copyOf(events);
        Thread thread = new Thread(this::serve, "scripted-mysql");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "jdbc:mysql://127.0.0.1:" + listener.getLocalPort() + "/?sslMode=DISABLED";
    }

    private void serve() {
        try (Socket socket = listener.accept();
                DataInputStream input = new DataInputStream(socket.getInputStream())) {
            OutputStream output = socket.getOutputStream();
            send(output, 0, greeting());
            readPacket(input);
            send(output, 2, ok());
            for (byte[] command = readPacket(input); command[0] == COM_QUERY; command = readPacket(input)) {
                answer(output, new String(command, 1, command.length - 1, StandardCharsets.UTF_8));
            }
            int number = 1;
            for (RawEvent event : events) {
                send(output, number++, concat(new byte[1], bytes(event)));
            }
            while (input.read() >= 0) {
                continue; // until the client disconnects
            }
        } catch (IOException clientDisconnected) {
            return;
        }
    }

    private static void answer(OutputStream output, String query) throws IOException {
        if (query.regionMatches(true, 0, "set ", 0, 4)) {
            send(output, 1, ok());
            return;
        }
        List<String> values = query.contains("binlog_checksum")
                ? List.of("binlog_checksum", "NONE")
                : List.of(query.toLowerCase(Locale.ROOT).contains("server_uuid") ? UUID : "1");
        int number = 1;
        send(output, number++, new byte[] {(byte) values.size()});
        for (int i = 0; i < values.size(); i++) {
            send(output, number++, new byte[] {3, 'd', 'e', 'f'});
        }
        send(output, number++, end());
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (String value : values) {
            row.write(value.length());
            row.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        }
        send(output, number++, row.toByteArray());
        send(output, number, end());
    }

    private static byte[] greeting() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(10);
        body.writeBytes("8.0.33\0".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(new byte[] {1, 0, 0, 0});
        body.writeBytes("abcdefgh\0".getBytes(StandardCharsets.US_ASCII));
        // capabilities (all but TLS), collation, status
        body.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xF7, 45, 2, 0, (byte) 0xFF, (byte) 0xDF, 21});
        body.writeBytes(new byte[10]);
        body.writeBytes("ijklmnopqrst\0".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    private static byte[] ok() {
        return new byte[] {0, 0, 0, 2, 0, 0, 0};
    }

    private static byte[] end() {
        return new byte[] {(byte) 0xFE, 0, 0, 2, 0};
    }

    private static byte[] bytes(RawEvent event) {
        int length = RawEvent.HEADER_BYTES + event.body().length;
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) event.timestampSeconds())
                .put((byte) event.type())
                .putInt(1)
                .putInt(length)
                .putInt((int) event.end())
                .putShort((short) event.flags())
                .put(event.body())
                .array();
    }

    private static byte[] readPacket(DataInputStream input) throws IOException {
        int length = input.readUnsignedByte() | input.readUnsignedByte() << 8 | input.readUnsignedByte() << 16;
        input.readUnsignedByte();
        return input.readNBytes(length);
    }

    private static void send(OutputStream output, int number, byte[] payload) throws IOException {
        byte[] header = {
            (byte) payload.length, (byte) (payload.length >> 8), (byte) (payload.length >> 16), (byte) number
        };
        output.write(concat(header, payload));
        output.flush();
    }

    private static byte[] concat(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length)
                .put(one)
                .put(other)
                .array();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
