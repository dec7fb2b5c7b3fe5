package io.gaussferry.bench.jmh;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.NetChanges;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.BatchOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.ForeignKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From a full batch to its sets, in nanoseconds per change. Nothing is encoded. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init")
public class CoalescingBenchmark {

    private static final int CHANGES = 10_000;
    private static final int HOT_ROWS = 10;
    private static final int[] PRIMARY_KEY = {0};
    /** Never reached. */
    private static final long BYTES = 1L << 40;

    private Batch inserts;
    private Batch updates;
    private Batch hotRows;

    @Setup(Level.Trial)
    public void fill() throws InterruptedException {
        inserts = batch(RowOperation.INSERT, number -> number, CHANGES);
        updates = batch(RowOperation.UPDATE, number -> number, CHANGES);
        hotRows = batch(RowOperation.UPDATE, number -> number % HOT_ROWS, HOT_ROWS);
    }

    private static Batch batch(RowOperation operation, IntUnaryOperator id, int expectedRows)
            throws InterruptedException {
        BatchOrder order = new CommitOrder(
                new BatchLimits(CHANGES, BYTES, BYTES), SysbenchHistory.beginning(), new ThreadMonitor());
        RowSplitter splitter = SysbenchHistory.splitter();
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        for (SourceTransaction transaction : SysbenchHistory.transactions(CHANGES, operation, id)) {
            changes.clear();
            writeSet.clear();
            splitter.split(transaction, changes, writeSet);
            order.append(transaction, changes, writeSet);
        }
        Batch batch = Objects.requireNonNull(order.take(0)).batch();
        int rows = coalesce(batch).rows().size();
        if (batch.changes().size() != CHANGES || rows != expectedRows) {
            throw new IllegalStateException(batch.changes().size() + " changes of " + rows + " rows");
        }
        return batch;
    }

    private static NetChanges coalesce(Batch batch) {
        NetChanges net = new NetChanges(PRIMARY_KEY, CHANGES);
        for (RowChange change : batch.changes()) {
            net.add(change);
        }
        return net;
    }

    @Benchmark
    @OperationsPerInvocation(CHANGES)
    public List<BatchPlan.Step> planInserts() {
        return BatchPlan.of(inserts, ForeignKeys.NONE);
    }

    @Benchmark
    @OperationsPerInvocation(CHANGES)
    public List<BatchPlan.Step> planUpdates() {
        return BatchPlan.of(updates, ForeignKeys.NONE);
    }

    @Benchmark
    @OperationsPerInvocation(CHANGES)
    public List<BatchPlan.Step> planHotRows() {
        return BatchPlan.of(hotRows, ForeignKeys.NONE);
    }

    /** Without looking up the tables and without sorting into sets. */
    @Benchmark
    @OperationsPerInvocation(CHANGES)
    public NetChanges coalesceUpdates() {
        return coalesce(updates);
    }
}
