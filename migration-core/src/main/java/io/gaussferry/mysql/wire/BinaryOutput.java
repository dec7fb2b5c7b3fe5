package io.gaussferry.mysql.wire;

import java.util.Arrays;

/** A growing byte array in which reserved positions can be filled in later. */
public final class BinaryOutput {

    /** The largest array size that every JVM supports. */
    private static final int MAXIMUM_BYTES = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int length;

    public BinaryOutput(int capacity) {
        bytes = new byte[capacity];
    }

    public int length() {
        return length;
    }

    /** Appends zeros and returns the offset of the first. */
    public int reserve(long size) {
        int start = grow(size);
        Arrays.fill(bytes, start, length, (byte) 0);
        return start;
    }

    /** Appends uninitialized bytes and returns the offset of the first. */
    private int grow(long size) {
        long needed = length + size;
        if (needed > MAXIMUM_BYTES) {
            throw new IllegalStateException("more than " + MAXIMUM_BYTES + " bytes");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAXIMUM_BYTES, Math.max(needed, 2L * bytes.length)));
        }
        int start = length;
        length = (int) needed;
        return start;
    }

    /** Appends a part of an array. */
    public void append(byte[] source, int from, int to) {
        int start = grow(to - from);
        System.arraycopy(source, from, bytes, start, to - from);
    }

    /** Appends an integer of 1 to 8 bytes, least significant first. */
    public void appendLittleEndian(long value, int size) {
        int start = grow(size);
        for (int i = 0; i < size; i++) {
            bytes[start + i] = (byte) (value >>> 8 * i);
        }
    }

    /** Appends an integer of 1 to 8 bytes, most significant first. */
    public void appendBigEndian(long value, int size) {
        int start = grow(size);
        for (int i = 0; i < size; i++) {
            bytes[start + i] = (byte) (value >>> 8 * (size - 1 - i));
        }
    }

    /** Inverts a bit of an existing byte. */
    public void flipBit(int offset, int bit) {
        bytes[offset] ^= (byte) (1 << bit);
    }

    /** Sets a bit of a reserved byte. */
    public void setBit(int offset, int bit) {
        bytes[offset] |= (byte) (1 << bit);
    }

    /** Removes the bytes from an offset on; {@code 0} removes all, and keeps the memory. */
    public void truncate(int to) {
        length = to;
    }

    /** Writes an integer of 1 to 4 bytes, least significant first, at a reserved position. */
    public void put(int offset, int size, int value) {
        for (int i = 0; i < size; i++) {
            bytes[offset + i] = (byte) (value >>> 8 * i);
        }
    }

    /** Writes bytes at a reserved position. */
    public void put(int offset, byte[] source, int from, int to) {
        System.arraycopy(source, from, bytes, offset, to - from);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }
}
