package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Executes the renames one by one on a namespace that refuses a name in use, as the target does. */
class RenameSequenceTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Test
    void reachesEveryPermutationOfNames() {
        for (List<String> order : permutations(NAMES)) {
            Map<String, String> renamed = new LinkedHashMap<>();
            for (int i = 0; i < NAMES.size(); i++) {
                if (!NAMES.get(i).equals(order.get(i))) {
                    renamed.put(NAMES.get(i), order.get(i));
                }
            }
            assertThat(execute(renamed)).isEqualTo(expected(renamed));
        }
    }

    @Test
    void movesChainOntoNameThatBecomesFree() {
        Map<String, String> renamed = new LinkedHashMap<>();
        renamed.put("a", "b");
        renamed.put("b", "c");
        renamed.put("c", "new");
        assertThat(execute(renamed)).isEqualTo(expected(renamed));
    }

    @Test
    void renamesDirectlyWhenNameIsFree() {
        List<String> steps = new ArrayList<>();
        RenameSequence.steps(Map.of("a", "x"), Map.of("a", "").keySet(), (from, to) -> {
            steps.add(from + " to " + to);
            return List.of();
        });
        assertThat(steps).containsExactly("a to x");
    }

    /** Returns the original names of the objects by their final names. */
    private static Map<String, String> execute(Map<String, String> renamed) {
        Map<String, String> objects = new HashMap<>();
        NAMES.forEach(name -> objects.put(name, name));
        RenameSequence.steps(renamed, Map.copyOf(objects).keySet(), (from, to) -> {
            assertThat(objects).as("%s in %s", to, renamed).containsKey(from).doesNotContainKey(to);
            objects.put(to, objects.remove(from));
            return List.of();
        });
        return objects;
    }

    private static Map<String, String> expected(Map<String, String> renamed) {
        Map<String, String> objects = new HashMap<>();
        NAMES.forEach(name -> objects.put(renamed.getOrDefault(name, name), name));
        return objects;
    }

    private static List<List<String>> permutations(List<String> names) {
        if (names.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> all = new ArrayList<>();
        for (String first : names) {
            List<String> others =
                    names.stream().filter(name -> !name.equals(first)).toList();
            for (List<String> rest : permutations(others)) {
                List<String> order = new ArrayList<>(List.of(first));
                order.addAll(rest);
                all.add(order);
            }
        }
        return all;
    }
}
