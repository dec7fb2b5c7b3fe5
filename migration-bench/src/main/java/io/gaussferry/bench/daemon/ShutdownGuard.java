package io.gaussferry.bench.daemon;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * On Ctrl-C and SIGTERM runs the finally blocks of the thread that created this object, so that nothing remains on external
 * servers: interrupts the thread and waits up to {@value #TIMEOUT_SECONDS} seconds. Servers that the sandbox started end with
 * this process and need no clean-up.
 */
public final class ShutdownGuard implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 15;

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);

    private ShutdownGuard() {}

    /** Returns a guard that the calling thread closes when the clean-up is complete. */
    public static ShutdownGuard ofThisThread(Map<String, String> environment) {
        ShutdownGuard end = new ShutdownGuard();
        boolean serversOfOthers =
                environment.containsKey("GAUSSFERRY_SOURCE_URL") || environment.containsKey("GAUSSFERRY_TARGET_URL");
        if (serversOfOthers) {
            Runtime.getRuntime().addShutdownHook(new Thread(end::interruptAndWait, "gaussferry-orderly-end"));
        }
        return end;
    }

    private void interruptAndWait() {
        if (done.getCount() == 0) {
            return;
        }
        worker.interrupt();
        try {
            if (!done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gaussferry: exited before the clean-up was complete");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
