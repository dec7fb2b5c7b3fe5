package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table in one batch, coalesced by row key to their net effect: inserted, deleted and updated rows.
 * An update that changes the key counts as a deletion and an insertion.
 */
public final class NetChanges {

    /** A row before and after the batch; null where it does not exist. */
    public static final class NetRow {
        private final long hash;
        /** An image with the row's key. */
        private final RowImage key;

        private @Nullable RowImage before;
        private @Nullable RowImage after;
        private boolean independent;

        private NetRow(
                long hash, RowImage key, @Nullable RowImage before, @Nullable RowImage after, boolean independent) {
            this.hash = hash;
            this.key = key;
            this.before = before;
            this.after = after;
            this.independent = independent;
        }

        /** Returns the row before the batch. */
        public @Nullable RowImage before() {
            return before;
        }

        /** Returns the row after the batch. */
        public @Nullable RowImage after() {
            return after;
        }

        /** Returns whether none of its changes has to wait for an uncommitted transaction. */
        boolean isIndependent() {
            return independent;
        }

        /** Returns false for a row that was inserted and deleted in the same batch. */
        private boolean hasEffect() {
            return before != null || after != null;
        }
    }

    private final int[] keyColumns;
    /** Number of columns up to the last column of the key. */
    private final int keyEnd;

    private final int[] offsets;
    private final int[] otherOffsets;

    /** In the order in which keys were first touched. */
    private final List<NetRow> rows;

    /**
     * A map from keys to rows with open addressing: the row's number, from 1, or 0 for a free slot. At most half of the
     * slots are used. The scheduler has already computed the hashes; rows with the same hash are distinguished by their
     * keys.
     */
    private int[] slots;

    private boolean consistent = true;

    /**
     * @param keyColumns columns of the row key, from 0
     * @param expectedRows approximate number of rows
     */
    public NetChanges(int[] keyColumns, int expectedRows) {
        this.keyColumns = keyColumns;
        this.keyEnd = Arrays.stream(keyColumns).max().orElse(-1) + 1;
        this.offsets = new int[keyEnd + 1];
        this.otherOffsets = new int[keyEnd + 1];
        this.rows = new ArrayList<>(expectedRows);
        this.slots = new int[Integer.highestOneBit(Math.max(1, expectedRows)) * 4];
    }

    /** Coalesces the next change, in source order. */
    public void add(RowChange change) {
        add(change, false);
    }

    /**
     * Coalesces the next change, in source order.
     *
     * @param independent whether the change does not have to wait for an uncommitted transaction
     */
    void add(RowChange change, boolean independent) {
        switch (change.operation()) {
            case INSERT -> insert(change.afterKeyHash(), RowImage.after(change), independent);
            case DELETE -> delete(change.beforeKeyHash(), RowImage.before(change), independent);
            case UPDATE -> {
                RowImage before = RowImage.before(change);
                RowImage after = RowImage.after(change);
                if (change.beforeKeyHash() == change.afterKeyHash() && haveSameKey(before, after)) {
                    update(change.beforeKeyHash(), before, after, independent);
                } else {
                    delete(change.beforeKeyHash(), before, independent);
                    insert(change.afterKeyHash(), after, independent);
                }
            }
        }
    }

    private void insert(long hash, RowImage image, boolean independent) {
        NetRow row = find(hash, image);
        if (row == null) {
            add(new NetRow(hash, image, null, image, independent));
            return;
        }
        consistent &= row.after == null;
        row.after = image;
        row.independent &= independent;
    }

    private void delete(long hash, RowImage image, boolean independent) {
        NetRow row = find(hash, image);
        if (row == null) {
            add(new NetRow(hash, image, image, null, independent));
            return;
        }
        consistent &= row.after != null;
        row.after = null;
        row.independent &= independent;
    }

    private void update(long hash, RowImage before, RowImage after, boolean independent) {
        NetRow row = find(hash, before);
        if (row == null) {
            add(new NetRow(hash, before, before, after, independent));
            return;
        }
        consistent &= row.after != null;
        row.after = after;
        row.independent &= independent;
    }

    private @Nullable NetRow find(long hash, RowImage image) {
        int mask = slots.length - 1;
        for (int slot = slot(hash, mask); slots[slot] != 0; slot = slot + 1 & mask) {
            NetRow row = rows.get(slots[slot] - 1);
            if (row.hash == hash && haveSameKey(row.key, image)) {
                return row;
            }
        }
        return null;
    }

    /** Adds a row with a new key. */
    private void add(NetRow row) {
        rows.add(row);
        if (rows.size() * 2 > slots.length) {
            slots = new int[slots.length * 2];
            for (int number = 1; number <= rows.size(); number++) {
                fillSlot(rows.get(number - 1).hash, number);
            }
        } else {
            fillSlot(row.hash, rows.size());
        }
    }

    private void fillSlot(long hash, int number) {
        int mask = slots.length - 1;
        int slot = slot(hash, mask);
        while (slots[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = number;
    }

    private static int slot(long hash, int mask) {
        return (int) (hash ^ hash >>> 32) & mask;
    }

    private boolean haveSameKey(RowImage one, RowImage other) {
        one.locateFirst(keyEnd, offsets);
        other.locateFirst(keyEnd, otherOffsets);
        byte[] bytes = one.change().bytes();
        byte[] otherBytes = other.change().bytes();
        for (int column : keyColumns) {
            if (!Arrays.equals(
                    bytes,
                    offsets[column],
                    offsets[column + 1],
                    otherBytes,
                    otherOffsets[column],
                    otherOffsets[column + 1])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the changes are consistent: a row was inserted only where none existed, and deleted only where
     * one existed.
     */
    public boolean isConsistent() {
        return consistent;
    }

    /**
     * Returns the rows with a net effect, in the order in which their keys were first changed. Each has at least one
     * image.
     */
    public List<NetRow> rows() {
        List<NetRow> remaining = new ArrayList<>(rows.size());
        for (NetRow row : rows) {
            if (row.hasEffect()) {
                remaining.add(row);
            }
        }
        return remaining;
    }
}
