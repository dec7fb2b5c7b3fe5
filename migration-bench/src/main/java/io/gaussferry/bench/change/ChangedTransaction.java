package io.gaussferry.bench.change;

import java.util.List;

/**
 * A committed transaction of the source.
 *
 * @param file counts binlog files: the two numbers below mean nothing in another one
 * @param lastCommitted MySQL's logical clock: it may run beside all transactions with a greater sequence number
 * @param sequenceNumber its own number
 * @param changes in their order, of the tables that are looked at
 */
public record ChangedTransaction(int file, long lastCommitted, long sequenceNumber, List<RowChange> changes) {}
