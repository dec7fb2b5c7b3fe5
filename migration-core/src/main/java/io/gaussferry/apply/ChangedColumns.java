package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the columns of one table whose bytes differ between two images of a row. Where the old image has only the key,
 * all other columns count as changed. Not thread-safe.
 */
public final class ChangedColumns {

    private final int[] before;
    private final int[] after;
    private final BitSet keyColumns = new BitSet();

    /**
     * @param columnCount number of columns of the table
     * @param keyColumns columns of its row key, from 0
     */
    public ChangedColumns(int columnCount, int[] keyColumns) {
        for (int column : keyColumns) {
            this.keyColumns.set(column);
        }
        this.before = new int[columnCount + 1];
        this.after = new int[columnCount + 1];
    }

    /**
     * Groups rows by the set of their changed columns, in the order in which the sets first occur. A set may be empty.
     */
    public Map<BitSet, List<NetRow>> group(List<NetRow> rows) {
        Map<BitSet, List<NetRow>> groups = new LinkedHashMap<>();
        BitSet changed = new BitSet(before.length);
        BitSet last = changed;
        List<NetRow> withLast = List.of();
        for (NetRow row : rows) {
            find(Objects.requireNonNull(row.before()), Objects.requireNonNull(row.after()), changed);
            if (withLast.isEmpty() || !changed.equals(last)) {
                last = (BitSet) changed.clone();
                withLast = groups.computeIfAbsent(last, unused -> new ArrayList<>());
            }
            withLast.add(row);
        }
        return groups;
    }

    /** Sets the columns in which a row may have changed, and clears the others. */
    public void find(RowImage was, RowImage is, BitSet changed) {
        was.locate(before);
        is.locate(after);
        changed.clear();
        boolean keyOnly = was.isKeyOnly();
        for (int column = 0; column < before.length - 1; column++) {
            boolean unknown = keyOnly && !keyColumns.get(column);
            changed.set(column, unknown || differs(column, was, is));
        }
    }

    private boolean differs(int column, RowImage was, RowImage is) {
        return !Arrays.equals(
                was.change().bytes(),
                before[column],
                before[column + 1],
                is.change().bytes(),
                after[column],
                after[column + 1]);
    }
}
