package io.gaussferry.opengauss.decoding;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A TCP socket to a walsender. */
final class ReplicationSocket extends Socket {

    private @Nullable InputStream input;

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream known = input;
        if (known == null) {
            known = new BatchedInputStream(super.getInputStream());
            input = known;
        }
        return known;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new LatencyOfferFilter(super.getOutputStream());
    }
}
