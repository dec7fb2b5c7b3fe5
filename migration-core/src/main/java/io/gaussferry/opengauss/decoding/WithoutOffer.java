package io.gaussferry.opengauss.decoding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Keeps back a message of five bytes, {@code V}, by which the driver offers openGauss to measure its time on the network: where it reaches
 * the server together with the first query, as it does in one connection of three, the walsender reads both, executes the first, and waits
 * for the network with the second in hand. Under TLS the message cannot be seen, and such a connection is given up after some seconds. The
 * driver flushes behind each message of its start: the offer is a write of its own.
 */
final class WithoutOffer extends FilterOutputStream {

    private static final byte[] OFFER = {'V', 0, 0, 0, 4};

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
