package io.gaussferry.app;

import io.gaussferry.error.GaussferryException;
import java.time.Duration;

/** Ends a process whose threads do not end: the orderly way goes through the same servers, connections and locks that they hold. */
final class LastResort {

    /** For the last lines of the log and of standard output. */
    private static final Duration FOR_AN_ORDERLY_END = Duration.ofSeconds(3);

    private LastResort() {}

    /** Ends the process with the failure's exit code, if it has not ended by itself a little later. Returns at once. */
    static void endAfterwards(GaussferryException failure) {
        Thread thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(FOR_AN_ORDERLY_END.toMillis());
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
