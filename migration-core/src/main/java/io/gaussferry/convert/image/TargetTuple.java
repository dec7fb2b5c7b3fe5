package io.gaussferry.convert.image;

import java.util.Arrays;

/**
 * The values of one row as logical decoding sends them: places in the bytes of one message. Filled anew for each row; used by one
 * thread.
 */
public final class TargetTuple {

    /** Stands for the place of NULL. */
    private static final int NULL = -1;

    /** Stands for the place of a large value that an update has not changed, and that is not sent again. */
    private static final int UNCHANGED = -2;

    private byte[] bytes = {};
    private int[] from = new int[16];
    private int[] to = new int[16];
    private boolean[] texts = new boolean[16];
    private int count;

    /** Forgets all values; those that are added stand in other bytes. */
    public void reset(byte[] source) {
        bytes = source;
        count = 0;
    }

    /**
     * Adds a value.
     *
     * @param asText whether it is the text that the target prints, not what its type sends
     */
    public void add(int start, int end, boolean asText) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            texts = Arrays.copyOf(texts, 2 * count);
        }
        from[count] = start;
        texts[count] = asText;
        to[count++] = end;
    }

    public void addNull() {
        add(NULL, NULL, false);
    }

    public void addUnchanged() {
        add(UNCHANGED, UNCHANGED, false);
    }

    public int size() {
        return count;
    }

    public boolean isNull(int column) {
        return from[column] == NULL;
    }

    public boolean isUnchanged(int column) {
        return from[column] == UNCHANGED;
    }

    /** Returns whether the value is in the form that the target prints: its type has no binary one. */
    public boolean isPrinted(int column) {
        return texts[column];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from(int column) {
        return from[column];
    }

    public int to(int column) {
        return to[column];
    }
}
