package io.gaussferry.convert.text;

/**
 * Rows in PostgreSQL's COPY text format: a tab between columns, a newline after each row, {@code \N} for NULL, and
 * backslash escapes for the characters that would be taken for any of these.
 */
public final class CopyText extends ValueSink {

    private boolean insideRow;

    /** Creates an empty buffer that may grow to {@link ValueSink#MAXIMUM_BYTES}. */
    public CopyText() {
        this(MAXIMUM_BYTES);
    }

    /**
     * Creates an empty buffer.
     *
     * @param maximumBytes the size that it may grow to
     */
    public CopyText(int maximumBytes) {
        super(escapes(), maximumBytes);
    }

    /**
     * Creates an empty buffer that never grows much beyond a size, whatever a value has: what is in it goes to the drain then.
     *
     * @param drain takes parts of rows, in their order
     * @param bytes size from which on the buffer is drained
     */
    public CopyText(Drain drain, int bytes) {
        this();
        drainTo(drain, bytes);
    }

    @Override
    public void beginValue() {
        if (insideRow) {
            raw('\t');
        }
        insideRow = true;
    }

    @Override
    public void endValue() {
        // The next tab or newline ends a value.
    }

    @Override
    public void nullValue() {
        beginValue();
        raw('\\');
        raw('N');
    }

    /** Ends the row. */
    public void endRow() {
        raw('\n');
        insideRow = false;
    }

    /** Empties the buffer, and keeps its memory. */
    public void reset() {
        empty();
        insideRow = false;
    }

    @Override
    public long mark() {
        return (long) length() << 1 | (insideRow ? 1 : 0);
    }

    @Override
    public void returnTo(long mark) {
        truncate((int) (mark >> 1));
        insideRow = (mark & 1) != 0;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        escapes[0] = '0';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\r'] = 'r';
        escapes['\\'] = '\\';
        return escapes;
    }
}
