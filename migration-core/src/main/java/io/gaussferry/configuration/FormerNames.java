package io.gaussferry.configuration;

import io.gaussferry.error.GaussferryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys that had another name in an earlier version; the former name is still accepted. Used by one thread. */
public final class FormerNames {

    private static final Map<String, String> CURRENT = Map.of(
            "gaussferry.replay.lanes", "gaussferry.replay.appliers",
            "gaussferry.copy.lanes", "gaussferry.copy.workers",
            "gaussferry.target.empty-string-as-null", "gaussferry.rules.empty-string-as-null");

    private final List<String> found = new ArrayList<>();

    /**
     * Returns the same values by current names only.
     *
     * @throws GaussferryException of category CONFIGURATION if a key is given by both names
     */
    public Map<String, String> replace(Map<String, String> given) {
        Map<String, String> values = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            String current = CURRENT.getOrDefault(key, key);
            if (values.putIfAbsent(current, value) != null) {
                throw Requirements.refused(current + " is given twice, also by its former name.", "remove one of them");
            }
            if (!current.equals(key)) {
                found.add(key + " was renamed to " + current + "; the former name is still accepted");
            }
        });
        return values;
    }

    /** Returns a message for each former name that was found, with the current name. */
    public List<String> found() {
        return List.copyOf(found);
    }
}
