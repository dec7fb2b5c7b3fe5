package io.gaussferry.objects.translate;

import java.util.Optional;

/** The time zone of an event, in which MySQL executes its body. */
public final class EventZone {

    private static final String UTC = "+00:00";

    private EventZone() {}

    /** Returns whether the zone is the one of the source's host, which the source does not name. */
    public static boolean isOfHost(String zone) {
        return zone.isEmpty() || zone.equalsIgnoreCase("SYSTEM");
    }

    /** Returns the target's name of a zone; empty for the zone of the host. An offset has the opposite sign there. */
    static Optional<String> onTarget(String zone) {
        if (isOfHost(zone)) {
            return Optional.empty();
        }
        if (zone.equals(UTC)) {
            return Optional.of("UTC");
        }
        char sign = zone.charAt(0);
        return Optional.of(sign == '+' || sign == '-' ? "UTC" + (sign == '+' ? '-' : '+') + zone.substring(1) : zone);
    }
}
