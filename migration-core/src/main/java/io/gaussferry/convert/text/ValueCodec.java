package io.gaussferry.convert.text;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.MalformedRowImageException;

/**
 * Converts one column's values from row images, and from the initial copy's SELECT. Both conversions of a value have
 * the same result. Immutable and thread-safe.
 */
public interface ValueCodec {

    /**
     * Skips one non-null value.
     *
     * @param image the bytes of a rows event
     * @param offset start of the value
     * @param limit end of the image, exclusive; at most {@code image.length}
     * @return the offset after the value, at most {@code limit}
     * @throws MalformedRowImageException if the value exceeds the limit
     */
    int skip(byte[] image, int offset, int limit);

    /**
     * Writes one non-null value, or its replacement by a rule, as one whole value of the sink.
     *
     * <p>After an exception the sink may contain a part of the value: the sink must be reset.
     *
     * @param image the bytes of a rows event
     * @param offset start of the value
     * @param limit end of the image, exclusive; at most {@code image.length}
     * @param sink receives the value
     * @throws MalformedRowImageException if the bytes are not a value of this column
     * @throws UnconvertibleValueException if the target cannot represent the value and no rule was chosen
     */
    void write(byte[] image, int offset, int limit, ValueSink sink);

    /**
     * Returns the MySQL expression for a column, by default its name; {@link #writeSelected} accepts its values in the text protocol. The session
     * needs {@code character_set_results = utf8mb4} and {@code time_zone = '+00:00'}, and must not have {@code
     * PAD_CHAR_TO_FULL_LENGTH} in its {@code sql_mode}.
     *
     * @param quotedColumn the column's name, quoted with backticks
     */
    default String selectExpression(String quotedColumn) {
        return quotedColumn;
    }

    /**
     * Writes one selected non-null value in the same way as {@link #write}.
     *
     * @param value the bytes returned by Connector/J's {@code ResultSet.getBytes}
     * @param sink receives the value
     * @throws UnconvertibleValueException if the target cannot represent the value and no rule was chosen, or if the
     *     bytes are not a result of {@link #selectExpression}
     */
    void writeSelected(byte[] value, ValueSink sink);
}
