package io.gaussferry.pipeline.run;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.CatchUp;
import io.gaussferry.snapshot.range.CopiedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Up to where rows that were copied at several positions must be replayed to be of one.
 *
 * @param high all transactions that any copied row can have
 * @param tables what was copied when
 * @param endsThere whether it must end with exactly these transactions: foreign keys that the target gets there change rows that the
 *     binlog does not have
 */
public record CatchUpGoal(GtidSet high, Map<TableId, CopiedTable> tables, boolean endsThere) {

    boolean isReached(GtidSet executed) {
        return executed.containsAll(high);
    }

    /** Returns, by table, the transactions that all of its rows have: also where these are statements. */
    Map<TableId, GtidSet> inAllRows() {
        Map<TableId, GtidSet> has = new HashMap<>();
        tables.forEach((table, copied) -> copied.ofAllRows().ifPresent(window -> has.put(table, window.low())));
        return has;
    }

    CatchUp catchUp() {
        return new CatchUp(tables);
    }

    /**
     * Returns a failure with the remedy that is right here, where a statement changes tables of which some copied rows may be from
     * before it and others from behind it.
     */
    GaussferryException between(DefinitionException failure) {
        GtidSet statement = GtidSet.parse(failure.transaction());
        boolean behindAll = failure.tables().stream()
                .map(tables::get)
                .filter(Objects::nonNull)
                .flatMap(copied -> copied.ofAllRows().stream())
                .noneMatch(window -> window.high().containsAll(statement));
        if (behindAll) {
            // indexes and foreign keys are built only when all rows are of one position: nothing is followed before
            // that
            return new DefinitionException(failure, failure.tables(), null);
        }
        return new DefinitionException(
                new TransactionException(
                        failure.category(),
                        failure.problem()
                                + "\n  while the copied rows are brought to one position: some of them may be from before"
                                + " the statement and others from behind it",
                        "do not repeat the statement on the target, where it would meet rows from behind it. Set"
                                + " gaussferry.replay.on-failure: quarantine, start again, which quarantines the table, and have it"
                                + " copied again: gaussferry copy --config FILE --table NAME --replace; or drop the copied tables"
                                + " and this pipeline's rows in gaussferry.progress on the target, and start again, which begins"
                                + " from nothing",
                        failure,
                        failure.transaction()),
                failure.tables(),
                null);
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
                if (transaction.fragment() == Fragment.MORE_FOLLOWS) {
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
