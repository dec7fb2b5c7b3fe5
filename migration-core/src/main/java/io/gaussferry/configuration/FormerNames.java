package io.gaussferry.configuration;

import io.gaussferry.error.GaussferryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys that had another name in an earlier version: those given by the former one are read as before. One thread. */
public final class FormerNames {

    private static final Map<String, String> PRESENT = Map.of(
            "gaussferry.replay.lanes", "gaussferry.replay.appliers",
            "gaussferry.copy.lanes", "gaussferry.copy.workers",
            "gaussferry.target.empty-string-as-null", "gaussferry.rules.empty-string-as-null");

    private final List<String> found = new ArrayList<>();

    /**
     * Returns the same values by present names only.
     *
     * @throws GaussferryException of category CONFIGURATION, if a key is given by both names
     */
    public Map<String, String> replace(Map<String, String> given) {
        Map<String, String> values = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            String present = PRESENT.getOrDefault(key, key);
            if (values.putIfAbsent(present, value) != null) {
                throw Requirements.refused(present + " is given twice, by its former name too.", "remove one of them");
            }
            if (!present.equals(key)) {
                found.add(key + " is called " + present + " now; the former name is read as before");
            }
        });
        return values;
    }

    /** Returns what was found by a former name, in words that name the present one. */
    public List<String> found() {
        return List.copyOf(found);
    }
}
