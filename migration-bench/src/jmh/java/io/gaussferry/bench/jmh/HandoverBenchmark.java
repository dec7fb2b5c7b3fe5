package io.gaussferry.bench.jmh;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.Assignment;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the source's thread through the queue, the scheduler and an order to appliers that commit at once: transactions of one
 * row per second, with real threads and the daemon's own limits. Measures the cost of handing over and waiting.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init")
public class HandoverBenchmark {

    private static final int TRANSACTIONS = 50_000;
    private static final long QUEUE_BYTES = 8L << 20;
    private static final int BATCH_CHANGES = 10_000;
    private static final long BATCH_BYTES = 8L << 20;

    /** The number of batches of these transactions: with one transaction per batch, each would wake the appliers. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Batches {
        /** Over all invocations of an iteration. */
        public long batches;

        /** Over all invocations of an iteration. */
        public long invocations;
    }

    @Param({"1", "4"})
    private int appliers;

    private List<SourceTransaction> transactions;
    /** Its threads live as long as the trial: the allocation of threads that have ended is not counted. */
    private ExecutorService threads;

    @Setup(Level.Trial)
    public void start() {
        transactions = SysbenchHistory.transactions(TRANSACTIONS, RowOperation.UPDATE, number -> number);
        threads = Executors.newFixedThreadPool(1 + appliers);
    }

    @TearDown(Level.Trial)
    public void stop() {
        threads.shutdownNow();
    }

    private BatchOrder newOrder() {
        BatchLimits limits = new BatchLimits(BATCH_CHANGES, BATCH_BYTES, appliers * BATCH_BYTES);
        return new CommitOrder(limits, SysbenchHistory.beginning(), new ThreadMonitor());
    }

    /** The steps of an applier, without a database. */
    private static long runApplier(BatchOrder order, int applier) throws InterruptedException {
        long batches = 0;
        for (Assignment next = order.take(applier); next != null; next = order.take(applier)) {
            Assignment assignment = next;
            assignment.awaitDependencies();
            if (assignment.progress().executed().isEmpty()) {
                throw new IllegalStateException(assignment.batch() + " has no progress");
            }
            assignment
                    .awaitCommitOrder()
                    .orElseThrow(
                            () -> new IllegalStateException("no yield of " + assignment.batch() + " was requested"))
                    .require();
            assignment.committed();
            batches++;
        }
        return batches;
    }

    @Benchmark
    @OperationsPerInvocation(TRANSACTIONS)
    public long handOver(Batches counted) throws InterruptedException, ExecutionException {
        TransactionQueue queue = new TransactionQueue(QUEUE_BYTES, () -> {}, new ThreadMonitor());
        BatchOrder batchOrder = newOrder();
        Scheduler scheduler =
                new Scheduler(queue, batchOrder, SysbenchHistory.splitter(), DependencyTracking.WRITE_SET);
        Future<Long> scheduled = submit(() -> {
            scheduler.run();
            return 0L;
        });
        List<Future<Long>> atWork = new ArrayList<>();
        for (int applier = 0; applier < appliers; applier++) {
            int number = applier;
            atWork.add(submit(() -> runApplier(batchOrder, number)));
        }
        for (SourceTransaction transaction : transactions) {
            queue.accept(transaction);
        }
        queue.end();
        long batches = scheduled.get();
        for (Future<Long> applier : atWork) {
            batches += applier.get();
        }
        counted.batches += batches;
        counted.invocations++;
        return batches;
    }

    private Future<Long> submit(Callable<Long> task) {
        return threads.submit(task);
    }
}
