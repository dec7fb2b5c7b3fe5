package io.gaussferry.lifecycle;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor.Role;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why threads ended prematurely: the one with the highest weight, and the first of several with the same
 * weight. The later a stage of the work, the earlier the input that its failure concerns: a worker's failure takes
 * precedence over a relay's, and that one over a feeder's. An interrupt of unknown origin has the lowest weight: its
 * reason may follow. Thread-safe.
 */
final class EndReason {

    private static final int NONE = 0;
    private static final int INTERRUPT = 1;
    private static final int FEEDER = 2;
    private static final int RELAY = 3;
    private static final int WORKER = 4;

    private @Nullable Throwable failure;
    private int weight = NONE;

    /**
     * Records why a thread ended.
     *
     * @param role of the thread
     * @param requested whether the threads had been asked to end
     */
    synchronized void note(Throwable thrown, Role role, boolean requested) {
        int found = thrown instanceof InterruptedException ? requested ? NONE : INTERRUPT : weight(role);
        if (found > weight) {
            failure = thrown;
            weight = found;
        }
    }

    private static int weight(Role role) {
        return switch (role) {
            case FEEDS -> FEEDER;
            case RELAYS -> RELAY;
            case PREPARES, WORKS -> WORKER;
        };
    }

    /** Returns the reason; null if there is none. */
    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Throws the reason, as a GaussferryException unless it is an SQLException or an interrupt.
     *
     * @param name of the work in messages
     * @param aborted whether the threads were aborted
     * @throws InterruptedException if the threads were aborted without a failure
     */
    void rethrow(String name, boolean aborted) throws SQLException, InterruptedException {
        Throwable cause = failure();
        if (aborted && cause == null) {
            throw new InterruptedException(name + " was aborted");
        }
        if (cause instanceof SQLException sql) {
            throw sql;
        }
        if (cause instanceof GaussferryException known) {
            throw known;
        }
        if (cause instanceof InterruptedException) {
            throw new GaussferryException(
                    ErrorCode.OPERATION_INTERRUPTED,
                    "A thread of " + name + " was interrupted unexpectedly: " + cause.getMessage(),
                    "no action needed: retrying; if it happens again, report it with the log",
                    cause);
        }
        if (cause instanceof OutOfMemoryError) {
            throw new GaussferryException(
                    ErrorCode.HEAP_TOO_SMALL,
                    "The heap is too small for " + name + ": " + cause.getMessage()
                            + ". One row needs several times its size; a row may be unusually large.",
                    "increase the heap (-Xmx in config/jvm.options, or by GAUSSFERRY_JAVA_OPTIONS), or use less of it: lower"
                            + " gaussferry.replay.queue-bytes, gaussferry.replay.batch-bytes, gaussferry.replay.appliers or"
                            + " gaussferry.copy.workers, or verify with --connections 1; no data is lost, start again",
                    cause);
        }
        if (cause != null) {
            throw GaussferryException.ofDefect(cause);
        }
    }
}
