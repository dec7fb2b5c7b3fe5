package io.gaussferry.bench.change;

import java.util.List;

/**
 * A committed transaction of the source.
 *
 * @param file number of the binlog file: the two numbers below are comparable only within one file
 * @param lastCommitted MySQL's logical clock: the transaction may run concurrently with all transactions of a greater
 *     sequence number
 * @param sequenceNumber its own number
 * @param changes changes of the selected tables, in order
 */
public record ChangedTransaction(int file, long lastCommitted, long sequenceNumber, List<RowChange> changes) {}
