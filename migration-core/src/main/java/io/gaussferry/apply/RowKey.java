package io.gaussferry.apply;

import java.util.Arrays;

/** The values of a row's key columns as bytes, with their lengths, so that different keys have different bytes. */
final class RowKey {

    private final byte[] bytes;
    private final int hash;

    private RowKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /** Takes the key columns of an image whose values stand at the given offsets. */
    static RowKey of(byte[] image, int[] offsets, int[] keyColumns) {
        if (keyColumns.length == 1) {
            int column = keyColumns[0];
            return new RowKey(Arrays.copyOfRange(image, offsets[column], offsets[column + 1]));
        }
        int length = 0;
        for (int column : keyColumns) {
            length += Integer.BYTES + offsets[column + 1] - offsets[column];
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (int column : keyColumns) {
            int from = offsets[column];
            int size = offsets[column + 1] - from;
            bytes[at] = (byte) (size >>> 24);
            bytes[at + 1] = (byte) (size >>> 16);
            bytes[at + 2] = (byte) (size >>> 8);
            bytes[at + 3] = (byte) size;
            System.arraycopy(image, from, bytes, at + Integer.BYTES, size);
            at += Integer.BYTES + size;
        }
        return new RowKey(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
