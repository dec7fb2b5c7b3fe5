package io.gaussferry.mysql.wire;

/** MySQL's length-encoded integers: {@code net_field_length} in {@code pack.cc}. */
public final class LengthEncoded {

    private LengthEncoded() {}

    /** Returns the size in bytes of an integer, given its first byte. */
    public static int size(byte first) {
        return switch (first & 0xFF) {
            case 252 -> 3;
            case 253 -> 4;
            case 254 -> 9;
            default -> 1;
        };
    }

    /** Reads an integer of at most 8 bytes; values from 2^63 on are returned as negative numbers. */
    public static long read(byte[] bytes, int offset, int limit, String column) {
        int size = offset < limit ? size(bytes[offset]) : 1;
        Wire.end(offset, size, limit, column);
        int first = bytes[offset] & 0xFF;
        if (first == 251 || first == 255) {
            throw new MalformedRowImageException(column, "a length cannot start with " + first);
        }
        return size == 1 ? first : Wire.littleEndian(bytes, offset + 1, size - 1);
    }
}
