package io.gaussferry.verify.read;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts intervals to microseconds, from both formats: {@code 838 hours 59 minutes 59.5 seconds} as sent to the target, and {@code 34
 * days -22:59:59.5} as the target prints them.
 */
final class IntervalForm {

    private static final Pattern UNIT =
            Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(days?|hours?|minutes?|mins?|seconds?|secs?)");
    private static final Pattern CLOCK = Pattern.compile("\\s*([+-]?)(\\d+):(\\d+)(?::(\\d+(?:\\.\\d+)?))?");
    private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);

    private IntervalForm() {}

    /** Returns the microseconds as digits; a value in any other format is returned unchanged. */
    static String canonical(String text) {
        BigDecimal seconds = BigDecimal.ZERO;
        Matcher unit = UNIT.matcher(text);
        int at = 0;
        while (unit.find(at) && unit.start() == at) {
            seconds = seconds.add(new BigDecimal(unit.group(1)).multiply(secondsOf(unit.group(2))));
            at = unit.end();
        }
        Matcher clock = CLOCK.matcher(text);
        if (clock.find(at) && clock.start() == at) {
            BigDecimal time = new BigDecimal(clock.group(2))
                    .multiply(BigDecimal.valueOf(3600))
                    .add(new BigDecimal(clock.group(3)).multiply(BigDecimal.valueOf(60)))
                    .add(clock.group(4) == null ? BigDecimal.ZERO : new BigDecimal(clock.group(4)));
            seconds = clock.group(1).equals("-") ? seconds.subtract(time) : seconds.add(time);
            at = clock.end();
        }
        return at == text.length() && at > 0
                ? seconds.multiply(MICROS_PER_SECOND).toBigInteger().toString()
                : text;
    }

    private static BigDecimal secondsOf(String unit) {
        return BigDecimal.valueOf(
                switch (unit.charAt(0)) {
                    case 'd' -> 86_400;
                    case 'h' -> 3_600;
                    case 'm' -> 60;
                    default -> 1;
                });
    }
}
