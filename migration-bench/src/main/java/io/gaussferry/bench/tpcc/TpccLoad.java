package io.gaussferry.bench.tpcc;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** Starts TPC-C's terminals. */
public final class TpccLoad {
    private TpccLoad() {}

    /**
     * Connects {@code terminals} terminals, spread over the warehouses, and starts them. Read-only transactions are not
     * counted.
     *
     * @throws SQLException if a connection failed; all connections are closed then
     */
    public static Load start(ServerAddress source, TpccScale scale, int terminals, long seed, LoadLimits limits)
            throws SQLException {
        String parameter = (source.url().indexOf('?') < 0 ? "?" : "&") + "rewriteBatchedStatements=true";
        ServerAddress address = new ServerAddress(source.url() + parameter, source.user(), source.password());
        SplittableRandom seeds = new SplittableRandom(seed);
        return Load.start(terminals, 1, limits, number -> {
            Connection connection = address.open();
            return new TpccWorker(
                    connection, new TpccTerminal(connection, scale, seeds.split(), number % scale.warehouses() + 1));
        });
    }
}
