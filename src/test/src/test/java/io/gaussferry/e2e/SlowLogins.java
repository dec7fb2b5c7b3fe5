package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients whose login takes seconds after the server has received their user name, and that write a row as soon as they are logged in. At any moment
 * some of them are between the two. The account logs in with {@code mysql_native_password}.
 */
final class SlowLogins implements AutoCloseable {

    private static final int CLIENTS = 4;
    private static final long LOGIN_MILLIS = 1_500;

    /** CLIENT_LONG_PASSWORD, PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH. */
    private static final int CAPABILITIES = 0x00088201;

    private static final int SCRAMBLE_BYTES = 20;

    private final ServerAddress account;
    private final String insert;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean closed;

    SlowLogins(ServerAddress account, String insert) {
        this.account = account;
        this.insert = insert;
        for (int client = 0; client < CLIENTS; client++) {
            long delay = client * LOGIN_MILLIS / CLIENTS;
            Thread thread = new Thread(() -> run(delay), "slow login " + client);
            threads.add(thread);
            thread.start();
        }
    }

    long written() {
        return written.get();
    }

    long refused() {
        return refused.get();
    }

    private void run(long delay) {
        try {
            Thread.sleep(delay);
            while (!closed) {
                try {
                    logInAndWrite();
                } catch (IOException | GeneralSecurityException e) {
                    refused.incrementAndGet();
                    Thread.sleep(5);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void logInAndWrite() throws IOException, GeneralSecurityException, InterruptedException {
        URI uri = URI.create(account.url().substring("jdbc:".length()));
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            read(in);
            ByteArrayOutputStream login = new ByteArrayOutputStream();
            for (int shift = 0; shift < 32; shift += 8) {
                login.write(CAPABILITIES >> shift);
            }
            login.write(new byte[] {0, 0, 0, 1, 45});
            login.write(new byte[23]);
            login.write((account.user() + "\0").getBytes(StandardCharsets.UTF_8));
            // an empty answer for another plugin: the server asks again, with a scramble
            login.write(0);
            login.write("caching_sha2_password\0".getBytes(StandardCharsets.UTF_8));
            send(socket, 1, login.toByteArray());
            byte[] request = read(in);
            if (request[0] != (byte) 0xfe) {
                throw new IOException("refused");
            }
            Thread.sleep(LOGIN_MILLIS);
            byte[] scramble = Arrays.copyOfRange(request, request.length - SCRAMBLE_BYTES - 1, request.length - 1);
            send(socket, 3, answer(scramble));
            requireOk(read(in));
            while (!closed) {
                ByteArrayOutputStream query = new ByteArrayOutputStream();
                query.write(3);
                query.write(insert.getBytes(StandardCharsets.UTF_8));
                send(socket, 0, query.toByteArray());
                requireOk(read(in));
                written.incrementAndGet();
                Thread.sleep(200);
            }
        }
    }

    private byte[] answer(byte[] scramble) throws GeneralSecurityException {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        byte[] first = sha1.digest(account.password().getBytes(StandardCharsets.UTF_8));
        byte[] second = sha1.digest(first);
        sha1.update(scramble);
        byte[] mask = sha1.digest(second);
        for (int at = 0; at < mask.length; at++) {
            mask[at] ^= first[at];
        }
        return mask;
    }

    private static void requireOk(byte[] packet) throws IOException {
        if (packet[0] != 0) {
            throw new IOException("refused");
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readUnsignedByte();
        byte[] packet = new byte[length];
        in.readFully(packet);
        return packet;
    }

    private static void send(Socket socket, int number, byte[] content) throws IOException {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(content.length);
        packet.write(content.length >> 8);
        packet.write(content.length >> 16);
        packet.write(number);
        packet.write(content);
        socket.getOutputStream().write(packet.toByteArray());
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
