package io.gaussferry.objects;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The order in which objects of several verifications are created: each after those that it uses, otherwise by kind and former order. */
final class CreationOrder {

    private final Map<String, VerifiedObject> byLabel = new HashMap<>();
    private final Set<String> visited = new HashSet<>();
    private final List<String> ordered = new ArrayList<>();

    private CreationOrder(List<VerifiedObject> objects) {
        objects.forEach(object -> byLabel.put(object.label(), object));
    }

    /** Returns the positions from 1, by labels. Objects that the target does not accept have none. */
    static Map<String, Integer> of(List<VerifiedObject> objects) {
        CreationOrder order = new CreationOrder(objects);
        objects.stream()
                .sorted(Comparator.comparing(VerifiedObject::kind).thenComparing(VerifiedObject::order))
                .forEach(order::add);
        Map<String, Integer> positions = new HashMap<>();
        order.ordered.forEach(label -> positions.put(label, positions.size() + 1));
        return positions;
    }

    private void add(VerifiedObject object) {
        if (object.order() == 0 || !visited.add(object.label())) {
            return;
        }
        for (String use : object.uses()) {
            VerifiedObject used = byLabel.get(use);
            if (used != null) {
                add(used);
            }
        }
        ordered.add(object.label());
    }
}
