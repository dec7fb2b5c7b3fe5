package io.gaussferry.simulation;

import static io.gaussferry.simulation.Rows.row;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.simulation.Rows.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The history of a source: random transactions over a few small tables, so that they often conflict. */
final class History {

    private static final UUID SOURCE = UUID.fromString("00000000-0000-0000-0000-00000000000a");
    private static final int KEYS = 12;

    /** Primary key, nullable unique key, a value, and a value that is unique only on the target. */
    static final Table KEYED = Table.of("keyed", 4, List.of(3), List.of(List.of(0), List.of(1)));

    static final Table COMPOSITE = Table.of("composite", 3, null, List.of(List.of(0, 1)));
    static final Table KEYLESS = Table.of("keyless", 2, null, List.of());
    static final Table HOT = Table.of("hot", 2, null, List.of(List.of(0)));
    static final Table PARENT = Table.of("parent", 2, null, List.of(List.of(0)));
    /** The second column refers to the parent's key, or is NULL. */
    static final Table CHILD = Table.of("child", 2, null, List.of(List.of(0)));

    static final List<Table> TABLES = List.of(KEYED, COMPOSITE, KEYLESS, HOT, PARENT, CHILD);

    /** The foreign keys of a complete target. */
    static final ForeignKeys FOREIGN_KEYS = new ForeignKeys(
            List.of(new EnforcedForeignKey(CHILD.id(), List.of(1), PARENT.id(), List.of(0), "NO ACTION", "NO ACTION")));

    /** A value of KEYED's third column that a target may reject. */
    static final int REFUSED = 777;

    private final RandomGenerator random;
    private final Rows rows = new Rows();
    private final List<List<Change>> transactions = new ArrayList<>();
    private final List<List<SourceTransaction>> fragments = new ArrayList<>();

    /** The touched rows of each transaction; the logical clock is derived from them as on a real source. */
    private final List<Set<String>> touched = new ArrayList<>();

    private final boolean gtids;
    /** The end of each transaction. */
    private final List<BinlogPosition> ends = new ArrayList<>();

    private List<Change> current = new ArrayList<>();
    private int fresh = 1000;
    private long offset = 4;
    private final boolean refusedValues;

    /**
     * @param count the number of transactions
     * @param gtids whether the source has GTIDs
     * @param refusedValues whether some rows may be rejected by a target
     */
    History(RandomGenerator random, int count, boolean gtids, boolean refusedValues) {
        this.random = random;
        this.gtids = gtids;
        this.refusedValues = refusedValues;
        int fileStart = 0;
        for (int number = 1; number <= count; number++) {
            if (random.nextInt(25) == 0) {
                fileStart = number - 1;
            }
            current = new ArrayList<>();
            int changes = random.nextInt(12) == 0 ? 20 : 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                change();
            }
            transactions.add(current);
            touched.add(touched(current));
            fragments.add(split(number, current, logicalTime(number, fileStart), fileStart));
        }
    }

    int size() {
        return transactions.size();
    }

    /** Returns a transaction as delivered by the source, in one or more parts. */
    List<SourceTransaction> fragments(int index) {
        return fragments.get(index);
    }

    /** Returns the name of a transaction. */
    Gtid gtid(long number) {
        return gtids ? new Gtid(SOURCE, "", number) : Gtid.ofCaptureSequence(number);
    }

    boolean hasGtids() {
        return gtids;
    }

    /** Returns the end of a transaction, counted from 1. */
    BinlogPosition end(long number) {
        return ends.get((int) number - 1);
    }

    /** Returns the index of the first transaction after a position. */
    int indexAt(BinlogPosition position) {
        if (position.file().isEmpty()) {
            return 0;
        }
        int index = ends.indexOf(position);
        if (index < 0) {
            throw new AssertionError("no transaction ends at " + position);
        }
        return index + 1;
    }

    /** Applies a transaction's changes in order. */
    void apply(int index, Rows state) {
        for (Change change : transactions.get(index)) {
            if (!state.apply(change)) {
                throw new AssertionError("transaction " + (index + 1) + " depends on an earlier one: " + change);
            }
        }
    }

    /** Returns whether two transactions touch a common row or unique value, so that their order matters. */
    boolean touchCommonRows(int index, int other) {
        return touched.get(index).stream().anyMatch(touched.get(other)::contains);
    }

    private static Set<String> touched(List<Change> changes) {
        Set<String> keys = new TreeSet<>();
        for (Change change : changes) {
            for (List<@Nullable Integer> image : images(change)) {
                keys.add(change.table().name() + (change.table().hasRowKey() ? "" : image));
                if (change.table() == CHILD && image.get(1) != null) {
                    keys.add("parent" + List.of(0) + List.of(image.get(1)));
                }
                for (List<Integer> key : change.table().uniqueKeys()) {
                    keys.add(change.table().name() + key + Table.key(key, image));
                }
            }
        }
        // a table with keys is touched only by its keys
        keys.removeIf(
                key -> Set.of("keyed", "composite", "hot", "parent", "child").contains(key));
        return keys;
    }

    private static List<List<@Nullable Integer>> images(Change change) {
        List<List<@Nullable Integer>> images = new ArrayList<>();
        if (change.before() != null) {
            images.add(change.before());
        }
        if (change.after() != null) {
            images.add(change.after());
        }
        return images;
    }

    /**
     * Returns the last transaction of the file that touched a common row, or a later one, because real sources are
     * imprecise too.
     */
    private LogicalTime logicalTime(int number, int fileStart) {
        int last = fileStart;
        for (int other = fileStart; other < number - 1; other++) {
            Set<String> common = new TreeSet<>(touched.get(other));
            common.retainAll(touched.get(number - 1));
            if (!common.isEmpty() || number - 1 - other > 8) {
                last = other + 1;
            }
        }
        return new LogicalTime(Math.max(0, last - fileStart), number - fileStart);
    }

    private void make(Table table, @Nullable List<@Nullable Integer> before, @Nullable List<@Nullable Integer> after) {
        Change change = new Change(table, before, after);
        if (!rows.apply(change)) {
            throw new IllegalStateException("no row for " + change);
        }
        current.add(change);
    }

    private void change() {
        switch (random.nextInt(13)) {
            case 0, 1, 2, 3 -> changeKeyed();
            case 10 -> changeParent();
            case 11, 12 -> changeChild();
            case 4, 5 -> changeComposite();
            case 6, 7 -> changeKeyless();
            case 8 -> changeHot();
            default -> swapUniqueValues();
        }
    }

    private void changeKeyed() {
        int key = random.nextInt(KEYS);
        List<@Nullable Integer> before = find(KEYED, key);
        Integer unique = freeUnique();
        if (before == null) {
            make(KEYED, null, row(key, unique, random.nextInt(5), hidden()));
            return;
        }
        switch (random.nextInt(5)) {
            case 0 -> make(KEYED, before, null);
            case 1 -> make(KEYED, before, row(key, unique, before.get(2), before.get(3)));
            case 2 -> make(KEYED, before, row(key, before.get(1), random.nextInt(5), hidden()));
            case 3 -> {
                int other = random.nextInt(KEYS);
                if (find(KEYED, other) == null) {
                    make(KEYED, before, row(other, before.get(1), before.get(2), before.get(3)));
                }
            }
            default -> {
                int value = refusedValues && random.nextInt(40) == 0 ? REFUSED : random.nextInt(5);
                make(KEYED, before, row(key, before.get(1), value, before.get(3)));
            }
        }
    }

    /** Returns a currently unused value from a small range, so that it moves between rows without a visible key. */
    private @Nullable Integer hidden() {
        int value = random.nextInt(KEYS + 4);
        return rows.of("keyed").stream().anyMatch(row -> Objects.equals(row.get(3), value)) ? null : value;
    }

    private @Nullable Integer freeUnique() {
        int value = random.nextInt(KEYS);
        return rows.of("keyed").stream().anyMatch(row -> Objects.equals(row.get(1), value)) ? null : value;
    }

    private void changeComposite() {
        int first = random.nextInt(4);
        int second = random.nextInt(3);
        List<@Nullable Integer> before = rows.of("composite").stream()
                .filter(row -> Objects.equals(row.get(0), first) && Objects.equals(row.get(1), second))
                .findFirst()
                .orElse(null);
        if (before == null) {
            make(COMPOSITE, null, row(first, second, random.nextInt()));
        } else if (random.nextInt(3) == 0) {
            make(COMPOSITE, before, null);
        } else {
            make(COMPOSITE, before, row(first, second, random.nextInt()));
        }
    }

    private void changeKeyless() {
        List<List<@Nullable Integer>> all = rows.of("keyless");
        int kind = random.nextInt(3);
        if (all.isEmpty() || kind == 0) {
            make(KEYLESS, null, row(random.nextInt(3), random.nextBoolean() ? null : 1));
            return;
        }
        List<@Nullable Integer> before = all.get(random.nextInt(all.size()));
        make(KEYLESS, before, kind == 1 ? null : row(random.nextInt(3), before.get(1)));
    }

    private void changeParent() {
        int key = random.nextInt(6);
        List<@Nullable Integer> before = find(PARENT, key);
        if (before == null) {
            make(PARENT, null, row(key, random.nextInt()));
        } else if (random.nextBoolean()) {
            make(PARENT, before, row(key, random.nextInt()));
        } else if (rows.of("child").stream().noneMatch(row -> Objects.equals(row.get(1), key))) {
            make(PARENT, before, null);
        }
    }

    private void changeChild() {
        int key = random.nextInt(KEYS);
        List<@Nullable Integer> before = find(CHILD, key);
        List<List<@Nullable Integer>> parents = rows.of("parent");
        Integer parent = parents.isEmpty() || random.nextInt(6) == 0
                ? null
                : parents.get(random.nextInt(parents.size())).get(0);
        if (before == null) {
            make(CHILD, null, row(key, parent));
        } else if (random.nextInt(3) == 0) {
            make(CHILD, before, null);
        } else {
            make(CHILD, before, row(key, parent));
        }
    }

    private void changeHot() {
        int key = random.nextInt(2);
        List<@Nullable Integer> before = find(HOT, key);
        make(HOT, before, row(key, random.nextInt()));
    }

    /**
     * Swaps the unique values of two rows through an unused value, as a program must; the net effect is two rows that
     * change at once.
     */
    private void swapUniqueValues() {
        List<List<@Nullable Integer>> all =
                rows.of("keyed").stream().filter(row -> row.get(1) != null).toList();
        if (all.size() < 2) {
            return;
        }
        List<@Nullable Integer> one = all.get(random.nextInt(all.size()));
        List<@Nullable Integer> other = all.get(random.nextInt(all.size()));
        if (one.equals(other)) {
            return;
        }
        List<@Nullable Integer> between = row(one.get(0), fresh++, one.get(2), one.get(3));
        make(KEYED, one, between);
        make(KEYED, other, row(other.get(0), one.get(1), other.get(2), other.get(3)));
        make(KEYED, between, row(one.get(0), other.get(1), one.get(2), one.get(3)));
    }

    private @Nullable List<@Nullable Integer> find(Table table, int key) {
        return rows.of(table.name()).stream()
                .filter(row -> Objects.equals(row.get(0), key))
                .findFirst()
                .orElse(null);
    }

    private List<SourceTransaction> split(int number, List<Change> changes, LogicalTime time, int file) {
        List<SourceTransaction> result = new ArrayList<>();
        BinlogPosition start = new BinlogPosition("binlog." + file, offset);
        int fragmentSize = changes.size() > 10 ? 1 + random.nextInt(8) : changes.size();
        for (int from = 0; from == 0 || from < changes.size(); from += Math.max(1, fragmentSize)) {
            int to = Math.min(changes.size(), from + Math.max(1, fragmentSize));
            boolean first = from == 0;
            boolean last = to >= changes.size();
            Fragment fragment = first && last ? Fragment.WHOLE : last ? Fragment.LAST : Fragment.MORE_FOLLOWS;
            // a transaction starts at the end of the one before, and each fragment has a later end
            offset += 100 + to - from;
            BinlogPosition end = new BinlogPosition("binlog." + file, offset);
            result.add(new SourceTransaction(
                    gtid(number),
                    number,
                    start,
                    end,
                    time,
                    number,
                    changes.subList(from, to).stream().map(History::event).toList(),
                    100L * (to - from) + 10,
                    fragment));
        }
        ends.add(new BinlogPosition("binlog." + file, offset));
        return result;
    }

    private static RowsEvent event(Change change) {
        List<@Nullable Integer> before = change.before();
        List<@Nullable Integer> after = change.after();
        if (before == null) {
            return change.table().events().insert(values(Objects.requireNonNull(after)));
        }
        if (after == null) {
            return change.table().events().delete(values(before));
        }
        return change.table().events().update(values(before), values(after));
    }

    private static @Nullable Integer[] values(List<@Nullable Integer> row) {
        return row.toArray(new Integer[0]);
    }
}
