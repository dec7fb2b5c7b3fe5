package io.gaussferry.opengauss.decoding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A socket to a walsender.
 *
 * <p>It keeps back a message of five bytes, {@code V}, by which the driver offers openGauss to measure its time on the network: where it
 * reaches the server together with the first query, as it does in one connection of three, the walsender reads both, executes the first, and
 * waits for the network with the second in hand. Under TLS the message cannot be seen, and such a connection is given up after some seconds.
 *
 * <p>From a server on the same machine it receives little at a time: what does not fit waits in the server's own buffer, where small
 * messages become large segments, instead of being brought here one by one in the walsender's time. Measured for three messages of 370 bytes
 * together, over loopback: 17 µs of the sender's processor time and 8 of the receiver's, with this and {@link GatheringStream} 5.3 and 0.5.
 * The buffer has to be small before the connection is there: made smaller afterwards, one of 8 KiB let next to nothing through. From another machine a small buffer would cost a round trip for each filling.
 */
final class ReplicationSocket extends Socket {

    private static final byte[] OFFER = {'V', 0, 0, 0, 4};

    /** With half of it TPC-C's rows came from openGauss at a twentieth of the speed. */
    static final int NEAR_BUFFER_BYTES = 32 << 10;

    private boolean near;
    private @Nullable InputStream input;

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
        near = endpoint instanceof InetSocketAddress server
                && !server.isUnresolved()
                && server.getAddress().isLoopbackAddress();
        if (near) {
            setReceiveBufferSize(NEAR_BUFFER_BYTES);
        }
        super.connect(endpoint, timeoutMillis);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream known = input;
        if (known == null) {
            known = near ? new GatheringStream(super.getInputStream()) : super.getInputStream();
            input = known;
        }
        return known;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new WithoutOffer(super.getOutputStream());
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
