package io.gaussferry.type;

/**
 * Writes one column's values from row images as MySQL literals that reproduce the same bytes. The session must use UTF-8, backslash escapes and the time
 * zone {@code +00:00}. Not thread-safe.
 *
 * <p>ENUM, SET and BIT are written as numbers. Bytes, and strings in character sets other than UTF-8, are written in hexadecimal digits, the latter with
 * an introducer. Numbers with a fraction are always DOUBLE or DECIMAL literals, matching the column.
 */
public interface ImageLiteral {

    /**
     * Writes a value.
     *
     * @param image bytes of a rows event
     * @param from start of the value
     * @param to end of the value; equal to {@code from} for NULL
     */
    default void write(byte[] image, int from, int to, StringBuilder sql) {
        if (from == to) {
            sql.append("NULL");
        } else {
            append(image, from, to, sql);
        }
    }

    /** Writes a value that is not NULL. */
    void append(byte[] image, int from, int to, StringBuilder sql);
}
