package io.gaussferry.verify.changed;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import io.gaussferry.verify.read.ComparedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Guards: every row that a commit changes during a comparison is recorded. */
class ChangedRowsTest {

    private static final int HISTORIES = 2_000;

    private final IntTable one = new IntTable("one", 3, List.of(List.of(1, 0)));
    private final IntTable two = new IntTable("two", 2, List.of(List.of(0)));
    private final IntTable keyless = new IntTable("keyless", 2, List.of());
    private final ChangedRows rows = new ChangedRows();

    @Test
    void recordsKeysOfBothImagesInKeyOrder() {
        beginAndComplete();
        commit(one.update(row(1, 2, 3), row(4, 5, 6)), two.delete(row(7, 8)), one.insert(row(1, 2, 9)));
        assertThat(keys(one)).contains(Set.of(List.of("2", "1"), List.of("5", "4")));
        assertThat(keys(two)).contains(Set.of(List.of("7")));
        assertThat(rows.of(one.version().definition().id()).orElseThrow().size())
                .isEqualTo(2);
    }

    @Test
    void knowsNoRowsBeforeCompletionOrAfterForget() {
        commit(two.insert(row(1, 1)));
        assertThat(keys(two)).isEmpty();
        rows.begin();
        assertThat(keys(two)).isEmpty();
        rows.complete();
        assertThat(keys(two)).contains(Set.of());
        rows.forget();
        assertThat(keys(two)).isEmpty();
        rows.complete();
        commit(two.insert(row(2, 2)));
        rows.begin();
        rows.complete();
        assertThat(keys(two)).contains(Set.of());
    }

    @Test
    void isUncertainWhileCommitHasNotReturned() {
        beginAndComplete();
        long lost = rows.committing();
        assertThat(rows.isCertain()).isFalse();
        commit(two.insert(row(1, 1)));
        assertThat(rows.isCertain()).isFalse();
        rows.forget();
        assertThat(rows.isCertain()).isTrue();
        rows.committed(lost, changes(two.insert(row(2, 2))));
        assertThat(rows.isCertain()).isTrue();
    }

    @Test
    void countsAllRowsOfTablesWithoutKeyAndOfLargeTransactions() {
        beginAndComplete();
        commit(keyless.insert(row(1, 1)), two.insert(row(1, 1)));
        rows.committed(rows.committing(), Set.of(one.version().definition().id()));
        commit(one.insert(row(1, 1, 1)));
        assertThat(keys(keyless)).isEmpty();
        assertThat(keys(one)).isEmpty();
        assertThat(keys(two)).contains(Set.of(List.of("1")));
        beginAndComplete();
        assertThat(keys(keyless)).contains(Set.of());
        assertThat(keys(one)).contains(Set.of());
    }

    @Test
    void dropsKeysOfLargestTableAtMemoryLimit() {
        ChangedRows small = new ChangedRows(4_000);
        small.begin();
        small.complete();
        for (int i = 0; i < 200; i++) {
            small.committed(small.committing(), changes(one.insert(row(i, i, i))));
        }
        small.committed(small.committing(), changes(two.insert(row(5, 5))));
        assertThat(small.of(one.version().definition().id())).isEmpty();
        assertThat(small.of(two.version().definition().id()).map(ChangedKeys::size))
                .contains(1L);
        small.begin();
        assertThat(small.of(one.version().definition().id())).isEmpty();
    }

    @Test
    void losesRowsOfTableWithAnotherVersion() {
        beginAndComplete();
        commit(two.insert(row(1, 1)));
        commit(new IntTable("two", 3, List.of(List.of(0))).insert(row(2, 2, 2)));
        assertThat(keys(two)).isEmpty();
        beginAndComplete();
        commit(two.insert(row(1, 1)));
        commit(new IntTable("two", 2, List.of(List.of(0))).insert(row(2, 2)));
        assertThat(keys(two)).contains(Set.of(List.of("1"), List.of("2")));
        ChangedKeys known = rows.of(two.version().definition().id()).orElseThrow();
        assertThat(known.fit(two.version().definition())).isTrue();
        assertThat(known.fit(
                        new IntTable("two", 2, List.of(List.of(1))).version().definition()))
                .isFalse();
    }

    @Test
    void storesKeysLikeASet() {
        SplittableRandom random = new SplittableRandom(3);
        KeySet set = new KeySet();
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 30_000; i++) {
            byte[] key = new byte[random.nextInt(4) == 0 ? 300 : random.nextInt(1, 3)];
            key[0] = (byte) random.nextInt(256);
            key[key.length - 1] = (byte) random.nextInt(256);
            set.add(key, 0, key.length);
            expected.add(new String(key, java.nio.charset.StandardCharsets.ISO_8859_1));
        }
        KeySet.Keys walk = set.keys();
        set.add(new byte[5], 0, 5);
        Set<String> seen = new HashSet<>();
        while (walk.next()) {
            assertThat(seen.add(new String(
                            walk.bytes(),
                            walk.from(),
                            walk.to() - walk.from(),
                            java.nio.charset.StandardCharsets.ISO_8859_1)))
                    .isTrue();
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(set.size()).isEqualTo(expected.size() + 1);
    }

    /** A commit of a simulated history: announced, visible on the target, and reported, at different moments. */
    private record Commit(
            long name, Map<IntTable, Set<List<String>>> keys, List<RowsEvent> events, boolean[] isVisible) {}

    @Test
    void losesNoChangedRowInAnyHistory() {
        long seed = System.nanoTime();
        for (int history = 0; history < HISTORIES; history++) {
            play(seed + history);
        }
    }

    /**
     * Compares with a model that has every change since the start of the last complete comparison, by the moment when it became visible.
     */
    private void play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ChangedRows memory = new ChangedRows(random.nextInt(4) == 0 ? 3_000 : 1 << 20);
        List<Commit> open = new ArrayList<>();
        Map<IntTable, Set<List<String>>> sinceBegin = new HashMap<>();
        @Nullable Map<IntTable, Set<List<String>>> sinceComplete = null;
        boolean begun = false;
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(10)) {
                case 0 -> {
                    memory.begin();
                    begun = true;
                    sinceBegin = new HashMap<>();
                }
                case 1 -> {
                    if (begun) {
                        memory.complete();
                        sinceComplete = sinceBegin;
                    }
                }
                case 2 -> {
                    if (random.nextInt(5) == 0) {
                        memory.forget();
                        open.clear();
                        begun = false;
                        sinceComplete = null;
                    }
                }
                case 3, 4, 5 -> open.add(begin(memory, random));
                case 6, 7 -> {
                    for (Commit commit : open) {
                        if (!commit.isVisible()[0] && random.nextBoolean()) {
                            commit.isVisible()[0] = true;
                            note(commit, sinceBegin);
                            note(commit, sinceComplete);
                        }
                    }
                }
                default -> {
                    if (!open.isEmpty() && open.get(0).isVisible()[0]) {
                        Commit told = open.remove(0);
                        memory.committed(told.name(), changes(told.events().toArray(new RowsEvent[0])));
                    }
                }
            }
            if (sinceComplete == null || !memory.isCertain()) {
                continue;
            }
            for (IntTable table : List.of(one, two)) {
                Optional<Set<List<String>>> known = keys(memory, table);
                if (known.isPresent()) {
                    assertThat(known.get())
                            .as("seed %d, step %d", seed, step)
                            .containsAll(sinceComplete.getOrDefault(table, Set.of()));
                }
            }
        }
    }

    private static void note(Commit commit, @Nullable Map<IntTable, Set<List<String>>> keys) {
        if (keys != null) {
            commit.keys()
                    .forEach((table, some) -> keys.computeIfAbsent(table, unused -> new HashSet<>())
                            .addAll(some));
        }
    }

    private Commit begin(ChangedRows memory, SplittableRandom random) {
        Map<IntTable, Set<List<String>>> keys = new HashMap<>();
        List<RowsEvent> events = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int key = random.nextInt(50);
            int other = random.nextInt(50);
            if (random.nextBoolean()) {
                events.add(two.update(row(key, 0), row(other, 1)));
                keys.computeIfAbsent(two, unused -> new HashSet<>())
                        .addAll(List.of(List.of("" + key), List.of("" + other)));
            } else {
                events.add(one.delete(row(key, other, 0)));
                keys.computeIfAbsent(one, unused -> new HashSet<>()).add(List.of("" + other, "" + key));
            }
        }
        return new Commit(memory.committing(), keys, events, new boolean[1]);
    }

    private void beginAndComplete() {
        rows.begin();
        rows.complete();
    }

    private void commit(RowsEvent... events) {
        rows.committed(rows.committing(), changes(events));
    }

    private static List<RowChange> changes(RowsEvent... events) {
        return ChangeSplitting.split(Transactions.transaction(1, events), IntTable.CONVERSION::format);
    }

    private Optional<Set<List<String>>> keys(IntTable table) {
        return keys(rows, table);
    }

    private static Optional<Set<List<String>>> keys(ChangedRows memory, IntTable table) {
        TableDefinition definition = table.version().definition();
        return memory.of(definition.id()).map(known -> {
            Set<List<String>> keys = new HashSet<>();
            known.in(compared(definition)).forEachRemaining(keys::add);
            return keys;
        });
    }

    private static ComparedTable compared(TableDefinition definition) {
        TargetTable target = new TargetTable(
                definition.targetId(),
                definition.columns().stream()
                        .map(ColumnDefinition::name)
                        .map(name -> new TargetTable.Column(
                                name,
                                "integer",
                                "integer",
                                true,
                                Carrier.OWN_TYPE,
                                Identity.EQUALITY,
                                StringEquality.EXACT))
                        .toList());
        return ComparedTable.of(List.of(definition), target, IntTable.CONVERSION);
    }
}
