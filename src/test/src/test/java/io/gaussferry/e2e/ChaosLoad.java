package io.gaussferry.e2e;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadLimits;
import io.gaussferry.bench.tpcc.TpccLoad;
import io.gaussferry.bench.tpcc.TpccLoader;
import io.gaussferry.bench.tpcc.TpccScale;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Transfers between accounts, each with an entry in a ledger without a key; occasionally a transaction that is applied in parts; and TPC-C's
 * transactions. Continues when its server is available again.
 */
final class ChaosLoad implements AutoCloseable {

    private static final int ACCOUNTS = 20;
    private static final int BALANCE = 1_000;
    private static final int TRANSFERRERS = 3;
    private static final int LARGE_EVERY = 300;
    private static final int TERMINALS = 2;
    private static final long PAUSE_MILLIS = 15;
    private static final long RECONNECT_MILLIS = 200;
    private static final long TPCC_PER_SECOND = 30;

    private final ServerAddress source;
    private final String bank;
    private final String ledger;
    private final TpccScale tpcc;
    private final long seed;
    private final AtomicLong numbers = new AtomicLong();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private volatile @Nullable SQLException failure;

    private ChaosLoad(ServerAddress source, String bank, String ledger, String tpcc, long seed) {
        this.source = source;
        this.bank = bank;
        this.ledger = ledger;
        this.tpcc = new TpccScale(tpcc, 1, 30, 100);
        this.seed = seed;
    }

    /** Creates the tables: row-by-row comparable tables in the one database, the ledger in another, TPC-C's tables in a third. */
    static ChaosLoad create(Migration migration, ServerAddress source, long seed) throws SQLException {
        String ledger = migration.addDatabase("_ledger");
        String tpcc = migration.addDatabase("_tpcc");
        migration.replicate(migration.database(), ledger, tpcc);
        ChaosLoad load = new ChaosLoad(source, migration.database(), ledger, tpcc, seed);
        migration.source(
                "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)",
                "CREATE TABLE large (id INT PRIMARY KEY, round BIGINT NOT NULL, note VARCHAR(300))",
                "CREATE TABLE digit (d INT PRIMARY KEY)",
                "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                "CREATE TABLE `" + ledger + "`.ledger (number BIGINT NOT NULL, amount INT NOT NULL)",
                // TPC-C's loader creates it
                "DROP DATABASE `" + tpcc + "`");
        for (int id = 0; id < ACCOUNTS; id++) {
            migration.source("INSERT INTO account VALUES (" + id + ", " + BALANCE + ")");
        }
        try (Connection connection = source.open()) {
            new TpccLoader(connection, load.tpcc, seed).load();
        }
        return load;
    }

    /** Returns a query whose result must be equal on both sides. */
    String ledgerQuery(String quote) {
        return "SELECT count(*), count(DISTINCT number), sum(number), sum(amount) FROM " + quote + ledger + quote
                + ".ledger";
    }

    /** Returns the last failure; null if there was none. */
    @Nullable
    SQLException failure() {
        return failure;
    }

    String tpccDatabase() {
        return tpcc.database();
    }

    void start() {
        for (int i = 0; i < TRANSFERRERS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            startThread("transfers-" + i, () -> transfer(random));
        }
        startThread("tpcc", this::runTpcc);
    }

    /** Work that is repeated until the load ends or its server is gone. */
    private interface Work {
        void run() throws SQLException, InterruptedException;
    }

    private void startThread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        do {
                            try {
                                work.run();
                            } catch (SQLException serverIsGone) {
                                // expected in this test; a load that never succeeds is detected at the end
                                failure = serverIsGone;
                            }
                        } while (!closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void transfer(SplittableRandom random) throws SQLException, InterruptedException {
        // the load abandons a server that hangs, as any application does
        ServerAddress bounded = new ServerAddress(
                source.url() + "&socketTimeout=20000&connectTimeout=5000", source.user(), source.password());
        try (Connection connection = bounded.open()) {
            connection.setCatalog(bank);
            connection.setAutoCommit(false);
            transfer(connection, random);
        }
    }

    private void transfer(Connection connection, SplittableRandom random) throws SQLException, InterruptedException {
        try (Statement statement = connection.createStatement()) {
            while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                long number = numbers.incrementAndGet();
                int amount = random.nextInt(50);
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                statement.execute("UPDATE account SET balance = balance - " + amount + " WHERE id = " + from);
                statement.execute("UPDATE account SET balance = balance + " + amount + " WHERE id = " + to);
                statement.execute("INSERT INTO `" + ledger + "`.ledger VALUES (" + number + ", " + amount + ")");
                if (number % LARGE_EVERY == 0) {
                    writeLarge(statement, number);
                }
                connection.commit();
            }
        }
    }

    /** Writes about 2 MB of binlog, in parts of 64 KB. */
    private static void writeLarge(Statement statement, long number) throws SQLException {
        statement.execute("DELETE FROM large");
        statement.execute("INSERT INTO large SELECT n, " + number + ", REPEAT(SHA2(n, 256), 4) FROM (SELECT a.d"
                + " + 10 * b.d + 100 * c.d + 1000 * d.d AS n FROM digit a, digit b, digit c, digit d) AS numbers"
                + " WHERE n < 3000");
        statement.execute("UPDATE large SET note = CONCAT(note, 'x') WHERE id % 2 = 0");
    }

    private void runTpcc() throws SQLException, InterruptedException {
        LoadLimits limits = LoadLimits.paced(LoadLimits.UNLIMITED_TIME, TPCC_PER_SECOND);
        try (Load load = TpccLoad.start(source, tpcc, TERMINALS, seed, limits)) {
            while (!load.ended()) {
                if (closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            load.await();
        }
    }

    /** Closes all connections after their current transaction. */
    void stop() throws InterruptedException {
        closed.countDown();
        for (Thread thread : threads) {
            thread.join(Daemon.PATIENCE.toMillis());
            if (thread.isAlive()) {
                throw new AssertionError("The load does not stop: " + thread.getName());
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
