package io.gaussferry.bench.sysbench;

import io.gaussferry.bench.sandbox.ServerAddress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes to sysbench's tables from several connections at once. {@link #start} returns when all are connected and off;
 * {@link #await} waits for the end that the settings name; {@link #close} ends the load early. One thread owns the
 * object, {@link #committed} may be asked from any.
 */
public final class SysbenchLoad implements AutoCloseable {
    private static final int CLOSE_SECONDS = 10;

    private final LoadSettings settings;
    private final ExecutorService threads;
    private final Pace pace;
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Future<?>> running = new ArrayList<>();

    /** Transactions that a thread has taken upon itself, so that a count is met exactly. */
    private final AtomicLong claimed = new AtomicLong();

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong rolledBack = new AtomicLong();
    private final AtomicLong lastCommitNanos = new AtomicLong();
    private long startNanos;
    private volatile boolean stopping;

    private SysbenchLoad(LoadSettings settings) {
        this.settings = settings;
        this.pace = new Pace(settings.transactionsPerSecond());
        this.threads = Executors.newFixedThreadPool(settings.threads());
    }

    /**
     * Connects every thread, then lets all start at the same moment.
     *
     * @throws SQLException if a connection could not be made; none is left open then
     */
    public static SysbenchLoad start(ServerAddress source, SysbenchSchema schema, LoadSettings settings)
            throws SQLException {
        SplittableRandom seeds = new SplittableRandom(settings.seed());
        List<LoadWorker> workers = new ArrayList<>();
        try {
            for (int thread = 0; thread < settings.threads(); thread++) {
                workers.add(new LoadWorker(source.open(), schema, settings, seeds.split()));
            }
        } catch (SQLException failure) {
            for (LoadWorker worker : workers) {
                worker.close();
            }
            throw failure;
        }
        SysbenchLoad load = new SysbenchLoad(settings);
        for (LoadWorker worker : workers) {
            load.running.add(load.threads.submit(() -> load.run(worker)));
        }
        load.startNanos = System.nanoTime();
        load.lastCommitNanos.set(load.startNanos);
        load.go.countDown();
        return load;
    }

    /** Transactions committed so far. */
    public long committed() {
        return transactions.get();
    }

    /**
     * Waits until every thread has ended.
     *
     * @throws SQLException the first failure of a thread; the others have been stopped then
     * @throws InterruptedException if the waiting thread is interrupted; the load goes on until it is closed
     */
    public LoadResult await() throws SQLException, InterruptedException {
        for (Future<?> thread : running) {
            try {
                thread.get();
            } catch (ExecutionException failure) {
                throw new SQLException("the load on the source stopped: " + failure.getCause(), failure.getCause());
            }
        }
        double seconds = (lastCommitNanos.get() - startNanos) / 1e9;
        return new LoadResult(transactions.get(), rows.get(), rolledBack.get(), seconds);
    }

    /** Asks every thread to end after its present transaction; {@link #await} then returns soon. */
    public void stop() {
        stopping = true;
    }

    /** Stops, and gives the threads a few seconds for their last transactions. */
    @Override
    public void close() {
        stopping = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns a value only so that it is a Callable, which may throw what the driver throws. */
    private boolean run(LoadWorker worker) throws SQLException, InterruptedException {
        try (worker) {
            go.await();
            long endNanos = startNanos + settings.duration().toNanos();
            while (!stopping && System.nanoTime() - endNanos < 0 && claim()) {
                pace.await();
                int changed = worker.runOne();
                if (changed > 0) {
                    transactions.incrementAndGet();
                    rows.addAndGet(changed);
                    lastCommitNanos.accumulateAndGet(System.nanoTime(), Math::max);
                    continue;
                }
                claimed.decrementAndGet();
                if (changed < 0) {
                    rolledBack.incrementAndGet();
                }
            }
            return true;
        } catch (SQLException | RuntimeException failure) {
            stopping = true;
            throw failure;
        }
    }

    private boolean claim() {
        long limit = settings.transactions();
        return claimed.getAndUpdate(count -> count < limit ? count + 1 : count) < limit;
    }
}
