package io.gaussferry.mysql;

import java.time.Duration;

/**
 * How long to wait for a source that does not answer.
 *
 * @param connect for a connection to come about
 * @param heartbeat the source sends a sign of life after this much silence
 * @param read without any byte for this long a connection counts as dead; more than the heartbeat
 */
public record SourceTimeouts(Duration connect, Duration heartbeat, Duration read) {

    /** What is used where nothing is configured. */
    public static final SourceTimeouts DEFAULT =
            new SourceTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofSeconds(30));

    public SourceTimeouts {
        if (read.compareTo(heartbeat) <= 0) {
            throw new IllegalArgumentException(
                    "a silence of " + read + " is no sign of a dead connection with a heartbeat every " + heartbeat);
        }
    }
}
