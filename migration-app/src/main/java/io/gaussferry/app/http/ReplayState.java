package io.gaussferry.app.http;

import io.gaussferry.pipeline.status.PipelineStatus;
import java.time.Duration;

/** How a replay is, in one word: the worst that can be said of it. */
enum ReplayState {
    /** It follows the source. */
    REPLAYING,
    /** It follows the source, but is further behind than is allowed. */
    LAGGING,
    /** It has not begun to replay. */
    STARTING,
    /** The initial copy is at work. */
    COPYING,
    /** It has the target follow a change of definitions. */
    FOLLOWING,
    /** It stopped for a reason that may pass, and begins again soon. */
    RETRYING,
    /** There is work, and nothing has been committed for longer than is allowed. */
    STALLED,
    /** An operator holds it back. */
    PAUSED,
    /** Tables are quarantined, or the last comparison found rows that differ. */
    DIVERGED,
    /** It has ended for good: the target was switched to, and others write to it. */
    SWITCHED,
    /** It has ended, or is about to; or it waits for a person at a transaction that it cannot pass. */
    STOPPED;

    /** @param differences differences in rows and in definitions of tables that the last comparison found */
    static ReplayState of(PipelineStatus status, long differences, Duration laggingAfter) {
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
