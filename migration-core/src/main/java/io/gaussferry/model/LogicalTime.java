package io.gaussferry.model;

/**
 * When the source committed a transaction by its logical clock, which restarts in every binlog file: {@code last_committed} and
 * {@code sequence_number} of a GTID event. All transactions of the same file up to {@code lastCommitted} were committed before
 * this one was prepared; those between the two did not conflict with it.
 *
 * @param lastCommitted 0 for a transaction that waits for none of its file
 * @param sequenceNumber from 1; 0 where the source does not say
 */
public record LogicalTime(long lastCommitted, long sequenceNumber) {

    /** Of a source that does not say. */
    public static final LogicalTime UNKNOWN = new LogicalTime(0, 0);
}
