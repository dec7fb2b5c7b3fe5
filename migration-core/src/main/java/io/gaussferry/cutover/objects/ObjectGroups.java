package io.gaussferry.cutover.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Divides objects by the transactions in which they are created or removed: writers wait for each transaction. Stateless. */
final class ObjectGroups {

    /** Objects of one transaction. */
    private static final int TOGETHER = 50;

    private ObjectGroups() {}

    /** Returns the objects of several tables by transaction; those of one table share one. */
    static <T> List<List<T>> ofTables(List<List<T>> tables) {
        List<List<T>> groups = new ArrayList<>();
        List<T> group = new ArrayList<>();
        for (List<T> table : tables) {
            if (!group.isEmpty() && group.size() + table.size() > TOGETHER) {
                groups.add(group);
                group = new ArrayList<>();
            }
            group.addAll(table);
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }

    /** Returns the objects by transaction, in order. Those of the application set parameters for the rest of their transaction. */
    static <T> List<List<T>> of(List<T> objects, Function<T, ObjectAction> action) {
        List<List<T>> groups = new ArrayList<>();
        List<T> group = new ArrayList<>();
        for (T object : objects) {
            boolean isOfApplication = action.apply(object).kind().isOfApplication();
            if (!group.isEmpty() && (group.size() == TOGETHER || isOfApplication)) {
                groups.add(group);
                group = new ArrayList<>();
            }
            group.add(object);
            if (isOfApplication) {
                groups.add(group);
                group = new ArrayList<>();
            }
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }
}
