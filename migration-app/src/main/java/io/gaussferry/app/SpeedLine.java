package io.gaussferry.app;

import io.gaussferry.metrics.ReplayStatistics;
import java.io.PrintStream;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Prints once a second the number of source transactions committed on the target, and the number committed in the last second.
 * The format is that of openGauss's 2022 replay tool, because users have scripts that parse it.
 */
final class SpeedLine implements AutoCloseable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final ReplayStatistics statistics;
    private final PrintStream output;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "speed-line");
        thread.setDaemon(true);
        return thread;
    });
    private long lastTransactions;
    private long lastNanos;
    private volatile long peak;
    private boolean closed;

    SpeedLine(ReplayStatistics statistics, PrintStream output) {
        this.statistics = statistics;
        this.output = output;
    }

    void start() {
        lastNanos = System.nanoTime();
        clock.scheduleAtFixedRate(this::print, 1, 1, TimeUnit.SECONDS);
    }

    private synchronized void print() {
        if (closed) {
            return;
        }
        long transactions = statistics.transactions();
        long now = System.nanoTime();
        // a busy machine may delay a tick, so the rate uses the time that has really passed
        long speed = Math.round((transactions - lastTransactions) * 1e9 / (now - lastNanos));
        lastTransactions = transactions;
        lastNanos = now;
        peak = Math.max(peak, speed);
        output.println(format(transactions, LocalDateTime.now(ZoneId.systemDefault()), speed));
    }

    static String format(long transactions, LocalDateTime time, long speed) {
        return "have replayed " + transactions + " transaction, and current time is " + TIME.format(time)
                + ", and current speed is " + speed;
    }

    /** Returns the highest speed printed, transactions per second. */
    long peak() {
        return peak;
    }

    /** Waits for a line that is being printed. No line is printed after this method returns. */
    @Override
    public void close() {
        clock.shutdownNow();
        synchronized (this) {
            closed = true;
        }
    }
}
