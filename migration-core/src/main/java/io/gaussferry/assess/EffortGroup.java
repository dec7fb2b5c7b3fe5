package io.gaussferry.assess;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The items of one rule.
 *
 * @param area their area
 * @param rule the rule
 * @param items the items
 * @param minutes the minutes of all of them; empty if they are not estimated
 */
public record EffortGroup(EffortItem.Area area, String rule, List<EffortItem> items, OptionalDouble minutes) {

    private record Key(EffortItem.Area area, String rule) {}

    public EffortGroup {
        items = List.copyOf(items);
    }

    /** Groups items, by area, the most frequent rule first. */
    static List<EffortGroup> of(List<EffortItem> items, EffortMinutes minutes) {
        Map<Key, List<EffortItem>> groups = new LinkedHashMap<>();
        items.forEach(item -> groups.computeIfAbsent(new Key(item.area(), item.rule()), unused -> new ArrayList<>())
                .add(item));
        return groups.entrySet().stream()
                .map(entry -> new EffortGroup(
                        entry.getKey().area(),
                        entry.getKey().rule(),
                        entry.getValue(),
                        total(
                                minutes.of(entry.getKey().rule()),
                                entry.getValue().size())))
                .sorted(Comparator.comparing(EffortGroup::area)
                        .thenComparing(group -> -group.items().size())
                        .thenComparing(EffortGroup::rule))
                .toList();
    }

    private static OptionalDouble total(OptionalDouble each, int count) {
        return each.isPresent() ? OptionalDouble.of(count * each.getAsDouble()) : OptionalDouble.empty();
    }
}
