package io.gaussferry.app;

import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * SIGTERM and SIGINT as an order to stop, instead of as the JVM's end: its shutdown hooks would run beside the daemon's own
 * stopping, and its exit code would say 143 although all went well. {@code sun.misc.Signal} is the JDK's only way to say so,
 * and stays supported for want of another (JEP 260).
 */
final class StopSignals {

    private static final List<String> NAMES = List.of("TERM", "INT");

    private StopSignals() {}

    /** Has an action run, on a thread of its own, at the first of the signals. The next one ends the process at once. */
    static void handle(Runnable action) {
        for (String name : NAMES) {
            Signal.handle(new Signal(name), signal -> {
                NAMES.forEach(other -> Signal.handle(new Signal(other), SignalHandler.SIG_DFL));
                new Thread(action, "stop").start();
            });
        }
    }
}
