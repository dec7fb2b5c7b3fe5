package io.gaussferry.bench.jmh;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From a transaction of one row to its change and its conflict keys, in nanoseconds per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class ConflictKeyBenchmark {

    private static final int TRANSACTIONS = 1_000;

    private final List<SourceTransaction> inserts =
            SysbenchHistory.transactions(TRANSACTIONS, RowOperation.INSERT, number -> number);
    private final List<SourceTransaction> updates =
            SysbenchHistory.transactions(TRANSACTIONS, RowOperation.UPDATE, number -> number);
    private final RowSplitter splitter = SysbenchHistory.splitter();
    private final List<RowChange> changes = new ArrayList<>();
    private final WriteSet writeSet = new WriteSet();

    /** The work of the scheduler's thread for each transaction before it appends it. */
    private int split(List<SourceTransaction> transactions) {
        int rows = 0;
        for (SourceTransaction transaction : transactions) {
            changes.clear();
            writeSet.clear();
            splitter.split(transaction, changes, writeSet);
            rows += changes.size();
        }
        return rows;
    }

    @Benchmark
    @OperationsPerInvocation(TRANSACTIONS)
    public int splitInserts() {
        return split(inserts);
    }

    @Benchmark
    @OperationsPerInvocation(TRANSACTIONS)
    public int splitUpdates() {
        return split(updates);
    }
}
