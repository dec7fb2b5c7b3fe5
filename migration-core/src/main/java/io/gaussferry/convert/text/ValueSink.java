package io.gaussferry.convert.text;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where codecs write values: one growing byte buffer of UTF-8 text, in one of several forms that differ in what stands
 * between values and in what is escaped. Everything but the beginning and end of a value is shared and final, so that
 * the hot path has no virtual calls per character. Not thread-safe.
 *
 * <p>A value is {@link #beginValue()}, any number of writes, {@link #endValue()}; or {@link #nullValue()} alone.
 */
public abstract sealed class ValueSink permits CopyText, ArrayText, PlainText {

    /** What the server takes in one message or parameter (1 GiB less a header), and so the largest useful buffer. */
    public static final int MAXIMUM_BYTES = (1 << 30) - 64;

    private static final int INITIAL_BYTES = 1024;
    /** Every applier has a sink for every column of every table: what they all keep must fit into the heap. */
    private static final int RETAINED_BYTES = 256 * 1024;

    /** As much as a batch of usual rows has. Large values take what they need themselves. */
    private static final int MAXIMUM_RESERVED_BYTES = 4 << 20;

    /** Large values are written in slices of so many bytes, so that a drain can take what is there in between. */
    private static final int SLICE_BYTES = 64 * 1024;

    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] DIGIT_PAIRS = digitPairs();

    private byte[] buffer;
    private int length;
    private final int maximumBytes;
    private @Nullable Drain drain;
    private int drainedFrom;
    private boolean countsRules = true;

    /** For each ASCII character what follows the backslash in its escape; 0 where it stands for itself. */
    private final byte[] escapes;

    /** Takes over what is in the buffer before all of a row is. */
    public interface Drain {

        /**
         * Takes bytes from the buffer's start.
         *
         * @param length how many
         */
        void take(byte[] buffer, int length) throws IOException;
    }

    /**
     * @param escapes see the field; U+0000 must be marked, as it can never be written
     * @param maximumBytes the size that the buffer may grow to
     */
    ValueSink(byte[] escapes, int maximumBytes) {
        if (maximumBytes < 1 || maximumBytes > MAXIMUM_BYTES) {
            throw new IllegalArgumentException("a sink holds 1 to " + MAXIMUM_BYTES + " bytes, not " + maximumBytes);
        }
        this.escapes = escapes;
        this.maximumBytes = maximumBytes;
        this.buffer = new byte[Math.min(INITIAL_BYTES, maximumBytes)];
    }

    /**
     * Chooses whether rules that replace a value written here count as used. A value that is only looked for, or shown in a
     * message, is none that the target gets.
     */
    public final void countRules(boolean count) {
        countsRules = count;
    }

    public final boolean countsRules() {
        return countsRules;
    }

    /**
     * From now on the buffer need not hold a whole value: where it would grow beyond a size, what is in it goes to the drain, and a
     * {@link #mark} taken before means nothing any more. An IOException of the drain is thrown as an UncheckedIOException.
     *
     * @param bytes size from which on it is drained
     */
    final void drainTo(Drain taker, int bytes) {
        drain = taker;
        drainedFrom = bytes;
    }

    /** Begins a value, with what separates it from the one before. */
    public abstract void beginValue();

    /** Ends the value that was begun. */
    public abstract void endValue();

    /** Writes NULL as one whole value. */
    public abstract void nullValue();

    /** Returns a state to which {@link #returnTo} goes back, taken before a value or a row that may fail. */
    public abstract long mark();

    /** Forgets everything written since the mark was taken. */
    public abstract void returnTo(long mark);

    /** Returns the bytes written so far; from 0 to {@link #length()}. Valid until the next write. */
    public final byte[] buffer() {
        return buffer;
    }

    /** Returns how many bytes were written. */
    public final int length() {
        return length;
    }

    /**
     * Makes room at once, instead of by doubling again and again.
     *
     * @param bytes about how many more will be written; of many, not all are made room for
     */
    public final void reserve(long bytes) {
        ensure(Math.min(bytes, Math.min(MAXIMUM_RESERVED_BYTES, maximumBytes - length)));
    }

    /** Writes an ASCII character that neither form escapes: any but control characters, the quote and the backslash. */
    public final void ascii(char character) {
        ensure(1);
        buffer[length++] = (byte) character;
    }

    /** Writes ASCII characters that neither form escapes. */
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

    /** Writes ASCII characters that neither form escapes. */
    public final void ascii(byte[] bytes) {
        ascii(bytes, 0, bytes.length);
    }

    /** Writes one ASCII character other than U+0000, escaped where the form demands it. */
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
     * Writes UTF-8 text, escaped where the form demands it, up to the first byte that is U+0000 or does not begin a valid
     * sequence (overlong forms, surrogates and code points above U+10FFFF are not valid).
     *
     * @return {@code to} if all was written, otherwise the offset of the byte that stopped it
     */
    public final int utf8(byte[] bytes, int from, int to) {
        int start = from;
        while (to - start > SLICE_BYTES) {
            int end = startOfCharacter(bytes, start + SLICE_BYTES);
            if (end < 0) {
                break; // not valid there: where exactly is for one look at all of it
            }
            int stopped = utf8Slice(bytes, start, end);
            if (stopped != end) {
                return stopped;
            }
            start = end;
        }
        return utf8Slice(bytes, start, to);
    }

    /** Returns the place, or one up to three bytes before it, where a character begins; -1 if there is none. */
    private static int startOfCharacter(byte[] bytes, int place) {
        for (int start = place; start > place - 4; start--) {
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

    /** Writes the input form of bytea, {@code \x} and two digits a byte, followed by nothing. */
    public final void hex(byte[] bytes, int from, int to) {
        beginHex();
        hexDigits(bytes, from, to);
    }

    /** Writes the {@code \x} that begins the input form of bytea. */
    final void beginHex() {
        escaped('\\');
        raw('x');
    }

    /** Writes two hexadecimal digits a byte. */
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

    /** Writes an ASCII character, that neither form escapes, a number of times. */
    final void repeat(char character, int times) {
        ensure(times);
        Arrays.fill(buffer, length, length + times, (byte) character);
        length += times;
    }

    /** Writes a signed number. */
    public final void decimal(long value) {
        if (value < 0) {
            ascii('-');
            // The smallest long negates to itself, which is its absolute value when read as unsigned.
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

    /** Writes the last {@code width} decimal digits of a number from 0 on, with leading zeros. */
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

    /** Returns how many decimal digits a number from 0 on has; 1 for 0. */
    static int digitCount(long value) {
        int digits = 1;
        long bound = 10;
        while (digits < 19 && value >= bound) {
            digits++;
            bound *= 10;
        }
        return digits;
    }

    /** Empties the buffer; gives its memory back where one large value has made it grow. */
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

    /** Writes a byte of the form itself. */
    final void raw(int unit) {
        ensure(1);
        buffer[length++] = (byte) unit;
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
                    ErrorCategory.DATA,
                    "a value or batch needs " + needed + " bytes in the form that the target takes; the limit is "
                            + maximumBytes,
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
