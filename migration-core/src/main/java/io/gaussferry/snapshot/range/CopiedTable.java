package io.gaussferry.snapshot.range;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps each row of a copied table to its window: one for the whole table, or one for each range of its key. Not modified after it is
 * filled.
 */
public final class CopiedTable {

    private final KeyOrder order;
    private final TreeMap<List<String>, CopyWindow> byUpperBound;
    private @Nullable CopyWindow last;
    private boolean ofOneWindow = true;

    /**
     * @param order the order of the ranges; without columns for a table whose rows are not distinguished by keys, which has one window for
     *     all rows
     */
    public CopiedTable(KeyOrder order) {
        this.order = order;
        this.byUpperBound = new TreeMap<>(new KeyComparator(order));
    }

    /** Adds a range and the window in which it was copied. All ranges together must cover the table. */
    public void add(KeyRange range, CopyWindow window) {
        if (order.columns().isEmpty()) {
            last = last == null ? window : last.with(window);
            return;
        }
        if (last == null) {
            last = window;
        }
        ofOneWindow &= last.equals(window);
        if (range.upTo().isEmpty()) {
            last = window;
        } else {
            byUpperBound.put(range.upTo(), window);
        }
    }

    /** Returns the window of all rows together; empty before the first range is added. */
    public Optional<CopyWindow> ofAllRows() {
        CopyWindow all = last;
        for (CopyWindow window : byUpperBound.values()) {
            all = all == null ? window : all.with(window);
        }
        return Optional.ofNullable(all);
    }

    /** Returns the indexes of the columns that {@link #window} requires; empty if all rows have the same window. */
    public List<Integer> keyColumns() {
        return ofOneWindow ? List.of() : order.columns();
    }

    /** Returns the window of the row with this key. */
    public CopyWindow window(List<String> key) {
        Map.Entry<List<String>, CopyWindow> range = ofOneWindow ? null : byUpperBound.ceilingEntry(key);
        CopyWindow window = range == null ? last : range.getValue();
        if (window == null) {
            throw new IllegalStateException("no range contains the key " + key);
        }
        return window;
    }
}
