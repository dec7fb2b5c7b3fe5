package io.gaussferry.assess;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The minutes that one item of a rule takes, as the user has estimated them. There are no defaults: Gaussferry cannot know them.
 *
 * @param byRule the minutes, by {@link EffortItem#rule}
 */
public record EffortMinutes(Map<String, Double> byRule) {

    /** No estimate. */
    public static final EffortMinutes NONE = new EffortMinutes(Map.of());

    public EffortMinutes {
        byRule = Map.copyOf(new TreeMap<>(byRule));
    }

    /** Returns the minutes of one item; empty if they are not estimated. */
    public OptionalDouble of(String rule) {
        Double minutes = byRule.get(rule);
        return minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes);
    }
}
