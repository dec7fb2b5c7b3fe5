package io.gaussferry.objects.translate;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL's functions that return the present time, on dolphin. MySQL truncates the time to the digits of the function; dolphin rounds it,
 * so that its {@code NOW()} is in the future for half of each second. Measured with openGauss 6.0.2, dolphin 4.2.
 */
public final class ClockFunctions {

    /** Those that an application can pin with {@code SET timestamp}, in upper case. */
    public static final Set<String> PINNED = Set.of(
            "NOW",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "CURDATE",
            "CURRENT_DATE",
            "CURTIME",
            "CURRENT_TIME",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP",
            "UNIX_TIMESTAMP");

    private ClockFunctions() {}

    /**
     * Returns an expression that truncates; empty for a function that need not be changed.
     *
     * @param function its name
     * @param digits of its seconds, 0 to 6
     */
    static Optional<String> truncated(String function, int digits) {
        String name = function.toUpperCase(Locale.ROOT);
        String exact = switch (name) {
            case "NOW", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "CURTIME", "CURRENT_TIME" ->
                "CURRENT_TIMESTAMP(6)";
            case "SYSDATE" -> "SYSDATE(6)";
            case "UTC_TIMESTAMP", "UTC_TIME" -> "UTC_TIMESTAMP(6)";
            default -> "";
        };
        String unit = switch (digits) {
            case 0 -> "second";
            case 3 -> "milliseconds";
            default -> "";
        };
        if (exact.isEmpty() || unit.isEmpty()) {
            return Optional.empty();
        }
        String truncated = "date_trunc('" + unit + "', " + exact + ")";
        // a conversion to timestamp would give it a time zone
        return Optional.of(
                name.endsWith("TIME") && !name.startsWith("LOCAL")
                        ? "CAST(" + truncated + " AS time(" + digits + "))"
                        : truncated);
    }
}
