package io.gaussferry.app.verify;

import java.io.PrintStream;
import java.time.Duration;

/** Prints the progress of a verification every few seconds. Thread-safe. */
final class ProgressLine {

    private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

    private final PrintStream terminal;
    private final long started = System.nanoTime();
    private long next = started + INTERVAL_NANOS;

    ProgressLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    synchronized void rows(long rows) {
        long now = System.nanoTime();
        if (now >= next) {
            next = now + INTERVAL_NANOS;
            long seconds = Math.max(1, Duration.ofNanos(now - started).toSeconds());
            terminal.println("compared " + rows + " rows in " + seconds + " s, " + rows / seconds + " rows/s");
        }
    }
}
