package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.bench.load.SourceTables;
import io.gaussferry.bench.report.PeersReport;
import io.gaussferry.bench.report.PeersReport.Measured;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.bench.sysbench.StatementMix;
import io.gaussferry.bench.sysbench.SysbenchLoad;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Measures the peers one after the other, each with new tables and the same load. Confined to one thread. */
final class PeersBench {

    private static final int TABLES = 10;
    private static final int THREADS = 16;
    /** Single statements, more inserts than deletes. */
    private static final StatementMix MIX = new StatementMix(40, 20, 20, 20, 0);

    private static final long SEED = 1;
    private static final long POLL_MILLIS = 10;
    private static final Duration LONGEST_REPLAY = Duration.ofMinutes(30);
    /** Time for the rest of a backlog after its last change: not every tool applies tables in the order of the source. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private final Sandbox sandbox;
    private final int rows;
    private final long transactions;
    private final @Nullable Path debezium;
    private final PrintStream output;

    /**
     * @param rows of all tables before the load
     * @param transactions of the backlog
     * @param debezium directory of Debezium's plugins; null without
     */
    PeersBench(Sandbox sandbox, int rows, long transactions, @Nullable Path debezium, PrintStream output) {
        this.sandbox = sandbox;
        this.rows = rows;
        this.transactions = transactions;
        this.debezium = debezium;
        this.output = output;
    }

    private interface Maker {
        Peer make(PeerServers servers) throws SQLException, IOException;
    }

    PeersReport run() throws SQLException, IOException, InterruptedException {
        List<Measured> measured = new ArrayList<>();
        for (Maker maker : List.<Maker>of(
                MySqlReplicaPeer::new,
                GaussferryPeer::new,
                servers -> new StatementsPeer(servers, transactions),
                ChameleonPeer::new,
                PgLoaderPeer::new,
                servers -> new DebeziumPeer(servers, debezium))) {
            measured.add(measure(maker));
        }
        return new PeersReport(rows, transactions, measured);
    }

    private Measured measure(Maker maker) throws SQLException, IOException, InterruptedException {
        try (Trial trial = Trial.choose(sandbox.source(), sandbox.target(), "sbtest", "gaussferry_bench", output)) {
            PeerServers servers = new PeerServers(sandbox, trial);
            SysbenchSchema schema = new SysbenchSchema(trial.database(), TABLES, rows / TABLES, true);
            try (Peer peer = maker.make(servers)) {
                output.println(peer.name());
                return measure(peer, servers, schema);
            }
        }
    }

    private Measured measure(Peer peer, PeerServers servers, SysbenchSchema schema)
            throws SQLException, IOException, InterruptedException {
        Double copySeconds = null;
        Double replaySeconds = null;
        LoadResult load = null;
        try {
            fill(schema);
            SourceTables.settle(servers.source());
            peer.prepare();
            long copyStarted = System.nanoTime();
            peer.copy();
            copySeconds = since(copyStarted);
            if (peer.replicates()) {
                load = writeBacklog(servers, schema);
                SourceTables.settle(servers.source());
                replaySeconds = replay(peer);
            }
            long differences = peer.differences();
            return new Measured(peer.name(), copySeconds, replaySeconds, rowsOf(load), differences, "");
        } catch (PeerException | DaemonException | SQLException | IllegalStateException e) {
            return new Measured(
                    peer.name(), copySeconds, replaySeconds, rowsOf(load), null, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable Long rowsOf(@Nullable LoadResult load) {
        return load == null ? null : load.rows();
    }

    private void fill(SysbenchSchema schema) throws SQLException {
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement()) {
            schema.create(connection);
            schema.fill(connection, new SplittableRandom(SEED), Distribution.UNIFORM);
            statement.execute(
                    "CREATE TABLE " + schema.database() + "." + PeerServers.LAST_TABLE + " (id INT PRIMARY KEY)");
        }
    }

    private LoadResult writeBacklog(PeerServers servers, SysbenchSchema schema)
            throws SQLException, InterruptedException {
        LoadResult result;
        try (Load load = SysbenchLoad.start(
                servers.source(),
                schema,
                THREADS,
                thread -> MIX,
                Distribution.UNIFORM,
                SEED,
                LoadLimits.count(transactions))) {
            result = load.await();
        }
        try (Connection connection = servers.source().open();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + schema.database() + "." + PeerServers.LAST_TABLE + " VALUES (1)");
        }
        return result;
    }

    /** Returns the seconds until the target has the whole backlog. */
    private static double replay(Peer peer)
            throws PeerException, SQLException, IOException, DaemonException, InterruptedException {
        long started = System.nanoTime();
        peer.startReplay();
        while (!peer.hasLastChange()) {
            if (System.nanoTime() - started > LONGEST_REPLAY.toNanos()) {
                throw new PeerException(
                        "the last change was not applied within " + LONGEST_REPLAY.toMinutes() + " min");
            }
            Thread.sleep(POLL_MILLIS);
        }
        double seconds = since(started);
        long end = System.nanoTime() + LONGEST_REST.toNanos();
        while (peer.differences() > 0 && System.nanoTime() < end) {
            seconds = since(started);
            Thread.sleep(POLL_MILLIS);
        }
        Double measured = peer.replaySeconds();
        return measured == null ? seconds : measured;
    }

    private static double since(long started) {
        return (System.nanoTime() - started) / 1e9;
    }
}
