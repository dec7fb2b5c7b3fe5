package io.gaussferry.opengauss.decoding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import javax.net.SocketFactory;

/**
 * Makes the sockets of replication connections; the driver finds it by its name. They keep back a message of five bytes, {@code V}, by which
 * the driver offers openGauss to measure its time on the network: where it reaches the server together with the first query, as it
 * does in one connection of three, the walsender reads both, executes the first, and waits for the network with the second in hand.
 * Under TLS the message cannot be seen, and such a connection is given up after some seconds.
 */
public final class ReplicationSocketFactory extends SocketFactory {

    private static final byte[] OFFER = {'V', 0, 0, 0, 4};

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public OutputStream getOutputStream() throws IOException {
                return new WithoutOffer(super.getOutputStream());
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    private Socket connected(InetSocketAddress address) throws IOException {
        Socket socket = createSocket();
        socket.connect(address);
        return socket;
    }

    /** The driver flushes behind each message of its start: the offer is a write of its own. */
    private static final class WithoutOffer extends FilterOutputStream {

        WithoutOffer(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (length != OFFER.length || !Arrays.equals(bytes, from, from + length, OFFER, 0, OFFER.length)) {
                out.write(bytes, from, length);
            }
        }
    }
}
