package io.gaussferry.mysql.binlog;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.TransactionSink;
import java.util.List;

/**
 * Collects transactions in order.
 *
 * @param received the list to which they are added
 */
record CollectingSink(List<SourceTransaction> received) implements TransactionSink {

    @Override
    public void connected() {}

    @Override
    public void accept(SourceTransaction transaction) {
        received.add(transaction);
    }

    @Override
    public void flush() {}
}
