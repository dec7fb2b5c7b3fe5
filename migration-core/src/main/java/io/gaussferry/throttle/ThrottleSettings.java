package io.gaussferry.throttle;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The load up to which work that can wait is not held back.
 *
 * @param limits the highest allowed value of each figure; a figure without a limit is not read
 * @param replicas the addresses of the source's replicas whose lag is read, as {@code host:port}
 * @param minimumShare percentage of the time for which held work continues nevertheless, so that it ends: 0 to 50
 */
public record ThrottleSettings(Map<LoadFigure, Double> limits, List<String> replicas, int minimumShare) {

    /** Without any limit. */
    public static final ThrottleSettings NONE = new ThrottleSettings(Map.of(), List.of(), 0);

    private static final int HIGHEST_SHARE = 50;

    public ThrottleSettings {
        limits = Map.copyOf(limits.isEmpty() ? Map.of() : new EnumMap<>(limits));
        replicas = List.copyOf(replicas);
        if (minimumShare < 0 || minimumShare > HIGHEST_SHARE) {
            throw new IllegalArgumentException("0 to " + HIGHEST_SHARE + " percent, not " + minimumShare);
        }
    }

    /** Returns whether a figure has a limit. */
    boolean limits(LoadFigure figure) {
        return limits.containsKey(figure);
    }
}
