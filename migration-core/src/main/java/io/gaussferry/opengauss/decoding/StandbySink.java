package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;

/** Forwards a transaction, or the last fragment of one, when the target's standbys have flushed it. Used by one thread. */
final class StandbySink implements TransactionSink {

    private final TransactionSink next;
    private final StandbyFlush standbys;

    StandbySink(TransactionSink next, StandbyFlush standbys) {
        this.next = next;
        this.standbys = standbys;
    }

    @Override
    public void connected() {
        next.connected();
    }

    @Override
    public void accept(SourceTransaction transaction) throws InterruptedException {
        long end = transaction.end().offset();
        if (transaction.fragment() != Fragment.MORE_FOLLOWS && !standbys.isKnown(end)) {
            next.flush();
            standbys.await(end);
        }
        next.accept(transaction);
    }

    @Override
    public void flush() throws InterruptedException {
        next.flush();
    }
}
