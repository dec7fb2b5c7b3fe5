package io.gaussferry.lifecycle;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if threads did not end although all their waits were aborted. No work can be started in this process; it must
 * exit.
 */
public final class ThreadsLeftException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    ThreadsLeftException(String work, List<String> threads, Duration bound, @Nullable Throwable cause) {
        super(
                ErrorCode.THREADS_STUCK,
                "Threads of " + work + " did not end within " + bound.toMillis() + " ms of the request to stop: "
                        + threads + (cause == null ? "" : ".\n  Reason for the stop: " + cause.getMessage()),
                "start again (systemd and containers do), which continues from the target's progress; report it with the stacks in the log",
                cause);
    }
}
