package io.gaussferry.lifecycle;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Threads did not end although all that they may wait for was ended: nothing can be begun beside them, the process must end. */
public final class ThreadsLeftException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    ThreadsLeftException(String work, List<String> threads, Duration bound, @Nullable Throwable cause) {
        super(
                ErrorCategory.STUCK,
                "Threads of " + work + " do not end within " + bound.toMillis() + " ms of being told to: " + threads
                        + (cause == null ? "" : ".\n  It was to end because of: " + cause.getMessage()),
                "start again, which goes on from what the target has (systemd and containers do); report it, with the stacks in the log",
                cause);
    }
}
