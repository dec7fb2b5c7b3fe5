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

/** Finds the columns of one table in which rows are other than they were, by their bytes. Not thread-safe. */
public final class ChangedColumns {

    private final int[] before;
    private final int[] after;

    /** @param columnCount how many columns the table has */
    public ChangedColumns(int columnCount) {
        this.before = new int[columnCount + 1];
        this.after = new int[columnCount + 1];
    }

    /** Returns rows by the set of their columns that differ, in the order in which the sets are first met; a set may be empty. */
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

    /** Sets the columns in which two images of a row differ, and clears the others. */
    public void find(RowImage one, RowImage other, BitSet changed) {
        one.locate(before);
        other.locate(after);
        changed.clear();
        for (int column = 0; column < before.length - 1; column++) {
            if (!Arrays.equals(
                    one.change().bytes(),
                    before[column],
                    before[column + 1],
                    other.change().bytes(),
                    after[column],
                    after[column + 1])) {
                changed.set(column);
            }
        }
    }
}
