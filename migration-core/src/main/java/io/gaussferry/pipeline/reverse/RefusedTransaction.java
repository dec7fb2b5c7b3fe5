package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.ChangeException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.RefusedChangeException;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Instant;
import java.util.Optional;

/**
 * The transaction of the target at which reverse replication has stopped.
 *
 * @param failure the reason
 * @param since the time of the failure
 */
record RefusedTransaction(TransactionException failure, Instant since) {

    /** Returns its number in the order of the target's log, from 1. */
    long number() {
        String name = failure.transaction();
        return Long.parseLong(name.substring(name.lastIndexOf(':') + 1));
    }

    /** Returns its name in messages and requests. */
    String name() {
        return Gtid.ofCaptureSequence(number()).toString();
    }

    /** Returns the table of the refused change, by its name in MySQL; empty if unknown. */
    Optional<TableId> table() {
        if (failure instanceof ChangeException change) {
            return Optional.of(change.table());
        }
        return failure instanceof RefusedChangeException change ? Optional.of(change.table()) : Optional.empty();
    }

    /** Returns the description for the operator who decides. */
    Waiting waiting() {
        return new Waiting(name(), since, failure.problem(), failure.remedy(), null);
    }
}
