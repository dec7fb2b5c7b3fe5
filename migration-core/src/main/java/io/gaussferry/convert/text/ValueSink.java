package io.gaussferry.convert.text;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Receives values from codecs: one growing byte buffer of UTF-8, in one of several formats that differ in separators
 * and escapes. Everything except the start and end of a value is shared and final, so that the hot path has no virtual
 * calls per character. Not thread-safe.
 *
 * <p>A value is {@link #beginValue()}, any number of writes, {@link #endValue()}; or a single {@link #nullValue()}.
 */
public abstract sealed class ValueSink permits CopyText, ArrayText, PlainText {

    /** Maximum size of a message or parameter (1 GiB less a header), and therefore the largest useful buffer. */
    public static final int MAXIMUM_BYTES = (1 << 30) - 64;

    private static final int INITIAL_BYTES = 1024;
    /**
     * Maximum size of a retained buffer. Every applier has a sink for every column of every table, and all of them must
     * fit into the heap.
     */
    private static final int RETAINED_BYTES = 256 * 1024;

    /** Maximum reservation: the size of a batch of ordinary rows. Large values grow the buffer themselves. */
    private static final int MAXIMUM_RESERVED_BYTES = 4 << 20;

    /** Size of the slices of large values. A drain can empty the buffer between slices. */
    private static final int SLICE_BYTES = 64 * 1024;

    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] DIGIT_PAIRS = digitPairs();

    private byte[] buffer;
    private int length;
    private final int maximumBytes;
    private @Nullable Drain drain;
    private int drainedFrom;
    private boolean countsRules = true;

    /**
     * For each ASCII character the character after the backslash in its escape; 0 for a character without an escape.
     */
    private final byte[] escapes;

    /** Receives the contents of the buffer before a row is complete. */
    public interface Drain {

        /**
         * Receives bytes from the buffer's start.
         *
         * @param length number of bytes
         */
        void take(byte[] buffer, int length) throws IOException;
    }

    /**
     * @param escapes see the field; U+0000 must be marked, because it can never be written
     * @param maximumBytes maximum size of the buffer
     */
    ValueSink(byte[] escapes, int maximumBytes) {
        if (maximumBytes < 1 || maximumBytes > MAXIMUM_BYTES) {
            throw new IllegalArgumentException(
                    "the size of a sink must be 1 to " + MAXIMUM_BYTES + " bytes, not " + maximumBytes);
        }
        this.escapes = escapes;
        this.maximumBytes = maximumBytes;
        this.buffer = new byte[Math.min(INITIAL_BYTES, maximumBytes)];
    }

    /**
     * Sets whether rules that replace a value in this sink count as used. A value that is only compared or shown in a
     * message is not written to the target.
     */
    public final void countRules(boolean count) {
        countsRules = count;
    }

    public final boolean countsRules() {
        return countsRules;
    }

    /**
     * Lets the buffer drain within a value: when it would grow beyond a size, its contents go to the drain.
     * An IOException of the drain is thrown as an UncheckedIOException.
     *
     * @param bytes threshold for draining the buffer
     */
    final void drainTo(Drain taker, int bytes) {
        drain = taker;
        drainedFrom = bytes;
    }

    /** Starts a value, including the separator from the previous one. */
    public abstract void beginValue();

    /** Ends the current value. */
    public abstract void endValue();

    /** Writes NULL as one whole value. */
    public abstract void nullValue();

    /** Returns the bytes written so far; from 0 to {@link #length()}. Valid until the next write. */
    public final byte[] buffer() {
        return buffer;
    }

    /** Returns the number of bytes written. */
    public final int length() {
        return length;
    }

    /**
     * Reserves memory in a single step, instead of by repeated doubling.
     *
     * @param bytes approximate number of further bytes; the reservation is limited
     */
    public final void reserve(long bytes) {
        ensure(Math.min(bytes, Math.min(MAXIMUM_RESERVED_BYTES, maximumBytes - length)));
    }

    /** Writes an ASCII character that no format escapes: any except control characters, the quote and the backslash. */
    public final void ascii(char character) {
        ensure(1);
        buffer[length++] = (byte) character;
    }

    /** Writes ASCII characters that no format escapes. */
    public final void ascii(byte[] bytes, int from, int to) {
        int start = from;
        for (; to - start > SLICE_BYTES; start += SLICE_BYTES) {
            copy(bytes, start, SLICE_BYTES);
        }
        copy(bytes, start, to - start);
    }

    private void copy(byte[] bytes, int from, int count) {
        ensure(count);
        System.arraycopy(bytes, from, buffer, length, count);
        length += count;
    }

    /** Writes ASCII characters that no format escapes. */
    public final void ascii(byte[] bytes) {
        ascii(bytes, 0, bytes.length);
    }

    /** Writes one ASCII character other than U+0000, escaped if the format requires it. */
    public final void escaped(char character) {
        ensure(2);
        byte escape = escapes[character];
        if (escape != 0) {
            buffer[length++] = '\\';
            buffer[length++] = escape;
            return;
        }
        buffer[length++] = (byte) character;
    }

    /**
     * Writes a UTF-8 string, escaped where the format requires it, up to the first byte that is U+0000 or does not
     * start a valid sequence (overlong forms, surrogates and code points above U+10FFFF are not valid).
     *
     * @return {@code to} if all was written, otherwise the offset of the invalid byte
     */
    public final int utf8(byte[] bytes, int from, int to) {
        int start = from;
        while (to - start > SLICE_BYTES) {
            int end = startOfCharacter(bytes, start + SLICE_BYTES);
            if (end < 0) {
                break; // invalid: the last slice finds the exact position
            }
            int stopped = utf8Slice(bytes, start, end);
            if (stopped != end) {
                return stopped;
            }
            start = end;
        }
        return utf8Slice(bytes, start, to);
    }

    /** Returns the start of the character at a position, at most three bytes before it; -1 if there is none. */
    private static int startOfCharacter(byte[] bytes, int position) {
        for (int start = position; start > position - 4; start--) {
            if ((bytes[start] & 0xC0) != 0x80) {
                return start;
            }
        }
        return -1;
    }

    private int utf8Slice(byte[] bytes, int from, int to) {
        ensure(to - from);
        int start = from;
        int index = from;
        while (index < to) {
            int unit = bytes[index];
            if (unit < 0) {
                int sequence = Utf8.sequenceLength(bytes, index, to);
                if (sequence == 0) {
                    ascii(bytes, start, index);
                    return index;
                }
                index += sequence;
                continue;
            }
            byte escape = escapes[unit];
            if (escape != 0) {
                ascii(bytes, start, index);
                if (unit == 0) {
                    return index;
                }
                ensure(2);
                buffer[length++] = '\\';
                buffer[length++] = escape;
                start = index + 1;
            }
            index++;
        }
        ascii(bytes, start, to);
        return to;
    }

    /**
     * Writes the input format of bytea: {@code \x} and two digits per byte. No further writes may follow in the value.
     */
    public final void hex(byte[] bytes, int from, int to) {
        beginHex();
        hexDigits(bytes, from, to);
    }

    /** Writes the {@code \x} at the start of bytea's input format. */
    final void beginHex() {
        escaped('\\');
        raw('x');
    }

    /** Writes two hexadecimal digits per byte. */
    public final void hexDigits(byte[] bytes, int from, int to) {
        int start = from;
        for (; to - start > SLICE_BYTES; start += SLICE_BYTES) {
            hexSlice(bytes, start, start + SLICE_BYTES);
        }
        hexSlice(bytes, start, to);
    }

    private void hexSlice(byte[] bytes, int from, int to) {
        ensure(2L * (to - from));
        byte[] target = buffer;
        int position = length;
        for (int i = from; i < to; i++) {
            target[position++] = HEX[(bytes[i] >> 4) & 0xF];
            target[position++] = HEX[bytes[i] & 0xF];
        }
        length = position;
    }

    /** Writes an ASCII character that no format escapes a number of times. */
    final void repeat(char character, int times) {
        ensure(times);
        Arrays.fill(buffer, length, length + times, (byte) character);
        length += times;
    }

    /** Writes a signed number. */
    public final void decimal(long value) {
        if (value < 0) {
            ascii('-');
            // the smallest long is its own negation, and its absolute value when read as unsigned
            unsignedDecimal(-value);
            return;
        }
        unsignedDecimal(value);
    }

    /** Writes a number of 0 to 18,446,744,073,709,551,615. */
    public final void unsignedDecimal(long value) {
        if (value < 0) {
            long tenth = Long.divideUnsigned(value, 10);
            unsignedDecimal(tenth);
            ascii((char) ('0' + (value - tenth * 10)));
            return;
        }
        zeroPadded(value, digitCount(value));
    }

    /** Writes the last {@code width} decimal digits of a non-negative number, with leading zeros. */
    public final void zeroPadded(long value, int width) {
        ensure(width);
        int position = length + width;
        length = position;
        long rest = value;
        for (int left = width; left >= 2; left -= 2) {
            long hundredth = rest / 100;
            int pair = (int) (rest - hundredth * 100) * 2;
            buffer[--position] = DIGIT_PAIRS[pair + 1];
            buffer[--position] = DIGIT_PAIRS[pair];
            rest = hundredth;
        }
        if ((width & 1) != 0) {
            buffer[--position] = (byte) ('0' + rest % 10);
        }
    }

    /** Returns the number of decimal digits of a non-negative number; 1 for 0. */
    static int digitCount(long value) {
        int digits = 1;
        long bound = 10;
        while (digits < 19 && value >= bound) {
            digits++;
            bound *= 10;
        }
        return digits;
    }

    /** Clears the buffer. Releases its memory if a large value has made it grow. */
    final void empty() {
        length = 0;
        if (buffer.length > RETAINED_BYTES) {
            buffer = new byte[Math.min(INITIAL_BYTES, maximumBytes)];
        }
    }

    final void truncate(int shorter) {
        if (shorter < 0 || shorter > length) {
            throw new IllegalArgumentException("no mark at " + shorter + " of " + length + " bytes");
        }
        length = shorter;
    }

    /** Writes a byte of the format itself. */
    final void raw(int unit) {
        ensure(1);
        buffer[length++] = (byte) unit;
    }

    public static byte[] ascii(String string) {
        return string.getBytes(StandardCharsets.US_ASCII);
    }

    private void ensure(long more) {
        if (more > buffer.length - length) {
            grow(more);
        }
    }

    private void grow(long more) {
        if (drain != null && length >= drainedFrom) {
            drain(drain);
            ensure(more);
            return;
        }
        long needed = length + more;
        if (needed > maximumBytes) {
            throw new GaussferryException(
                    ErrorCode.VALUE_TOO_LONG,
                    "a value or batch needs " + needed + " bytes in the target's format; the limit is " + maximumBytes,
                    "exclude the table or column, or shorten the value at the source",
                    null);
        }
        buffer = Arrays.copyOf(buffer, (int) Math.min(maximumBytes, Math.max(needed, 2L * buffer.length)));
    }

    private void drain(Drain taker) {
        try {
            taker.take(buffer, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        length = 0;
    }

    private static byte[] digitPairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }
}
