package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NetChangesTest {

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));

    @Test
    void coalescesChangesOfOneKeyToNetEffect() {
        assertThat(net(table.insert(row(1, 1)), table.update(row(1, 1), row(1, 2))))
                .containsExactly("insert 1,2");
        assertThat(net(table.insert(row(1, 1)), table.delete(row(1, 1)))).isEmpty();
        assertThat(net(table.update(row(1, 1), row(1, 2)), table.update(row(1, 2), row(1, 3))))
                .containsExactly("update 1,1 to 1,3");
        assertThat(net(table.update(row(1, 1), row(1, 2)), table.delete(row(1, 2))))
                .containsExactly("delete 1,1");
        assertThat(net(table.delete(row(1, 1)), table.insert(row(1, 2)))).containsExactly("update 1,1 to 1,2");
        assertThat(net(table.insert(row(1, 1)), table.delete(row(1, 1)), table.insert(row(1, 5))))
                .containsExactly("insert 1,5");
    }

    @Test
    void treatsChangedKeyAsDeleteAndInsert() {
        assertThat(net(table.update(row(1, 1), row(2, 1)))).containsExactly("delete 1,1", "insert 2,1");
        assertThat(net(table.update(row(1, 1), row(2, 1)), table.update(row(2, 1), row(1, 1))))
                .containsExactly("update 1,1 to 1,1");
    }

    @Test
    void detectsInconsistentChanges() {
        assertThat(coalesce(table.insert(row(1, 1)), table.insert(row(1, 2))).isConsistent())
                .isFalse();
        assertThat(coalesce(table.delete(row(1, 1)), table.update(row(1, 1), row(1, 2)))
                        .isConsistent())
                .isFalse();
        assertThat(coalesce(table.delete(row(1, 1)), table.delete(row(1, 1))).isConsistent())
                .isFalse();
        assertThat(coalesce(
                                table.insert(row(1, 1)),
                                table.insert(row(1, 2)),
                                table.delete(row(1, 2)),
                                table.insert(row(1, 3)))
                        .isConsistent())
                .as("an inconsistency is not corrected by later changes")
                .isFalse();
        assertThat(coalesce(table.insert(row(1, 1)), table.insert(row(2, 2))).isConsistent())
                .isTrue();
    }

    /** A row waits if one of its changes does. */
    @Test
    void isIndependentOnlyIfAllChangesAre() {
        for (List<RowChange> changes : List.of(
                changes(table.insert(row(1, 1)), table.delete(row(1, 1)), table.insert(row(1, 2))),
                changes(table.delete(row(1, 1)), table.insert(row(1, 1)), table.delete(row(1, 1))),
                changes(table.insert(row(1, 1)), table.update(row(1, 1), row(1, 2))))) {
            for (int waiting = 0; waiting <= changes.size(); waiting++) {
                NetChanges net = new NetChanges(new int[] {0}, 1);
                for (int i = 0; i < changes.size(); i++) {
                    net.add(changes.get(i), i != waiting);
                }
                assertThat(net.rows())
                        .singleElement()
                        .extracting(NetChanges.NetRow::isIndependent)
                        .isEqualTo(waiting == changes.size());
            }
        }
    }

    @Test
    void holdsMoreRowsThanExpected() {
        NetChanges net = new NetChanges(new int[] {0}, 1);
        for (int round = 0; round < 2; round++) {
            for (int key = 0; key < 1_000; key++) {
                RowsEvent event = round == 0 ? table.insert(row(key, 0)) : table.update(row(key, 0), row(key, 1));
                changes(event).forEach(net::add);
            }
        }
        assertThat(net.isConsistent()).isTrue();
        assertThat(net.rows()).hasSize(1_000).allMatch(row -> row.before() == null);
    }

    @Test
    void preservesEffectOfRandomHistoryWhenCoalesced() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            Map<Integer, Integer> before = new TreeMap<>();
            for (int key = 0; key < 10; key++) {
                if (random.nextBoolean()) {
                    before.put(key, random.nextInt(100));
                }
            }
            Map<Integer, Integer> replayed = new TreeMap<>(before);
            List<RowsEvent> events = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                events.add(randomChange(random, replayed));
            }
            List<RowChange> changes = changes(events.toArray(new RowsEvent[0]));
            for (NetChanges net : List.of(coalesce(changes), coalesce(ChangeSplitting.withOneHash(changes)))) {
                assertThat(net.isConsistent())
                        .as("seed %d, round %d", seed, round)
                        .isTrue();
                assertThat(applied(net, before))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(replayed);
            }
        }
    }

    private RowsEvent randomChange(SplittableRandom random, Map<Integer, Integer> rows) {
        int key = random.nextInt(10);
        Integer value = rows.get(key);
        int newValue = random.nextInt(100);
        if (value == null) {
            rows.put(key, newValue);
            return table.insert(row(key, newValue));
        }
        int newKey = random.nextInt(10);
        if (random.nextInt(3) == 0) {
            rows.remove(key);
            return table.delete(row(key, value));
        }
        int targetKey = rows.containsKey(newKey) ? key : newKey;
        rows.remove(key);
        rows.put(targetKey, newValue);
        return table.update(row(key, value), row(targetKey, newValue));
    }

    /** Applies net changes in the target's order: deletes, updates, inserts. */
    private static Map<Integer, Integer> applied(NetChanges changes, Map<Integer, Integer> before) {
        Map<Integer, Integer> rows = new TreeMap<>(before);
        for (NetChanges.NetRow row : changes.rows()) {
            if (row.before() != null) {
                String[] image = text(row.before()).split(",", -1);
                assertThat(rows.remove(Integer.valueOf(image[0]))).isEqualTo(Integer.valueOf(image[1]));
            }
        }
        for (NetChanges.NetRow row : changes.rows()) {
            if (row.after() != null) {
                String[] image = text(row.after()).split(",", -1);
                assertThat(rows.put(Integer.valueOf(image[0]), Integer.valueOf(image[1])))
                        .isNull();
            }
        }
        return rows;
    }

    private List<String> net(RowsEvent... events) {
        return coalesce(events).rows().stream()
                .map(row -> row.before() == null
                        ? "insert " + text(row.after())
                        : row.after() == null
                                ? "delete " + text(row.before())
                                : "update " + text(row.before()) + " to " + text(row.after()))
                .toList();
    }

    private static NetChanges coalesce(RowsEvent... events) {
        return coalesce(changes(events));
    }

    private static NetChanges coalesce(List<RowChange> changes) {
        NetChanges net = new NetChanges(new int[] {0}, 0);
        changes.forEach(net::add);
        return net;
    }

    private static List<RowChange> changes(RowsEvent... events) {
        return ChangeSplitting.split(Transactions.transaction(1, events), IntTable.CONVERSION::format);
    }

    private static String text(@Nullable RowImage image) {
        if (image == null) {
            return "";
        }
        int[] offsets = new int[3];
        image.locate(offsets);
        CopyText text = new CopyText();
        for (int column = 0; column < 2; column++) {
            image.change()
                    .format()
                    .codec(column)
                    .write(image.change().bytes(), offsets[column], offsets[column + 1], text);
        }
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8).replace('\t', ',');
    }
}
