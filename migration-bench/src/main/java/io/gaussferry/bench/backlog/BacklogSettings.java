package io.gaussferry.bench.backlog;

/**
 * What is measured.
 *
 * @param rows single-row inserts that wait in the binlog, each a transaction
 * @param tables of sysbench that they are spread over
 * @param threads that write them to MySQL
 * @param baselineRows of these rows that the baseline inserts on the target
 * @param baselineConnections of the baseline
 * @param seed of every random number
 */
record BacklogSettings(int rows, int tables, int threads, int baselineRows, int baselineConnections, long seed) {}
