package io.gaussferry.app;

import io.gaussferry.error.GaussferryException;
import java.time.Duration;

/**
 * Terminates a process whose threads do not end. An orderly shutdown would need the same servers, connections and locks that those
 * threads hold.
 */
final class ProcessTerminator {

    /** Time to write the last lines of the log and of standard output. */
    private static final Duration ORDERLY_END_TIMEOUT = Duration.ofSeconds(3);

    private ProcessTerminator() {}

    /** Terminates the process with the failure's exit code if it has not ended within a few seconds. Returns at once. */
    static void endAfterwards(GaussferryException failure) {
        Thread thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(ORDERLY_END_TIMEOUT.toMillis());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(failure.category().exitCode());
                },
                "last-resort");
        thread.setDaemon(true);
        thread.start();
    }
}
