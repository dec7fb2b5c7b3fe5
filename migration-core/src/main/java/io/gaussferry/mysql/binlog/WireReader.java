package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads MySQL's little-endian wire format from a range of bytes. Reading beyond its end is an error. */
final class WireReader {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTEGERS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int limit;
    private int offset;

    WireReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.offset = from;
        this.limit = to;
    }

    int offset() {
        return offset;
    }

    int remaining() {
        return limit - offset;
    }

    /** Reads an unsigned integer of 1 to 8 bytes (8 bytes: as a signed long). */
    long uint(int length) {
        require(length);
        long value = uint(bytes, offset, length);
        offset += length;
        return value;
    }

    /** Reads an unsigned integer at an offset without checking a limit. */
    static long uint(byte[] bytes, int offset, int length) {
        if (length == Long.BYTES) {
            return (long) LONGS.get(bytes, offset);
        }
        if (length == Integer.BYTES) {
            return (int) INTEGERS.get(bytes, offset) & 0xFFFF_FFFFL;
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[offset + i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Reads a big-endian long, the format of UUID halves in GTID events. */
    long bigEndianLong() {
        return Long.reverseBytes(uint(Long.BYTES));
    }

    /** Reads a length-encoded integer (MySQL's "packed" integer). */
    long packed() {
        int first = (int) uint(1);
        return switch (first) {
            case 252 -> uint(2);
            case 253 -> uint(3);
            case 254 -> uint(8);
            case 251, 255 -> throw malformed("a length-encoded integer cannot start with " + first);
            default -> first;
        };
    }

    /**
     * Reads an unsigned integer of MySQL's serialization library. The number of trailing ones in the first byte is the number of
     * further bytes. The remaining bits of the first byte and those bytes are the value, lowest first
     * ({@code variable_length_integers.h}). Nine bytes hold 64 bits; values from 2^63 on are returned as negative numbers.
     */
    long varint() {
        long first = uint(1);
        int following = Long.numberOfTrailingZeros(~first);
        if (following == 8) {
            return uint(Long.BYTES);
        }
        long low = first >>> (following + 1);
        return following == 0 ? low : low | uint(following) << (7 - following);
    }

    byte[] bytes(long length) {
        int start = offset;
        skip(length);
        return Arrays.copyOfRange(bytes, start, offset);
    }

    /** Returns a reader of the next bytes only, and advances past them. */
    WireReader part(long length) {
        int start = offset;
        skip(length);
        return new WireReader(bytes, start, offset);
    }

    String string(long length) {
        int start = offset;
        skip(length);
        return new String(bytes, start, offset - start, StandardCharsets.UTF_8);
    }

    /** Reads a string up to a zero byte, and advances past that byte. */
    String zeroTerminated() {
        int end = offset;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        String value = string(end - offset);
        skip(1);
        return value;
    }

    void skip(long length) {
        require(length);
        offset += (int) length;
    }

    private void require(long length) {
        if (length < 0 || length > remaining()) {
            throw malformed("needs " + length + " bytes at offset " + offset + ", has " + remaining());
        }
    }

    private static GaussferryException malformed(String detail) {
        return new GaussferryException(
                ErrorCode.BINLOG_DAMAGED,
                "A binlog event is malformed: " + detail + ".",
                "check the binlog file with mysqlbinlog --verify-binlog-checksum; if it is intact, report this as a defect",
                null);
    }
}
