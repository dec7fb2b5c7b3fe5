package io.gaussferry.app.config;

import io.gaussferry.error.GaussferryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

/** Keys that had another name in an earlier version: files that have the former one are read as before. One thread. */
final class FormerNames {

    private static final Map<String, String> PRESENT = Map.of(
            "gaussferry.replay.lanes", "gaussferry.replay.appliers",
            "gaussferry.copy.lanes", "gaussferry.copy.workers",
            "gaussferry.target.empty-string-as-null", "gaussferry.rules.empty-string-as-null");

    private final List<String> found = new ArrayList<>();

    /**
     * Returns a document with present names only.
     *
     * @throws GaussferryException of category CONFIGURATION, if it has a key by both names
     */
    PropertySource<?> replace(PropertySource<?> document) {
        if (!(document instanceof MapPropertySource map)
                || PRESENT.keySet().stream().noneMatch(map.getSource()::containsKey)) {
            return document;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        map.getSource().forEach((key, value) -> {
            String present = PRESENT.getOrDefault(key, key);
            if (values.putIfAbsent(present, value) != null) {
                throw Requirements.refused(present + " is given twice, by its former name too.", "remove one of them");
            }
            if (!present.equals(key)) {
                found.add(key + " is called " + present + " now; the former name is read as before");
            }
        });
        return new OriginTrackedMapPropertySource(document.getName(), values, true);
    }

    /** Returns what was found by a former name, in words that name the present one. */
    List<String> found() {
        return List.copyOf(found);
    }
}
