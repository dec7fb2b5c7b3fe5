package io.gaussferry.control;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Failure;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that failed on the target; {@code docs/reference/openapi.yml} describes every field. */
public record FailureDocument(
        String id,
        State state,
        String transaction,
        int changeNumber,
        String position,
        String table,
        String operation,
        @Nullable String sqlState,
        String problem,
        Instant failedAt,
        @Nullable String skipReason,
        @Nullable List<Value> values) {

    /** The state of a failed change. */
    public enum State {
        /** Replication waits at its transaction. */
        WAITING,
        /** Its table is quarantined. */
        SET_ASIDE,
        /** Its transaction was skipped. */
        SKIPPED,
        /** Its transaction was retried. */
        RETRIED
    }

    /** Returns the document of a failed change. */
    public static FailureDocument of(Failures.Known known, PipelineStatus status) {
        Failure failure = known.failure();
        FailedChange change = failure.change();
        return new FailureDocument(
                new FailureId(change.gtid(), change.changeNumber()).toString(),
                state(failure, status),
                change.gtid(),
                change.changeNumber(),
                change.binlogFile() + ":" + change.binlogOffset(),
                change.table().toString(),
                change.operation(),
                change.sqlState(),
                change.message(),
                failure.failedAt(),
                failure.skipReason(),
                known.values());
    }

    private static State state(Failure failure, PipelineStatus status) {
        Waiting waiting = status.waiting();
        if (waiting != null && waiting.transaction().equals(failure.change().gtid())) {
            return State.WAITING;
        }
        if (failure.skipReason() != null) {
            return State.SKIPPED;
        }
        return status.quarantined().contains(failure.change().table()) ? State.SET_ASIDE : State.RETRIED;
    }
}
