package io.gaussferry.convert.image;

import java.util.Arrays;

/**
 * The values of one row as sent by logical decoding: positions in the bytes of one message. Reused for every row. Not
 * thread-safe.
 */
public final class TargetTuple {

    /** Position of NULL. */
    private static final int NULL = -1;

    /** Position of a large value that an update has not changed and that is not sent again. */
    private static final int UNCHANGED = -2;

    private byte[] bytes = {};
    private int[] from = new int[16];
    private int[] to = new int[16];
    private boolean[] textFormats = new boolean[16];
    private int count;

    /** Removes all values. Later values are positions in other bytes. */
    public void reset(byte[] source) {
        bytes = source;
        count = 0;
    }

    /**
     * Adds a value.
     *
     * @param textFormat whether the value is in the type's textual format instead of its binary format
     */
    public void add(int start, int end, boolean textFormat) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            textFormats = Arrays.copyOf(textFormats, 2 * count);
        }
        from[count] = start;
        textFormats[count] = textFormat;
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

    /** Returns whether the value is in textual format, which is used for types without a binary format. */
    public boolean isTextFormat(int column) {
        return textFormats[column];
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
