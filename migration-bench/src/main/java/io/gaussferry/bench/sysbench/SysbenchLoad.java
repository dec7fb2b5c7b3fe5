package io.gaussferry.bench.sysbench;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Starts loads on sysbench's tables. */
public final class SysbenchLoad {
    /**
     * Statements that an unlimited load sends in one round trip, each still its own transaction: the round trips would
     * otherwise take half of its time.
     */
    private static final int STATEMENTS_PER_ROUND_TRIP = 64;

    private SysbenchLoad() {}

    /**
     * Starts a load whose threads all use one mix.
     *
     * @throws SQLException if a connection failed; all connections are closed then
     */
    public static Load start(ServerAddress source, SysbenchSchema schema, LoadSettings settings) throws SQLException {
        SplittableRandom seeds = new SplittableRandom(settings.seed());
        return Load.start(
                settings.threads(),
                1,
                settings.limits(),
                number -> new SysbenchWorker(
                        source.open(), schema, settings.mix(), settings.distribution(), seeds.split()));
    }

    /**
     * Starts a load of single statements whose threads may use different mixes. Without a rate limit it sends several
     * statements per round trip.
     *
     * @param mixOfThread the mix of each thread, by its number from zero
     * @throws SQLException if a connection failed; all connections are closed then
     */
    public static Load start(
            ServerAddress source,
            SysbenchSchema schema,
            int threads,
            IntFunction<StatementMix> mixOfThread,
            Distribution distribution,
            long seed,
            LoadLimits limits)
            throws SQLException {
        boolean hurries = limits.transactionsPerSecond() == LoadLimits.UNLIMITED;
        String parameter = (source.url().indexOf('?') < 0 ? "?" : "&") + "allowMultiQueries=true";
        ServerAddress address = new ServerAddress(source.url() + parameter, source.user(), source.password());
        SplittableRandom seeds = new SplittableRandom(seed);
        return Load.start(
                threads,
                hurries ? STATEMENTS_PER_ROUND_TRIP : 1,
                limits,
                number -> new SysbenchWorker(
                        address.open(), schema, mixOfThread.apply(number), distribution, seeds.split()));
    }
}
