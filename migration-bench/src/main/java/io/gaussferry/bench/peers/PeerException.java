package io.gaussferry.bench.peers;

import java.io.Serial;

/** A tool does not run here, or has failed. The message is the reason, in its own words where it gave one. */
final class PeerException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    PeerException(String reason) {
        super(reason);
    }
}
