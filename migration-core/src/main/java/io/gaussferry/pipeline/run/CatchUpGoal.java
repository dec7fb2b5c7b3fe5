package io.gaussferry.pipeline.run;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.CatchUpFilter;
import io.gaussferry.snapshot.range.CopiedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The position up to which rows that were copied at several positions must be replayed to be consistent.
 *
 * @param high all transactions that any copied row can contain
 * @param tables the copied ranges and their positions, by table
 * @param mustEndExactly whether replay must end with exactly these transactions: foreign keys that the target gets at this
 *     point change rows without binlog events
 */
public record CatchUpGoal(GtidSet high, Map<TableId, CopiedTable> tables, boolean mustEndExactly) {

    boolean isReached(GtidSet executed) {
        return executed.containsAll(high);
    }

    /** Returns, by table, the transactions that all of its rows contain, including statements. */
    Map<TableId, GtidSet> inAllRows() {
        Map<TableId, GtidSet> has = new HashMap<>();
        tables.forEach((table, copied) -> copied.ofAllRows().ifPresent(window -> has.put(table, window.low())));
        return has;
    }

    CatchUpFilter catchUp() {
        return new CatchUpFilter(tables);
    }

    /**
     * Returns the failure with the remedy for a statement that falls between the positions of the copied rows: some
     * rows may be from before it and others from after it.
     */
    GaussferryException between(DefinitionException failure) {
        GtidSet statement = GtidSet.parse(failure.transaction());
        boolean behindAll = failure.tables().stream()
                .map(tables::get)
                .filter(Objects::nonNull)
                .flatMap(copied -> copied.ofAllRows().stream())
                .noneMatch(window -> window.high().containsAll(statement));
        if (behindAll) {
            // indexes and foreign keys are built only when all rows have one position: no statement is followed before
            // that
            return new DefinitionException(failure, failure.tables(), null);
        }
        return new DefinitionException(
                new TransactionException(
                        failure.code(),
                        failure.category(),
                        failure.problem()
                                + "\n  while the copied rows are being replayed to one position: some rows may be from before"
                                + " the statement and others from after it",
                        "do not execute the statement on the target, where some rows are from after it. Set"
                                + " gaussferry.replay.on-failure: quarantine, start again, which quarantines the table, and copy"
                                + " it again: gaussferry copy --config FILE --table NAME --replace; or drop the copied tables"
                                + " and this pipeline's rows in gaussferry.progress on the target, and start again, which copies"
                                + " everything from scratch",
                        failure,
                        failure.transaction()),
                failure.tables(),
                null);
    }

    /** Returns a sink that stops the source after the transaction that reaches the goal. */
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
                    return; // the next run reads this transaction
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
        if (mustEndExactly && !delivered.equals(high)) {
            throw new GaussferryException(
                    ErrorCode.COPY_NOT_COMPLETABLE,
                    "The copy cannot be completed: the current source has " + delivered.minus(high)
                            + " before the last transactions of the copied rows, in a different order than the server that"
                            + " was copied; and foreign keys change rows without binlog events.",
                    "drop the target's tables and this pipeline's rows in the tables of schema gaussferry, and copy from a"
                            + " single server",
                    null);
        }
    }
}
