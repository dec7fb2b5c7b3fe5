package io.gaussferry.mysql.wire;

/** MySQL's length-encoded integers: {@code net_field_length} in {@code pack.cc}. */
public final class LengthEncoded {

    private LengthEncoded() {}

    /** Returns the bytes of an integer that begins with the given one. */
    public static int size(byte first) {
        return switch (first & 0xFF) {
            case 252 -> 3;
            case 253 -> 4;
            case 254 -> 9;
            default -> 1;
        };
    }

    /** Reads an integer of 8 bytes at most; those from 2^63 on come out negative. */
    public static long read(byte[] bytes, int offset, int limit, String column) {
        int size = offset < limit ? size(bytes[offset]) : 1;
        Wire.end(offset, size, limit, column);
        int first = bytes[offset] & 0xFF;
        if (first == 251 || first == 255) {
            throw new MalformedRowImageException(column, "a length cannot begin with " + first);
        }
        return size == 1 ? first : Wire.littleEndian(bytes, offset + 1, size - 1);
    }
}
