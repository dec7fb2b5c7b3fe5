package io.gaussferry.sandbox.program;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses Maven's console output about a running transfer, such as {@code Progress (2): 1.2 kB | 0.3/554 MB}.
 *
 * @param doneBytes as precise as the console: three digits
 * @param totalBytes as precise as the console: three digits
 */
record MavenProgress(long doneBytes, long totalBytes) {

    private static final Pattern PROGRESS = Pattern.compile("Progress \\(\\d+\\): (.*)");
    private static final Pattern AMOUNT = Pattern.compile("([0-9.]+)/([0-9.]+) (B|kB|MB|GB)");
    private static final Map<String, Double> UNITS = Map.of("B", 1.0, "kB", 1e3, "MB", 1e6, "GB", 1e9);

    /** Returns the largest transfer in a line, or null if the line reports none. */
    static @Nullable MavenProgress parse(String line) {
        Matcher progress = PROGRESS.matcher(line);
        if (!progress.find()) {
            return null;
        }
        MavenProgress largest = null;
        Matcher amount = AMOUNT.matcher(progress.group(1));
        while (amount.find()) {
            MavenProgress found = of(amount.group(1), amount.group(2), amount.group(3));
            if (found != null && (largest == null || found.totalBytes > largest.totalBytes)) {
                largest = found;
            }
        }
        return largest;
    }

    private static @Nullable MavenProgress of(String done, String total, String unit) {
        try {
            double factor = UNITS.getOrDefault(unit, 1.0);
            return new MavenProgress(
                    Math.round(Double.parseDouble(done) * factor), Math.round(Double.parseDouble(total) * factor));
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
