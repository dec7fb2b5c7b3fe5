package io.gaussferry.bench.load;

/**
 * What a load has committed.
 *
 * @param transactions committed transactions that changed at least one row: those MySQL writes to its binlog
 * @param rows rows inserted, updated and deleted by them, as the server counted
 * @param rolledBack transactions given up for a deadlock, a lock wait timeout or a duplicate key
 * @param seconds from the first statement to the last commit
 */
public record LoadResult(long transactions, long rows, long rolledBack, double seconds) {}
