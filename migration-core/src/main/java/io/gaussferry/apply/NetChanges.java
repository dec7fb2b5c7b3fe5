package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table in one batch, coalesced by row key to what is left of them: a row that is new, gone, or other than
 * it was. An update that changes the key is a deletion and an insertion.
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

        /** Returns whether all of its changes need not wait for any uncommitted transaction. */
        boolean isIndependent() {
            return independent;
        }

        /** A row that came and went is as if it had never been. */
        private boolean isLeft() {
            return before != null || after != null;
        }
    }

    private final int[] keyColumns;
    /** How many columns there are up to the last of the key. */
    private final int keyEnd;

    private final int[] offsets;
    private final int[] otherOffsets;

    /** In the order in which keys were first touched. */
    private final List<NetRow> rows;

    /**
     * A map from keys to rows with open addressing: the row's number, from 1; 0 where a slot is free. At most half are taken. The
     * scheduler has computed the hashes already; rows with the same one are told apart by their keys.
     */
    private int[] slots;

    private boolean consistent = true;

    /**
     * @param keyColumns the columns of the row key, from 0
     * @param expectedRows about how many rows there will be
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
     * @param independent whether it need not wait for any uncommitted transaction
     */
    void add(RowChange change, boolean independent) {
        switch (change.operation()) {
            case INSERT -> appear(change.afterKeyHash(), RowImage.after(change), independent);
            case DELETE -> vanish(change.beforeKeyHash(), RowImage.before(change), independent);
            case UPDATE -> {
                RowImage before = RowImage.before(change);
                RowImage after = RowImage.after(change);
                if (change.beforeKeyHash() == change.afterKeyHash() && haveSameKey(before, after)) {
                    become(change.beforeKeyHash(), before, after, independent);
                } else {
                    vanish(change.beforeKeyHash(), before, independent);
                    appear(change.afterKeyHash(), after, independent);
                }
            }
        }
    }

    private void appear(long hash, RowImage image, boolean independent) {
        NetRow row = find(hash, image);
        if (row == null) {
            add(new NetRow(hash, image, null, image, independent));
            return;
        }
        consistent &= row.after == null;
        row.after = image;
        row.independent &= independent;
    }

    private void vanish(long hash, RowImage image, boolean independent) {
        NetRow row = find(hash, image);
        if (row == null) {
            add(new NetRow(hash, image, image, null, independent));
            return;
        }
        consistent &= row.after != null;
        row.after = null;
        row.independent &= independent;
    }

    private void become(long hash, RowImage before, RowImage after, boolean independent) {
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

    /** Adds a row whose key is not there yet. */
    private void add(NetRow row) {
        rows.add(row);
        if (rows.size() * 2 > slots.length) {
            slots = new int[slots.length * 2];
            for (int number = 1; number <= rows.size(); number++) {
                take(rows.get(number - 1).hash, number);
            }
        } else {
            take(row.hash, rows.size());
        }
    }

    private void take(long hash, int number) {
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

    /** Returns whether the changes fit each other: a row appeared only where none was, and vanished only where one was. */
    public boolean isConsistent() {
        return consistent;
    }

    /** Returns the rows that are left, in the order in which keys were first touched; each has at least one image. */
    public List<NetRow> rows() {
        List<NetRow> left = new ArrayList<>(rows.size());
        for (NetRow row : rows) {
            if (row.isLeft()) {
                left.add(row);
            }
        }
        return left;
    }
}
