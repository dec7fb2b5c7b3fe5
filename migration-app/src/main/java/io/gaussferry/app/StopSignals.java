package io.gaussferry.app;

import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles SIGTERM and SIGINT as a request to stop instead of the end of the JVM: shutdown hooks would run concurrently with the
 * daemon's own shutdown, and the exit code would be 143 although the shutdown succeeded. {@code sun.misc.Signal} is the JDK's only API
 * for this; it stays supported because it has no replacement (JEP 260).
 */
final class StopSignals {

    private static final List<String> NAMES = List.of("TERM", "INT");

    private StopSignals() {}

    /** Runs an action on its own thread at the first signal. The next signal ends the process at once. */
    static void handle(Runnable action) {
        for (String name : NAMES) {
            Signal.handle(new Signal(name), signal -> {
                NAMES.forEach(other -> Signal.handle(new Signal(other), SignalHandler.SIG_DFL));
                new Thread(action, "stop").start();
            });
        }
    }
}
