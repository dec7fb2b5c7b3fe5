package io.gaussferry.model;

/**
 * The commit time of a transaction by the source's logical clock, which restarts in every binlog file:
 * {@code last_committed} and {@code sequence_number} of a GTID event. All transactions of the same file up to
 * {@code lastCommitted} were committed before this one was prepared; those between the two did not conflict with it.
 *
 * @param lastCommitted 0 for a transaction that depends on no other one of its file
 * @param sequenceNumber from 1; 0 if the source does not provide it
 */
public record LogicalTime(long lastCommitted, long sequenceNumber) {

    /** The time of a transaction without logical clock. */
    public static final LogicalTime UNKNOWN = new LogicalTime(0, 0);
}
