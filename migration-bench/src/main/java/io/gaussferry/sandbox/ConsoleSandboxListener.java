package io.gaussferry.sandbox;

import io.gaussferry.sandbox.process.SandboxListener;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints status lines, and a progress bar that is redrawn on one line. If the output is not a terminal, prints one line per
 * tenth of the download instead of the bar.
 *
 * <p>For one thread at a time.
 */
public final class ConsoleSandboxListener implements SandboxListener {

    private static final int BAR_WIDTH = 30;
    private static final double MEGABYTE = 1e6;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream output;
    private final boolean terminal;
    private int lastStep = -1;
    private boolean barOpen;

    /** Prints to {@code output}; {@code terminal} states whether it supports carriage returns and escape codes. */
    public ConsoleSandboxListener(PrintStream output, boolean terminal) {
        this.output = output;
        this.terminal = terminal;
    }

    /** Returns a listener on standard output. The launcher states by a system property whether that is a terminal. */
    public static ConsoleSandboxListener onStandardOutput() {
        String configured = System.getProperty("gaussferry.terminal");
        boolean terminal = configured == null ? System.console() != null : Boolean.parseBoolean(configured);
        return new ConsoleSandboxListener(System.out, terminal);
    }

    @Override
    public void status(String line) {
        if (barOpen) {
            output.println();
            barOpen = false;
        }
        lastStep = -1;
        output.println(line);
        output.flush();
    }

    @Override
    public void download(String what, long doneBytes, long totalBytes) {
        if (totalBytes <= 0) {
            return;
        }
        int steps = terminal ? 1000 : 10;
        int step = (int) (doneBytes * steps / totalBytes);
        if (step <= lastStep) {
            return;
        }
        lastStep = step;
        String numbers = String.format(
                Locale.ROOT,
                "%3d %%  %.0f of %.0f MB",
                doneBytes * 100 / totalBytes,
                doneBytes / MEGABYTE,
                totalBytes / MEGABYTE);
        if (terminal) {
            int filled = (int) (doneBytes * BAR_WIDTH / totalBytes);
            String bar = "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled);
            output.print(ERASE_LINE + "  " + what + "  [" + bar + "] " + numbers);
            barOpen = true;
        } else {
            output.println("  " + what + " " + numbers);
        }
        output.flush();
    }
}
