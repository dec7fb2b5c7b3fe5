package io.gaussferry.mysql.wire;

/** Reads the integers of row images with bounds checks. */
public final class Wire {

    private Wire() {}

    /** Returns the offset after a value of fixed size; fails if it exceeds the limit. */
    public static int end(int offset, int size, int limit, String column) {
        if (size > limit - offset) {
            throw new MalformedRowImageException(
                    column, "it needs " + size + " bytes, but only " + Math.max(0, limit - offset) + " are left");
        }
        return offset + size;
    }

    /** Returns the offset after a length-prefixed value; fails if it exceeds the limit. */
    public static int endOfPrefixed(byte[] image, int offset, int prefix, int limit, String column) {
        int start = end(offset, prefix, limit, column);
        long length = littleEndian(image, offset, prefix);
        if (length > limit - start) {
            throw new MalformedRowImageException(
                    column, "its length is " + length + " bytes, but only " + (limit - start) + " are left");
        }
        return start + (int) length;
    }

    /** Reads 1 to 8 bytes, least significant first, as an unsigned integer (8 bytes: as a signed long). */
    public static long littleEndian(byte[] bytes, int offset, int size) {
        if (size == 1) {
            return bytes[offset] & 0xFF; // most lengths
        }
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | (bytes[offset + i] & 0xFF);
        }
        return value;
    }

    /** Reads 1 to 8 bytes, most significant first, as an unsigned integer (8 bytes: as a signed long). */
    public static long bigEndian(byte[] bytes, int offset, int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (bytes[offset + i] & 0xFF);
        }
        return value;
    }

    public static int int32(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF)
                | (bytes[offset + 1] & 0xFF) << 8
                | (bytes[offset + 2] & 0xFF) << 16
                | bytes[offset + 3] << 24;
    }

    public static long int64(byte[] bytes, int offset) {
        return (int32(bytes, offset) & 0xFFFF_FFFFL) | (long) int32(bytes, offset + 4) << 32;
    }
}
