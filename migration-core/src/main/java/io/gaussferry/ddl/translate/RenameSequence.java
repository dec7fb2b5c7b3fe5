package io.gaussferry.ddl.translate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Renames objects. An object that gets the name of another has a temporary name until that name is free. */
final class RenameSequence {

    private RenameSequence() {}

    /** Returns a temporary name that no table and no column has: MySQL refuses a blank at the end. */
    static String waiting(int number) {
        return "gaussferry renamed " + number + " ";
    }

    /** Makes the steps that rename one object. */
    interface Renaming {
        List<TargetStep> steps(String from, String to);
    }

    /**
     * Returns the steps.
     *
     * @param renamed the new names by old names
     * @param taken the names of all objects before the renames
     * @param renaming called in the order of the steps
     */
    static List<TargetStep> steps(Map<String, String> renamed, Set<String> taken, Renaming renaming) {
        Set<String> names = new HashSet<>(taken);
        List<TargetStep> steps = new ArrayList<>();
        Map<String, String> waiting = new LinkedHashMap<>();
        renamed.forEach((then, now) -> {
            String name = now;
            if (names.contains(now)) {
                name = waiting(waiting.size());
                waiting.put(name, now);
            }
            steps.addAll(renaming.steps(then, name));
            names.remove(then);
            names.add(name);
        });
        waiting.forEach((then, now) -> steps.addAll(renaming.steps(then, now)));
        return steps;
    }
}
