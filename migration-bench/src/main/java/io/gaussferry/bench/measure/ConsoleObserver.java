package io.gaussferry.bench.measure;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Redraws a progress bar with the row, the step and the time; prints one line per row if the output is not a terminal. For
 * one thread.
 */
final class ConsoleObserver implements Observer {
    private static final int BAR_WIDTH = 24;
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final long REDRAW_NANOS = 200_000_000L;

    private final PrintStream output;
    private final boolean terminal;
    private final int rows;
    private final long start = System.nanoTime();
    private int row;
    private String name = "";
    private String step = "";
    private long drawn = start - REDRAW_NANOS;

    ConsoleObserver(PrintStream output, boolean terminal, int rows) {
        this.output = output;
        this.terminal = terminal;
        this.rows = rows;
    }

    /** Starts the next row. */
    void row(String rowName) {
        row++;
        name = rowName;
        step = "";
        if (!terminal) {
            output.printf(Locale.ROOT, "%d of %d  %s, after %s%n", row, rows, name, elapsed());
        }
    }

    @Override
    public void step(String what) {
        step = what;
        draw("");
    }

    @Override
    public void progress(double share) {
        if (System.nanoTime() - drawn >= REDRAW_NANOS) {
            draw(String.format(Locale.ROOT, " %.0f %%", Math.max(0, Math.min(1, share)) * 100));
        }
    }

    @Override
    public void note(String line) {
        output.print(terminal ? ERASE_LINE : "");
        output.println(line);
        output.flush();
    }

    private void draw(String detail) {
        if (!terminal) {
            return;
        }
        drawn = System.nanoTime();
        int filled = Math.max(0, (row - 1) * BAR_WIDTH / Math.max(1, rows));
        output.print(ERASE_LINE + "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "] " + row + "/" + rows
                + " " + elapsed() + "  " + name + ": " + step + detail);
        output.flush();
    }

    private String elapsed() {
        long seconds = (System.nanoTime() - start) / 1_000_000_000L;
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
}
