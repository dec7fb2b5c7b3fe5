package io.gaussferry.target;

/**
 * The logical decoding of a product: its functions for the log and the replication slots, and the messages of a
 * replication connection other than the rows. Stateless.
 */
public interface LogicalDecoding {

    /** Returns whether replication connections use the port after the ordinary one. */
    boolean usesNextPort();

    /** Returns whether the server sends changes of sessions with a replication origin, such as those of a subscription. */
    boolean sendsChangesWithOrigin();

    /** Returns the query for the end of the log, as {@link Lsn} prints it; later commits are after it. */
    String logEndQuery();

    /**
     * Returns the query for a slot, whose name is its parameter: confirmed position, start of decoding and end of the
     * written log, as {@link Lsn} prints them, and whether a session reads the slot.
     */
    String slotQuery();

    /**
     * Returns the query for the limit of the log that slots retain, in bytes: above it, the server removes log that a slot needs. No row without
     * a limit.
     */
    String retainedLimitQuery();

    /**
     * Returns the query that creates another slot at a slot's position.
     *
     * @param slot an existing slot
     * @param copy the name of the new one
     * @param restart the first slot's start of decoding
     * @param confirmed the first slot's confirmed position
     */
    String slotCopyQuery(String slot, String copy, long restart, long confirmed);

    /** Parses the server's message of a connection without other messages; it starts with {@code k}. */
    KeepAlive keepAlive(byte[] message);

    /**
     * Returns the message that confirms positions to the server.
     *
     * @param received position up to which the log was received
     * @param durable position up to which it is durable elsewhere
     * @param clock microseconds since the year 2000
     * @param answer whether to request an answer
     */
    byte[] status(long received, long durable, long clock, boolean answer);

    /**
     * A server's message that it has sent everything.
     *
     * @param sentUpTo the position up to which it has
     * @param replyRequested whether it waits for {@link #status}
     */
    record KeepAlive(long sentUpTo, boolean replyRequested) {}
}
