package io.gaussferry.app.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongFunction;

/** Prints the progress of a command every few seconds. Thread-safe. */
public final class ProgressLine {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final PrintStream terminal;
    private final long interval;
    private final long started = System.nanoTime();
    private long next;

    /** Creates the line of a command that starts now. */
    public ProgressLine(PrintStream terminal) {
        this(terminal, INTERVAL);
    }

    ProgressLine(PrintStream terminal, Duration interval) {
        this.terminal = terminal;
        this.interval = interval.toNanos();
        this.next = started + this.interval;
    }

    /**
     * Prints the progress, if the last line is old enough.
     *
     * @param line the line after a number of seconds, which is at least 1
     */
    public synchronized void show(LongFunction<String> line) {
        long now = System.nanoTime();
        if (now - next >= 0) {
            next = now + interval;
            terminal.println(
                    line.apply(Math.max(1, Duration.ofNanos(now - started).toSeconds())));
        }
    }
}
