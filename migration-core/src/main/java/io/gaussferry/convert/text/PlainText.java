package io.gaussferry.convert.text;

/**
 * One value at a time in plain UTF-8, unescaped, for comparing values instead of sending them. Rules that replace a
 * value here do not count as used.
 */
public final class PlainText extends ValueSink {

    private boolean isNull;

    /** Creates an empty buffer that may grow to {@link ValueSink#MAXIMUM_BYTES}. */
    public PlainText() {
        super(escapes(), MAXIMUM_BYTES);
        countRules(false);
    }

    @Override
    public void beginValue() {
        // the buffer contains a single value
    }

    @Override
    public void endValue() {
        // the end of the buffer ends the value
    }

    @Override
    public void nullValue() {
        isNull = true;
    }

    /** Returns whether NULL was written. */
    public boolean isNull() {
        return isNull;
    }

    /** Clears the buffer for the next value. */
    public void reset() {
        empty();
        isNull = false;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        escapes[0] = '0';
        return escapes;
    }
}
