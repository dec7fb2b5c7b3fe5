package io.gaussferry.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A proxy between the daemon and a server on this machine that injects network faults. */
final class Proxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;

    /** The treatment of bytes and of new connections. */
    private enum State {
        FORWARDS,
        /** Connections remain open and no bytes pass, as when a cable is pulled. */
        SILENT,
        /** Requests pass, responses do not: a half-open connection. */
        DEAF,
        /** Connections are reset, as when a firewall drops its state. */
        CUTS
    }

    private volatile List<InetSocketAddress> servers;
    private final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket listener;
    private final List<Socket> sockets = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private State state = State.FORWARDS;
    private boolean closed;

    private Proxy(InetSocketAddress first) throws IOException {
        this.servers = List.of(first);
        this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        startThread(this::acceptConnections);
    }

    /** Starts a proxy in front of the server that a JDBC URL names. */
    static Proxy before(String url) throws IOException {
        return new Proxy(server(url));
    }

    private static InetSocketAddress server(String url) {
        URI uri = URI.create(url.substring("jdbc:".length()));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    /** Leads new connections to the server of another JDBC URL; existing connections remain. */
    void leadTo(String url) {
        servers = List.of(server(url));
    }

    /** Leads new connections in turn to the present server and that of another JDBC URL. */
    void alternateWith(String url) {
        servers = List.of(servers.get(0), server(url));
    }

    /** Returns the URL that leads through this proxy. */
    String through(String url) {
        return url.replaceFirst("//[^/]+/", "//127.0.0.1:" + listener.getLocalPort() + "/");
    }

    void forward() {
        become(State.FORWARDS);
    }

    void blockTraffic() {
        become(State.SILENT);
    }

    void blockResponses() {
        become(State.DEAF);
    }

    void cut() {
        become(State.CUTS);
        reset();
    }

    private void become(State next) {
        lock.lock();
        try {
            state = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void acceptConnections() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                startThread(() -> connect(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private void connect(Socket client) {
        add(client);
        if (!mayPass(false)) {
            abort(client);
            return;
        }
        Socket upstream = new Socket();
        add(upstream);
        try {
            upstream.connect(next(), CONNECT_MILLIS);
            // otherwise a message in several segments would wait 40 ms for an acknowledgement
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            startThread(() -> pump(client, upstream, false));
            pump(upstream, client, true);
        } catch (IOException serverIsGone) {
            abort(client);
        }
    }

    private InetSocketAddress next() {
        List<InetSocketAddress> now = servers;
        return now.get(Math.floorMod(connections.getAndIncrement(), now.size()));
    }

    /** Waits while the direction is blocked; returns whether bytes may pass then. */
    private boolean mayPass(boolean isAnswer) {
        lock.lock();
        try {
            while ((state == State.SILENT || (state == State.DEAF && isAnswer)) && !closed) {
                changed.awaitUninterruptibly();
            }
            return state != State.CUTS && !closed;
        } finally {
            lock.unlock();
        }
    }

    private void pump(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream input = from.getInputStream();
            for (int length = input.read(buffer); length > 0; length = input.read(buffer)) {
                if (!mayPass(isAnswer)) {
                    abort(from);
                    abort(to);
                    return;
                }
                to.getOutputStream().write(buffer, 0, length);
            }
        } catch (IOException oneSideIsGone) {
            abort(to);
        }
    }

    private void add(Socket socket) {
        lock.lock();
        try {
            sockets.add(socket);
        } finally {
            lock.unlock();
        }
    }

    private void reset() {
        List<Socket> open;
        lock.lock();
        try {
            open = List.copyOf(sockets);
            sockets.clear();
        } finally {
            lock.unlock();
        }
        open.forEach(Proxy::abort);
    }

    /** Closes with RST instead of FIN. */
    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyGone) {
            // the intended result
            return;
        }
    }

    private static void startThread(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        listener.close();
        reset();
    }
}
