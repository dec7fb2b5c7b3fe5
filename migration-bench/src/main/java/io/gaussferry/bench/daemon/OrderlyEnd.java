package io.gaussferry.bench.daemon;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C and TERM take the way through the finally blocks of the thread that made this object, so that nothing is left
 * on servers that somebody else runs: that thread is interrupted, and given {@value #LONGEST_SECONDS} seconds. Servers of
 * the sandbox's own end with this process and need no tidying.
 */
public final class OrderlyEnd implements AutoCloseable {
    private static final int LONGEST_SECONDS = 15;

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);

    private OrderlyEnd() {}

    /** To be closed by the same thread when everything is tidied up. */
    public static OrderlyEnd ofThisThread(Map<String, String> environment) {
        OrderlyEnd end = new OrderlyEnd();
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
            if (!done.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gaussferry: ended before everything was tidied up");
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
