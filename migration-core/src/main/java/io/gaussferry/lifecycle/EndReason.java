package io.gaussferry.lifecycle;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Why threads ended before their time: the weightiest reason is kept, of several the first. What a worker fails at stands before the
 * place that those who feed it had come to. An interrupt that nobody is known to have asked for weighs least: its reason may be on its
 * way. Thread-safe.
 */
final class EndReason {

    private static final int NONE = 0;
    private static final int INTERRUPT = 1;
    private static final int FEEDER = 2;
    private static final int WORKER = 3;

    private @Nullable Throwable failure;
    private int weight = NONE;

    /**
     * Notes why a thread ended.
     *
     * @param feeds whether it feeds the others
     * @param told whether the threads had been told to end
     */
    synchronized void note(Throwable thrown, boolean feeds, boolean told) {
        int found = thrown instanceof InterruptedException ? told ? NONE : INTERRUPT : feeds ? FEEDER : WORKER;
        if (found > weight) {
            failure = thrown;
            weight = found;
        }
    }

    /** Returns the reason; null while there is none. */
    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Throws it, in words for users where it is none of those that have some.
     *
     * @param name what messages call the work
     * @param aborted whether the threads were aborted
     * @throws InterruptedException if they were, for no reason of their own
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
                    ErrorCategory.RETRY,
                    "A thread of " + name + " ended although nobody had told it to: " + cause.getMessage(),
                    "nothing to do: it is begun again; if it happens again, report it, with the log",
                    cause);
        }
        if (cause instanceof OutOfMemoryError) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The heap is too small for what is on its way: " + cause.getMessage()
                            + ". One row takes several times its size, and it may be a large one.",
                    "give more heap (-Xmx in config/jvm.options, or by GAUSSFERRY_JAVA_OPTIONS), or lower gaussferry.replay.queue-bytes,"
                            + " gaussferry.replay.batch-bytes or gaussferry.replay.appliers; nothing is lost, start again",
                    cause);
        }
        if (cause != null) {
            throw GaussferryException.ofDefect(cause);
        }
    }
}
