package io.gaussferry.status;

import io.gaussferry.pipeline.status.PipelineStatus;
import java.time.Duration;

/** The state of replication: the most severe state that applies. */
public enum ReplicationState {
    /** The target follows the source. */
    REPLAYING,
    /** The target follows the source, but the lag exceeds {@code lagging-after}. */
    LAGGING,
    /** Replication has not started. */
    STARTING,
    /** The initial copy is running. */
    COPYING,
    /** The target is executing a DDL statement of the source. */
    FOLLOWING,
    /** Replication stopped for a reason that may be temporary, and will restart soon. */
    RETRYING,
    /** Transactions are pending, but none has been committed for longer than {@code stalled-after}. */
    STALLED,
    /** An operator has paused replication. */
    PAUSED,
    /** Tables are quarantined, or the last verification round found differences. */
    DIVERGED,
    /** The target was switched to and has other writers; replication has ended permanently. */
    SWITCHED,
    /** Replication has ended or is ending, or it waits for an operator's decision about a transaction. */
    STOPPED;

    /** @param differences differences in rows and table definitions found by the last verification round */
    public static ReplicationState of(PipelineStatus status, long differences, Duration laggingAfter) {
        if (status.phase() == PipelineStatus.Phase.ENDED || status.phase() == PipelineStatus.Phase.WAITING) {
            return STOPPED;
        }
        if (!status.quarantined().isEmpty() || differences > 0) {
            return DIVERGED;
        }
        if (status.isPaused()) {
            return PAUSED;
        }
        if (status.stall() != null) {
            return STALLED;
        }
        return switch (status.phase()) {
            case STARTING -> STARTING;
            case COPYING -> COPYING;
            case FOLLOWING -> FOLLOWING;
            case RETRYING -> RETRYING;
            case REPLAYING, WAITING, ENDED ->
                status.lagSeconds() * 1_000 > laggingAfter.toMillis() ? LAGGING : REPLAYING;
        };
    }
}
