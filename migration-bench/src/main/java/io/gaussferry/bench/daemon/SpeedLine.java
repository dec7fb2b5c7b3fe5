package io.gaussferry.bench.daemon;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line that the daemon prints once per second while it replicates.
 *
 * @param transactions transactions replayed since its start
 * @param speed transactions replayed in the last second
 */
public record SpeedLine(long transactions, long speed) {
    private static final Pattern SHAPE = Pattern.compile(
            "have replayed (\\d{1,18}) transaction, and current time is .+, and current speed is (\\d{1,18})");

    /** Reads a line of the daemon's standard output; empty if it is another kind of line. */
    public static Optional<SpeedLine> parse(String line) {
        Matcher matcher = SHAPE.matcher(line.trim());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new SpeedLine(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))));
    }
}
