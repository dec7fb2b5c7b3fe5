package io.gaussferry.bench.demo;

import io.gaussferry.bench.sysbench.Distribution;

/**
 * The settings of a demo.
 *
 * @param seconds duration of the live load
 * @param backlogSeconds duration of the load that is replayed afterwards, while replication is paused; 0 for no backlog
 * @param threads threads of the load
 * @param tables number of sysbench tables
 * @param rowsPerTable rows per table before the load
 * @param seed seed of all random numbers
 * @param distribution distribution of row ids
 * @param transactionsPerSecond maximum rate of the load, or {@link Long#MAX_VALUE} for no limit
 */
record DemoSettings(
        int seconds,
        int backlogSeconds,
        int threads,
        int tables,
        int rowsPerTable,
        long seed,
        Distribution distribution,
        long transactionsPerSecond) {}
