package io.gaussferry.convert.text;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.MalformedRowImageException;

/**
 * One column's values: how they stand in a row image, how they are selected for the initial copy, and what they become.
 * Both ways give the same text for the same value. Immutable and thread-safe.
 */
public interface ValueCodec {

    /**
     * Steps over one non-null value.
     *
     * @param image the bytes of a rows event
     * @param offset where the value begins
     * @param limit where the image ends, exclusive; at most {@code image.length}
     * @return the offset after the value, at most {@code limit}
     * @throws MalformedRowImageException if the value would pass the limit
     */
    int skip(byte[] image, int offset, int limit);

    /**
     * Writes one non-null value, or what a rule puts in its place, as one whole value of the sink.
     *
     * <p>If it throws, the sink may hold a part of the value: go back to a {@link ValueSink#mark()} taken before.
     *
     * @param image the bytes of a rows event
     * @param offset where the value begins
     * @param limit where the image ends, exclusive; at most {@code image.length}
     * @param sink where to
     * @throws MalformedRowImageException if the bytes cannot be a value of this column
     * @throws UnconvertibleValueException if the target has no home for the value and no rule was chosen
     */
    void write(byte[] image, int offset, int limit, ValueSink sink);

    /**
     * The MySQL expression whose bytes in the text protocol {@link #writeSelected} understands. The session needs
     * {@code character_set_results = utf8mb4} and {@code time_zone = '+00:00'}, and must not have
     * {@code PAD_CHAR_TO_FULL_LENGTH} in its {@code sql_mode}.
     *
     * @param quotedColumn the column as it is written in a statement, with backticks
     */
    String selectExpression(String quotedColumn);

    /**
     * Writes one selected non-null value, just as {@link #write} does.
     *
     * @param value the bytes that the text protocol carries: what Connector/J's {@code ResultSet.getBytes} returns
     * @param sink where to
     * @throws UnconvertibleValueException if the target has no home for the value and no rule was chosen, or if the bytes
     *     are not what {@link #selectExpression} yields
     */
    void writeSelected(byte[] value, ValueSink sink);
}
