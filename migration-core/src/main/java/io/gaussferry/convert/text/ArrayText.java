package io.gaussferry.convert.text;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One column's values as an array literal, {@code {"a","b",NULL}}, for a parameter of type {@code text[]}. Every value
 * is quoted, so that none is parsed as NULL, a nested array or white space.
 */
public final class ArrayText extends ValueSink {

    private static final byte[] NULL = ascii("NULL");

    private int elements;

    /** Creates an empty array that may grow to {@link ValueSink#MAXIMUM_BYTES}. */
    public ArrayText() {
        this(MAXIMUM_BYTES);
    }

    /**
     * Creates an empty array.
     *
     * @param maximumBytes maximum size
     */
    public ArrayText(int maximumBytes) {
        super(escapes(), maximumBytes);
        raw('{');
    }

    @Override
    public void beginValue() {
        if (length() > 1) {
            raw(',');
        }
        raw('"');
    }

    @Override
    public void endValue() {
        raw('"');
        elements++;
    }

    @Override
    public void nullValue() {
        if (length() > 1) {
            raw(',');
        }
        ascii(NULL);
        elements++;
    }

    /** Returns the only element unescaped, or null for NULL, for a parameter of the column's own type. */
    public @Nullable String single() {
        if (elements != 1) {
            throw new IllegalStateException("one element was expected, not " + elements);
        }
        if (buffer()[1] != '"') {
            return null;
        }
        byte[] plain = new byte[length()];
        int plainLength = 0;
        for (int i = 2; i < length() - 1; i++) {
            if (buffer()[i] == '\\') {
                i++;
            }
            plain[plainLength++] = buffer()[i];
        }
        return new String(plain, 0, plainLength, StandardCharsets.UTF_8);
    }

    /** Clears the array. Retains its memory. */
    public void reset() {
        empty();
        raw('{');
        elements = 0;
    }

    /** Returns the array in the form that the driver accepts for a parameter. */
    @Override
    public String toString() {
        raw('}');
        String literal = new String(buffer(), 0, length(), StandardCharsets.UTF_8);
        truncate(length() - 1);
        return literal;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        escapes[0] = '0';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }
}
