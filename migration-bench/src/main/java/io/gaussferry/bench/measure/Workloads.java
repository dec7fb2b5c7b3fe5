package io.gaussferry.bench.measure;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.bench.sysbench.StatementMix;
import io.gaussferry.bench.sysbench.SysbenchLoad;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.bench.tpcc.TpccLoad;
import io.gaussferry.bench.tpcc.TpccLoader;
import io.gaussferry.bench.tpcc.TpccScale;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** All rows, at a scale. */
final class Workloads {
    /** Transactions of a backlog at scale 1: about one minute of the reference tool's replay. */
    private static final long TRANSACTIONS = 1_250_000;

    /** The same for TPC-C, whose transactions change 17 rows on average. */
    private static final long TPCC_TRANSACTIONS = 65_000;

    /** Factor for changes of the same rows, which coalesce: more of them are needed for a measurable duration. */
    private static final int HOT_TIMES = 2;

    /** The size in the reference report. */
    private static final long DELETED_TABLE_ROWS = 100_000;

    private static final double LIVE_SECONDS = 60;

    /** A shorter run would be all warm-up. */
    private static final double LEAST_LIVE_SECONDS = 6;

    private static final long TPCC_RATE_DIVISOR = 10;
    private static final long IDLE_RATE = 200;
    private static final int TERMINALS = 20;
    private static final int WAREHOUSES = 4;

    private static final StatementMix INDEX_UPDATES = new StatementMix(0, 1, 0, 0, 0);
    private static final StatementMix NON_INDEX_UPDATES = new StatementMix(0, 0, 1, 0, 0);
    private static final StatementMix BOTH_UPDATES = new StatementMix(0, 1, 1, 0, 0);
    private static final StatementMix DELETES = new StatementMix(0, 0, 0, 1, 0);

    private final Settings settings;

    private Workloads(Settings settings) {
        this.settings = settings;
    }

    /** Returns all rows, in the order of the report. */
    static List<Workload> all(Settings settings) {
        Workloads at = new Workloads(settings);
        return List.of(
                at.inserts("insert-1", 30, 10, 1_000, 34_470, 1),
                at.inserts("insert-2", 50, 10, 1_000, 39_340, 1),
                at.inserts("insert-3", 30, 50, 1_000, 32_160, 1),
                at.inserts("insert-4", 30, 10, 10_000, 34_960, 1),
                at.inserts("insert-5", 30, 10, 1_000, 32_940, 2),
                at.keyless(),
                at.updates("update-non-index", "update, column without index", NON_INDEX_UPDATES, 25_310),
                at.updates("update-index", "update, indexed column", INDEX_UPDATES, 25_910),
                at.deletes(),
                at.mixed(),
                at.tpcc(),
                at.hotRows(),
                at.idle(),
                at.inserts("insert-1", 30, 10, 1_000, 34_470, 1).back("back-insert"),
                at.updates("update-index", "update, indexed column", INDEX_UPDATES, 25_910)
                        .back("back-update"),
                at.updates("update-non-index", "update, column without index", NON_INDEX_UPDATES, 25_310)
                        .back("back-update-non-index"),
                at.deletes().back("back-delete"),
                at.tpcc().back("back-tpcc"));
    }

    private Workload inserts(String row, int threads, int tables, int rows, double reference, int times) {
        return sysbench(
                row,
                times == 1 ? "insert" : "insert, twice as long",
                threads,
                new Shape(tables, size(rows), true, Distribution.SPECIAL),
                number -> StatementMix.INSERTS,
                reference,
                times * transactions(TRANSACTIONS));
    }

    private Workload keyless() {
        return sysbench(
                "insert-no-key",
                "insert without primary key",
                30,
                new Shape(10, size(1_000), false, Distribution.SPECIAL),
                number -> StatementMix.INSERTS,
                38_050.0,
                transactions(TRANSACTIONS));
    }

    private Workload updates(String row, String title, StatementMix mix, double reference) {
        return sysbench(
                row,
                title,
                30,
                new Shape(10, size(10_000), true, Distribution.SPECIAL),
                number -> mix,
                reference,
                transactions(TRANSACTIONS));
    }

    /** A third of the rows remains after live run and backlog together: finding the last rows would take most of the time. */
    private Workload deletes() {
        long live = settings.mode().live() ? settings.rate() * liveTime().toMillis() / 1_000 : 0;
        long wanted = Math.min(DELETED_TABLE_ROWS, (transactions(TRANSACTIONS) + live) * 3 / 2 / 10 + 1);
        // a long and fast live run must not delete all rows
        int rows = (int) Math.max(wanted, live * 3 / 10);
        return sysbench(
                "delete",
                "delete",
                30,
                new Shape(10, rows, true, Distribution.UNIFORM),
                number -> DELETES,
                18_847.0,
                Math.min(transactions(TRANSACTIONS), rows * 10L * 2 / 3 - live));
    }

    private Workload mixed() {
        return sysbench(
                "mixed",
                "28 connections insert, 1 updates, 1 deletes",
                30,
                new Shape(10, size(10_000), true, Distribution.SPECIAL),
                number -> number == 0 ? INDEX_UPDATES : number == 1 ? DELETES : StatementMix.INSERTS,
                33_800.0,
                transactions(TRANSACTIONS));
    }

    private Workload hotRows() {
        return sysbench(
                "hot-rows",
                "updates of ten rows only",
                30,
                new Shape(1, 10, true, Distribution.UNIFORM),
                number -> BOTH_UPDATES,
                null,
                HOT_TIMES * transactions(TRANSACTIONS));
    }

    private Workload idle() {
        return new Workload(
                "idle",
                "latency at low load",
                "4 threads, 10 tables of " + size(10_000) + " rows, " + IDLE_RATE + " transactions/s",
                null,
                0,
                liveTime(),
                IDLE_RATE,
                name -> new Sysbench(
                        name,
                        4,
                        new Shape(10, size(10_000), true, Distribution.SPECIAL),
                        number -> number % 2 == 0 ? StatementMix.INSERTS : BOTH_UPDATES));
    }

    private Workload tpcc() {
        int customers = Math.max(20, (int) Math.min(3_000, 3_000 * settings.scale()));
        int items = Math.max(100, (int) Math.min(100_000, 100_000 * settings.scale()));
        return new Workload(
                "tpcc",
                "TPC-C",
                TERMINALS + " terminals, " + WAREHOUSES + " warehouses, " + customers + " customers per district, "
                        + items + " items",
                null,
                transactions(TPCC_TRANSACTIONS),
                liveTime(),
                Math.max(1, settings.rate() / TPCC_RATE_DIVISOR),
                name -> new Tpcc(new TpccScale(name, WAREHOUSES, customers, items)));
    }

    private Workload sysbench(
            String row,
            String title,
            int threads,
            Shape shape,
            IntFunction<StatementMix> mixOfThread,
            @Nullable Double reference,
            long transactions) {
        return new Workload(
                row,
                title,
                threads + " threads, " + shape.tables() + (shape.tables() == 1 ? " table of " : " tables of ")
                        + shape.rows() + " rows",
                reference,
                transactions,
                liveTime(),
                settings.rate(),
                name -> new Sysbench(name, threads, shape, mixOfThread));
    }

    private long transactions(long atScaleOne) {
        return Math.max(200, (long) (atScaleOne * settings.scale()));
    }

    /** Tables keep their size down to a scale of 0.05: below it, filling them would take most of the time. */
    private int size(int rows) {
        return (int) Math.max(20, rows * Math.min(1, settings.scale() * 20));
    }

    private Duration liveTime() {
        double seconds = settings.scale() < 0.01
                ? LEAST_LIVE_SECONDS * settings.scale() * 100
                : Math.max(LEAST_LIVE_SECONDS, LIVE_SECONDS * settings.scale());
        return Duration.ofMillis((long) (1_000 * Math.max(0.5, seconds)));
    }

    /** Sysbench's tables, and the distribution of changed rows. */
    private record Shape(int tables, int rows, boolean primaryKey, Distribution distribution) {}

    /** Sysbench's tables. */
    private record Sysbench(String name, int threads, Shape shape, IntFunction<StatementMix> mixOfThread)
            implements Workload.Database {
        private SysbenchSchema schema() {
            return new SysbenchSchema(name, shape.tables(), shape.rows(), shape.primaryKey());
        }

        @Override
        public boolean hasKeys() {
            return shape.primaryKey();
        }

        @Override
        public void create(ServerAddress source) throws SQLException {
            try (Connection connection = source.open()) {
                schema().create(connection);
                schema().fill(connection, new SplittableRandom(name.hashCode()), shape.distribution());
            }
        }

        @Override
        public Load write(ServerAddress source, long seed, LoadLimits limits) throws SQLException {
            return SysbenchLoad.start(source, schema(), threads, mixOfThread, shape.distribution(), seed, limits);
        }
    }

    /** BenchmarkSQL's tables. */
    private record Tpcc(TpccScale scale) implements Workload.Database {
        @Override
        public boolean hasKeys() {
            return true;
        }

        @Override
        public void create(ServerAddress source) throws SQLException {
            try (Connection connection = source.open()) {
                new TpccLoader(connection, scale, 1).load();
            }
        }

        @Override
        public Load write(ServerAddress source, long seed, LoadLimits limits) throws SQLException {
            return TpccLoad.start(source, scale, TERMINALS, seed, limits);
        }
    }
}
