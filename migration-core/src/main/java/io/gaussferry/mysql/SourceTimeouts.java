package io.gaussferry.mysql;

import java.time.Duration;

/**
 * Timeouts for a source that does not answer.
 *
 * @param connect limit for establishing a connection
 * @param heartbeat the source sends a heartbeat after this period without events
 * @param read a connection without any byte for this period is considered dead; longer than the heartbeat
 */
public record SourceTimeouts(Duration connect, Duration heartbeat, Duration read) {

    /** The defaults. */
    public static final SourceTimeouts DEFAULT =
            new SourceTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofSeconds(30));

    public SourceTimeouts {
        if (read.compareTo(heartbeat) <= 0) {
            throw new IllegalArgumentException(
                    "the read timeout (" + read + ") must be longer than the heartbeat interval (" + heartbeat + ")");
        }
    }
}
