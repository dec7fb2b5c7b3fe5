package io.gaussferry.apply;

import io.gaussferry.schedule.RowChange;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table in one batch, folded by row key to what is left of them: a row that is new, gone, or other than
 * it was. An update that changes the key is a deletion and an insertion.
 */
public final class NetChanges {

    /** A row before and after the batch; null where it does not exist. Never both null. */
    public static final class NetRow {
        private @Nullable RowImage before;
        private @Nullable RowImage after;

        private NetRow(@Nullable RowImage before, @Nullable RowImage after) {
            this.before = before;
            this.after = after;
        }

        /** Returns the row before the batch. */
        public @Nullable RowImage before() {
            return before;
        }

        /** Returns the row after the batch. */
        public @Nullable RowImage after() {
            return after;
        }
    }

    private final int[] keyColumns;
    private final int[] beforeOffsets;
    private final int[] afterOffsets;
    private final Map<RowKey, NetRow> rows = new LinkedHashMap<>();
    private boolean consistent = true;

    /**
     * @param keyColumns the columns of the row key, from 0
     * @param columnCount how many columns the table has
     */
    public NetChanges(int[] keyColumns, int columnCount) {
        this.keyColumns = keyColumns;
        this.beforeOffsets = new int[columnCount + 1];
        this.afterOffsets = new int[columnCount + 1];
    }

    /** Folds the next change, in source order. */
    public void add(RowChange change) {
        switch (change.operation()) {
            case INSERT -> appear(key(RowImage.after(change), afterOffsets), RowImage.after(change));
            case DELETE -> vanish(key(RowImage.before(change), beforeOffsets), RowImage.before(change));
            case UPDATE -> {
                RowImage before = RowImage.before(change);
                RowImage after = RowImage.after(change);
                RowKey oldKey = key(before, beforeOffsets);
                RowKey newKey = key(after, afterOffsets);
                if (oldKey.equals(newKey)) {
                    become(oldKey, before, after);
                } else {
                    vanish(oldKey, before);
                    appear(newKey, after);
                }
            }
        }
    }

    private RowKey key(RowImage image, int[] offsets) {
        image.locate(offsets);
        return RowKey.of(image.change().bytes(), offsets, keyColumns);
    }

    private void appear(RowKey key, RowImage image) {
        NetRow row = rows.get(key);
        if (row == null) {
            rows.put(key, new NetRow(null, image));
            return;
        }
        consistent &= row.after == null;
        row.after = image;
    }

    private void vanish(RowKey key, RowImage image) {
        NetRow row = rows.get(key);
        if (row == null) {
            rows.put(key, new NetRow(image, null));
            return;
        }
        consistent &= row.after != null;
        row.after = null;
        if (row.before == null) {
            rows.remove(key);
        }
    }

    private void become(RowKey key, RowImage before, RowImage after) {
        NetRow row = rows.get(key);
        if (row == null) {
            rows.put(key, new NetRow(before, after));
            return;
        }
        consistent &= row.after != null;
        row.after = after;
    }

    /** Returns whether the changes fit each other: a row appeared only where none was, and vanished only where one was. */
    public boolean isConsistent() {
        return consistent;
    }

    /** Returns what is left, in the order in which keys were first touched. */
    public Collection<NetRow> rows() {
        return rows.values();
    }
}
