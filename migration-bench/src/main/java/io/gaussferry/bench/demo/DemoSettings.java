package io.gaussferry.bench.demo;

import io.gaussferry.bench.sysbench.Distribution;

/**
 * What a demo does.
 *
 * @param seconds of live load
 * @param threads of the load
 * @param tables of sysbench
 * @param rowsPerTable before the load
 * @param seed of every random number
 * @param distribution of row ids
 * @param transactionsPerSecond highest rate of the load, or {@link Long#MAX_VALUE} for as fast as MySQL goes
 */
record DemoSettings(
        int seconds,
        int threads,
        int tables,
        int rowsPerTable,
        long seed,
        Distribution distribution,
        long transactionsPerSecond) {}
