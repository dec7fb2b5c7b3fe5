package io.gaussferry.bench.load;

/**
 * The result of a load.
 *
 * @param transactions committed transactions that changed at least one row: those that MySQL writes to its binlog
 * @param rows rows inserted, updated and deleted, as the server counted
 * @param rolledBack transactions rolled back after a deadlock, a lock wait timeout or a duplicate key
 * @param seconds from the first statement to the last commit
 */
public record LoadResult(long transactions, long rows, long rolledBack, double seconds) {}
