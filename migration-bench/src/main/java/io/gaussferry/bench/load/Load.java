package io.gaussferry.bench.load;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Several concurrent workers. {@link #start} returns when all workers run; {@link #await} waits until the load reaches its
 * limits; {@link #close} stops the load early. One thread owns the object; any thread may call {@link #committed}.
 */
public final class Load implements AutoCloseable {
    private static final int CLOSE_SECONDS = 10;
    private static final long BRIEFLY_MILLIS = 100;

    private final LoadLimits limits;
    private final int turn;
    private final ExecutorService threads;
    private final Pace pace;
    private final CommitLog commitLog = new CommitLog();
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Future<?>> running = new ArrayList<>();

    /** Transactions that threads have claimed, so that the load commits exactly the limit. */
    private final AtomicLong claimed = new AtomicLong();

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong rolledBack = new AtomicLong();
    private final AtomicLong lastCommitNanos = new AtomicLong();
    private long startNanos;
    private volatile boolean stopping;

    private Load(LoadLimits limits, int turn, int threadCount) {
        this.limits = limits;
        this.turn = turn;
        this.pace = new Pace(limits.transactionsPerSecond());
        this.threads = Executors.newFixedThreadPool(threadCount);
    }

    /** Creates the worker of one thread, connected. */
    @FunctionalInterface
    public interface WorkerFactory {
        /** Creates the worker of thread {@code number}, counted from zero. */
        LoadWorker connect(int number) throws SQLException;
    }

    /**
     * Connects every worker, then starts all at the same moment.
     *
     * @param threadCount at least one
     * @param turn transactions that a worker executes per call, at least one
     * @throws SQLException if a connection failed; all connections are closed then
     */
    public static Load start(int threadCount, int turn, LoadLimits limits, WorkerFactory factory) throws SQLException {
        List<LoadWorker> workers = new ArrayList<>();
        try {
            for (int number = 0; number < threadCount; number++) {
                workers.add(factory.connect(number));
            }
        } catch (SQLException failure) {
            for (LoadWorker worker : workers) {
                worker.close();
            }
            throw failure;
        }
        Load load = new Load(limits, turn, threadCount);
        for (LoadWorker worker : workers) {
            load.running.add(load.threads.submit(() -> load.run(worker)));
        }
        load.threads.shutdown(); // accept no further tasks
        load.startNanos = System.nanoTime();
        load.lastCommitNanos.set(load.startNanos);
        load.go.countDown();
        return load;
    }

    /** Returns the number of committed transactions so far. */
    public long committed() {
        return transactions.get();
    }

    /** Returns the commit times of these transactions. */
    public CommitLog commitLog() {
        return commitLog;
    }

    /**
     * Waits until every thread has ended.
     *
     * @throws SQLException the first failure of a thread; the other threads have been stopped then
     * @throws InterruptedException if the waiting thread is interrupted; the load continues until it is closed
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

    /** Returns true when every thread has ended; {@link #await} then returns at once. */
    public boolean ended() {
        return running.stream().allMatch(Future::isDone);
    }

    /** Waits for a moment or until the load has ended, for callers that display progress. */
    public void awaitBriefly() throws InterruptedException {
        threads.awaitTermination(BRIEFLY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Asks every thread to stop after its current turn; {@link #await} then returns soon. */
    public void stop() {
        stopping = true;
    }

    /** Stops the load, and gives the threads a few seconds for their last transactions. */
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

    /** Returns a value only to be a Callable, which may throw the driver's exceptions. */
    private boolean run(LoadWorker worker) throws SQLException, InterruptedException {
        try (worker) {
            go.await();
            long endNanos = startNanos + limits.duration().toNanos();
            while (!stopping && System.nanoTime() - endNanos < 0) {
                int mine = claim();
                if (mine == 0) {
                    break;
                }
                pace.await();
                LoadWorker.Done done = worker.run(mine);
                claimed.addAndGet(done.transactions() - mine);
                rolledBack.addAndGet(done.rolledBack());
                if (done.transactions() > 0) {
                    long now = System.nanoTime();
                    commitLog.add(done.transactions(), now);
                    transactions.addAndGet(done.transactions());
                    rows.addAndGet(done.rows());
                    lastCommitNanos.accumulateAndGet(now, Math::max);
                }
            }
            return true;
        } catch (SQLException | RuntimeException failure) {
            stopping = true;
            throw failure;
        }
    }

    private int claim() {
        long limit = limits.transactions();
        long before = claimed.getAndUpdate(count -> Math.min(limit, count + turn));
        return (int) Math.min(turn, Math.max(0, limit - before));
    }
}
