package io.gaussferry.opengauss.decoding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Drops the driver's {@code V} message of five bytes, an offer to openGauss to measure its network time. If the
 * message reaches the server together with the first query, as in one connection of three, the walsender reads both,
 * executes the first, and waits for the network although it has already read the second. Under TLS the message cannot
 * be detected, and such a connection times out after some seconds. The driver flushes after each startup message, so
 * the offer is a write of its own.
 */
final class LatencyOfferFilter extends FilterOutputStream {

    private static final byte[] OFFER = {'V', 0, 0, 0, 4};

    LatencyOfferFilter(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length != OFFER.length || !Arrays.equals(bytes, from, from + length, OFFER, 0, OFFER.length)) {
            out.write(bytes, from, length);
        }
    }
}
