package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;

/** Transactions in several parts, each with its actual end. */
final class LargeTransactions {

    /** Work that waits for the test's other actions. */
    interface Work {
        void run() throws InterruptedException;
    }

    private LargeTransactions() {}

    static Thread inBackground(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static SourceTransaction fragment(long number, long end, Fragment fragment, RowsEvent... events) {
        SourceTransaction whole = Transactions.transaction(number, events);
        return new SourceTransaction(
                whole.gtid(),
                number,
                whole.start(),
                new BinlogPosition("binlog.000001", end),
                whole.logicalTime(),
                whole.commitMicros(),
                whole.rowsEvents(),
                whole.byteSize(),
                fragment);
    }

    static void append(
            BatchOrder order, RowSplitter splitter, long number, long end, Fragment fragment, RowsEvent... events)
            throws InterruptedException {
        SourceTransaction transaction = fragment(number, end, fragment, events);
        WriteSet writeSet = new WriteSet();
        List<RowChange> changes = new ArrayList<>();
        splitter.split(transaction, changes, writeSet);
        order.append(transaction, changes, writeSet);
    }
}
