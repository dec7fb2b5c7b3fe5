package io.gaussferry.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.ShardStore.Agreed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardOrderTest {

    private static final int UNKNOWN = -1;

    /** @param path definitions, one letter each; {@code -} for a table that does not exist */
    @ParameterizedTest(name = "{0}, has {1}, makes {2} of {3}: {4}")
    @CsvSource({
        // no shard has changed anything yet
        "'', -1, a, b, 1",
        // the next change, and the one after the last
        "abc, 0, a, b, 1",
        "abc, 1, b, c, 2",
        "abc, 2, c, d, 3",
        // a different change at its position
        "abc, 0, a, x, -1",
        "abc, 1, b, x, -1",
        // several changes at once, or a table that was changed to the same form manually
        "abc, 0, a, c, 2",
        "abc, -1, x, c, 2",
        "abc, -1, x, d, -1",
        // a new shard: it has some of the changes, or all, or none
        "abc, -1, a, b, 1",
        "abc, -1, b, c, 2",
        "abc, -1, c, d, 3",
        "abc, -1, a, x, -1",
        // a change and its reversal: the position decides, and without one the next definition
        "aba, 0, a, b, 1",
        "aba, 1, b, a, 2",
        "aba, 2, a, b, 3",
        "aba, -1, a, b, 1",
        // fewer changes are stored than it has, because it joined when the others had fewer: equal to the final state,
        // it may continue
        "abab, 1, b, c, 4",
        "abab, 1, b, a, 2",
        // created, dropped, and created again
        "-a-, -1, -, a, 1",
        "-a-, 1, a, -, 2",
        "-a-, 2, -, a, 3",
        // its definition differs from the stored one, as after a new copy
        "abc, 1, c, d, 3",
        "abc, 0, c, d, 3",
        "abc, 2, x, d, -1",
    })
    void findsNumberOfChange(String path, int position, char before, char after, int expected) {
        assertThat(number(order(path), position, definition(before), definition(after)))
                .isEqualTo(expected);
    }

    @Test
    void agreesOnEqualChangesAtAnyPace() {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ShardOrderTest: -Dgaussferry.seed=" + seed);
        Random random = new Random(seed);
        for (int history = 0; history < 1000; history++) {
            List<String> path = path(random);
            List<Agreed> agreed = new ArrayList<>();
            int[] positions = new int[3];
            boolean[] isKnown = new boolean[positions.length];
            while (List.of(0, 1, 2).stream().anyMatch(shard -> positions[shard] < path.size() - 1)) {
                int shard = random.nextInt(positions.length);
                if (positions[shard] == path.size() - 1) {
                    continue;
                }
                String before = path.get(positions[shard]);
                String after = path.get(positions[shard] + 1);
                int number = number(new ShardOrder(agreed), isKnown[shard] ? positions[shard] : UNKNOWN, before, after);
                positions[shard]++;
                isKnown[shard] = true;
                assertThat(number).as("shard %d of %s", shard, path).isEqualTo(positions[shard]);
                if (number > agreed.size()) {
                    agreed.add(agreed(before, after));
                }
            }
        }
    }

    /** Returns definitions, each different from the one before; the first occurs only once. */
    private static List<String> path(Random random) {
        List<String> path = new ArrayList<>(List.of("initial"));
        int changes = 1 + random.nextInt(8);
        while (path.size() <= changes) {
            String next = String.valueOf((char) ('a' + random.nextInt(4)));
            if (!Objects.equals(path.get(path.size() - 1), next)) {
                path.add(next);
            }
        }
        return path;
    }

    private static int number(ShardOrder order, int position, @Nullable String before, @Nullable String after) {
        OptionalInt known = position == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(position);
        return order.numberOf(known, before, after).orElse(-1);
    }

    private static ShardOrder order(String path) {
        List<Agreed> agreed = new ArrayList<>();
        for (int i = 1; i < path.length(); i++) {
            agreed.add(agreed(definition(path.charAt(i - 1)), definition(path.charAt(i))));
        }
        return new ShardOrder(agreed);
    }

    private static @Nullable String definition(char definition) {
        return definition == '-' ? null : String.valueOf(definition);
    }

    private static Agreed agreed(@Nullable String before, @Nullable String after) {
        return new Agreed(before, after, "pipeline", "database", "gtid");
    }
}
