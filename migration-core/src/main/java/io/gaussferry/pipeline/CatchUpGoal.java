package io.gaussferry.pipeline;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.range.CopiedTable;
import io.gaussferry.schedule.CatchUp;
import io.gaussferry.source.ChangeSource;
import io.gaussferry.source.SourceTransaction;
import io.gaussferry.source.SourceTransaction.Part;
import io.gaussferry.source.TransactionSink;
import java.util.Map;

/**
 * Up to where rows that were copied at several positions must be replayed to be of one.
 *
 * @param high all transactions that any copied row can have
 * @param tables what was copied when
 * @param endsThere whether it must end with exactly these transactions: foreign keys that the target gets there change rows that the
 *     binlog does not have
 */
record CatchUpGoal(GtidSet high, Map<TableId, CopiedTable> tables, boolean endsThere) {

    boolean isReached(GtidSet executed) {
        return executed.containsAll(high);
    }

    CatchUp catchUp() {
        return new CatchUp(tables);
    }

    /** Returns a sink that stops the source with the transaction that reaches the goal. */
    TransactionSink endOf(TransactionSink queue, GtidSet executed, ChangeSource source) {
        GtidSet delivered = executed.copy();
        return new TransactionSink() {
            private boolean reached;

            @Override
            public void flush() throws InterruptedException {
                queue.flush();
            }

            @Override
            public void connected() {
                queue.connected();
            }

            @Override
            public void accept(SourceTransaction transaction) throws InterruptedException {
                if (reached) {
                    return; // the next run reads it
                }
                queue.accept(transaction);
                if (transaction.part() == Part.MORE_FOLLOWS) {
                    return;
                }
                delivered.add(transaction.gtid());
                if (isReached(delivered)) {
                    reached = true;
                    requireEnd(delivered);
                    source.stop();
                }
            }
        };
    }

    private void requireEnd(GtidSet delivered) {
        if (endsThere && !delivered.equals(high)) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The copy cannot be completed: the source that is read now has " + delivered.minus(high)
                            + " before the last transactions that the copied rows have, in another order than the server from"
                            + " which they were copied; and foreign keys change rows that the binlog does not have.",
                    "drop the target's tables and this pipeline's rows in the tables of schema gaussferry, and copy from one"
                            + " server",
                    null);
        }
    }
}
