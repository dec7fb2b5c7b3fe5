package io.gaussferry.pipeline.status;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.model.Gtid;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Forwards the source's transactions and counts them. Written by the source's thread, read by any. */
public final class ReadObserver implements TransactionSink {

    private final TransactionSink sink;
    private final LongSupplier committed;
    private final LongAdder binlogBytes;
    private volatile long transactions;
    private volatile long heapBytes;
    private volatile long busyFromMicros;
    private volatile @Nullable Gtid newest;
    /** The end of the last part of an unfinished large transaction; negative if there is none. */
    private long fragmentEnd = -1;

    /**
     * @param sink receives every transaction
     * @param committed returns how many of them are committed on the target
     * @param binlogBytes counts the bytes read over all runs
     */
    public ReadObserver(TransactionSink sink, LongSupplier committed, LongAdder binlogBytes) {
        this.sink = sink;
        this.committed = committed;
        this.binlogBytes = binlogBytes;
    }

    @Override
    public void connected() {
        sink.connected();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void accept(SourceTransaction transaction) throws InterruptedException {
        boolean isFragment = transaction.fragment() == Fragment.MORE_FOLLOWS;
        if (fragmentEnd < 0 && transactions <= committed.getAsLong()) {
            busyFromMicros = transaction.commitMicros();
        }
        binlogBytes.add(transaction.end().offset()
                - (fragmentEnd < 0 ? transaction.start().offset() : fragmentEnd));
        fragmentEnd = isFragment ? transaction.end().offset() : -1;
        heapBytes += transaction.byteSize();
        newest = transaction.gtid();
        if (!isFragment) {
            transactions++;
        }
        sink.accept(transaction);
    }

    @Override
    public void flush() throws InterruptedException {
        sink.flush();
    }

    /** Returns the number of transactions that were read completely. */
    public long transactions() {
        return transactions;
    }

    /** Returns the bytes of heap of all transactions read, including the one that is being forwarded. */
    long heapBytes() {
        return heapBytes;
    }

    /** Returns the source's commit time of the first transaction that was read when all before it were committed. */
    public long busyFromMicros() {
        return busyFromMicros;
    }

    /** Returns the transaction that was read last; null for none. */
    @Nullable
    Gtid newest() {
        return newest;
    }
}
