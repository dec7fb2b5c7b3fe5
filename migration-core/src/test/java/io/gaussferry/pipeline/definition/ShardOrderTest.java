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

    /** @param path definitions, one letter each; {@code -} for none */
    @ParameterizedTest(name = "{0}, has {1}, makes {2} of {3}: {4}")
    @CsvSource({
        // nobody has changed anything yet
        "'', -1, a, b, 1",
        // the next change, and the one behind the last
        "abc, 0, a, b, 1",
        "abc, 1, b, c, 2",
        "abc, 2, c, d, 3",
        // something else in its place
        "abc, 0, a, x, -1",
        "abc, 1, b, x, -1",
        // several at once, or what somebody has brought into the same form
        "abc, 0, a, c, 2",
        "abc, -1, x, c, 2",
        "abc, -1, x, d, -1",
        // a shard that is new: it has some of them, or all, or none
        "abc, -1, a, b, 1",
        "abc, -1, b, c, 2",
        "abc, -1, c, d, 3",
        "abc, -1, a, x, -1",
        // there and back: the place decides, and without one what follows
        "aba, 0, a, b, 1",
        "aba, 1, b, a, 2",
        "aba, 2, a, b, 3",
        "aba, -1, a, b, 1",
        // fewer are noted than it has, for it joined when the others had fewer: as they all will be, it may go on
        "abab, 1, b, c, 4",
        "abab, 1, b, a, 2",
        // created, dropped, and created again
        "-a-, -1, -, a, 1",
        "-a-, 1, a, -, 2",
        "-a-, 2, -, a, 3",
        // its definition is another than was noted, as after a new copy
        "abc, 1, c, d, 3",
        "abc, 0, c, d, 3",
        "abc, 2, x, d, -1",
    })
    void findsTheChange(String path, int place, char before, char after, int expected) {
        assertThat(number(order(path), place, text(before), text(after))).isEqualTo(expected);
    }

    @Test
    void shardsThatMakeTheSameChangesAgreeAtAnyPace() {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ShardOrderTest: -Dgaussferry.seed=" + seed);
        Random random = new Random(seed);
        for (int history = 0; history < 1000; history++) {
            List<String> path = path(random);
            List<Agreed> agreed = new ArrayList<>();
            int[] places = new int[3];
            boolean[] isKnown = new boolean[places.length];
            while (List.of(0, 1, 2).stream().anyMatch(shard -> places[shard] < path.size() - 1)) {
                int shard = random.nextInt(places.length);
                if (places[shard] == path.size() - 1) {
                    continue;
                }
                String before = path.get(places[shard]);
                String after = path.get(places[shard] + 1);
                int number = number(new ShardOrder(agreed), isKnown[shard] ? places[shard] : UNKNOWN, before, after);
                places[shard]++;
                isKnown[shard] = true;
                assertThat(number).as("shard %d of %s", shard, path).isEqualTo(places[shard]);
                if (number > agreed.size()) {
                    agreed.add(agreed(before, after));
                }
            }
        }
    }

    /** Returns definitions, each other than the one before; the first comes only once. */
    private static List<String> path(Random random) {
        List<String> path = new ArrayList<>(List.of("begin"));
        int changes = 1 + random.nextInt(8);
        while (path.size() <= changes) {
            String next = String.valueOf((char) ('a' + random.nextInt(4)));
            if (!Objects.equals(path.get(path.size() - 1), next)) {
                path.add(next);
            }
        }
        return path;
    }

    private static int number(ShardOrder order, int place, @Nullable String before, @Nullable String after) {
        OptionalInt known = place == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(place);
        return order.numberOf(known, before, after).orElse(-1);
    }

    private static ShardOrder order(String path) {
        List<Agreed> agreed = new ArrayList<>();
        for (int i = 1; i < path.length(); i++) {
            agreed.add(agreed(text(path.charAt(i - 1)), text(path.charAt(i))));
        }
        return new ShardOrder(agreed);
    }

    private static @Nullable String text(char definition) {
        return definition == '-' ? null : String.valueOf(definition);
    }

    private static Agreed agreed(@Nullable String before, @Nullable String after) {
        return new Agreed(before, after, "pipeline", "database", "gtid");
    }
}
