package io.gaussferry.convert.text;

/**
 * Rows in PostgreSQL's COPY text format: a tab between columns, a newline after each row, {@code \N} for NULL, and
 * backslash escapes for characters with a special meaning.
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
     * @param maximumBytes maximum size
     */
    public CopyText(int maximumBytes) {
        super(escapes(), maximumBytes);
    }

    /**
     * Creates an empty buffer of limited size. Its contents go to the drain when the size is reached, even within a
     * value.
     *
     * @param drain receives parts of rows, in order
     * @param bytes threshold for draining the buffer
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
        // the next tab or newline ends a value
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

    /** Clears the buffer. Retains its memory. */
    public void reset() {
        empty();
        insideRow = false;
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
