package io.gaussferry.simulation;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.CopiedTable;
import io.gaussferry.snapshot.range.CopyWindow;
import io.gaussferry.snapshot.range.KeyComparator;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The state that an interrupted copy leaves on a target: ranges of tables, each as seen by one of several views. A view
 * sees all transactions up to one position, and between that and a second position any transactions that depend on no
 * unseen one. For tables whose rows do not determine their range, replay uses one window.
 */
final class CopyScene {

    private record View(CopyWindow window, Rows rows) {}

    private static final KeyOrder NO_ORDER =
            KeyOrder.ofValues(History.KEYLESS.events().version().definition());

    private final RandomGenerator random;
    private final History history;
    private final List<View> exactViews = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final Rows rows = new Rows();
    private final Map<TableId, CopiedTable> tables = new HashMap<>();
    private int low = Integer.MAX_VALUE;
    private int high;

    CopyScene(RandomGenerator random, History history) {
        this.random = random;
        this.history = history;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int from = random.nextInt(history.size() + 1);
            exactViews.add(view(from, from));
            views.add(view(from, Math.min(history.size(), from + random.nextInt(12))));
        }
        for (Table table : List.of(History.KEYED, History.COMPOSITE, History.HOT, History.PARENT, History.CHILD)) {
            copy(table);
        }
        // the transactions in rows without a key must be known exactly
        use(History.KEYLESS, List.of(KeyRange.WHOLE), exactViews, false);
    }

    private View view(int from, int to) {
        List<Integer> unseen = new ArrayList<>();
        Rows seen = new Rows();
        for (int number = 1; number <= to; number++) {
            int index = number - 1;
            boolean free = unseen.stream().noneMatch(other -> history.touchCommonRows(other, index));
            if (number <= from || (free && random.nextBoolean())) {
                history.apply(index, seen);
            } else {
                unseen.add(index);
            }
        }
        return new View(new CopyWindow(numbersUpTo(from), numbersUpTo(to)), seen);
    }

    private GtidSet numbersUpTo(int last) {
        GtidSet set = new GtidSet();
        for (int number = 1; number <= last; number++) {
            set.add(history.gtid(number));
        }
        return set;
    }

    private void copy(Table table) {
        KeyComparator comparator =
                new KeyComparator(KeyOrder.ofValues(table.events().version().definition()));
        List<List<String>> bounds = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            List<String> bound = new ArrayList<>();
            table.uniqueKeys().get(0).forEach(column -> bound.add(String.valueOf(random.nextInt(-2, 14))));
            if (!bounds.contains(bound)) {
                bounds.add(bound);
            }
        }
        bounds.sort(comparator);
        List<KeyRange> ranges = new ArrayList<>();
        List<String> after = List.of();
        for (List<String> bound : bounds) {
            ranges.add(new KeyRange(after, bound));
            after = bound;
        }
        ranges.add(new KeyRange(after, List.of()));
        use(table, ranges, random.nextBoolean() ? views : exactViews, random.nextBoolean());
    }

    /** @param ofOneWindow whether only the source can determine the range of a row, as for a string key */
    private void use(Table table, List<KeyRange> ranges, List<View> among, boolean ofOneWindow) {
        KeyOrder order = KeyOrder.ofValues(table.events().version().definition());
        CopiedTable copied = new CopiedTable(ofOneWindow ? NO_ORDER : order);
        for (KeyRange range : ranges) {
            View view = among.get(random.nextInt(among.size()));
            copied.add(range, view.window());
            low = (int) Math.min(low, view.window().low().count());
            high = (int) Math.max(high, view.window().high().count());
            for (List<@Nullable Integer> row : view.rows().of(table.name())) {
                if (contains(range, table, row, order)) {
                    rows.of(table.name()).add(row);
                }
            }
        }
        tables.put(table.events().version().definition().id(), copied);
    }

    private static boolean contains(KeyRange range, Table table, List<@Nullable Integer> row, KeyOrder order) {
        if (!table.hasRowKey()) {
            return true;
        }
        List<String> key = Objects.requireNonNull(Table.key(table.uniqueKeys().get(0), row)).stream()
                .map(String::valueOf)
                .toList();
        KeyComparator comparator = new KeyComparator(order);
        return (range.after().isEmpty() || comparator.compare(key, range.after()) > 0)
                && (range.upTo().isEmpty() || comparator.compare(key, range.upTo()) <= 0);
    }

    /** Returns the copied rows. */
    Rows rows() {
        return rows;
    }

    /** Returns the copied ranges with their windows, by table. */
    Map<TableId, CopiedTable> tables() {
        return tables;
    }

    /** Returns the number of transactions that all rows contain. */
    int low() {
        return low;
    }

    /** Returns the number of transactions that any row may contain. */
    int high() {
        return high;
    }

    /** Returns the transactions that all rows contain. */
    GtidSet executed() {
        return numbersUpTo(low);
    }
}
