package io.gaussferry.convert;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.schema.TableVersion;

/**
 * The format of one table version's row images: the codecs of its columns, in order.
 *
 * <p>A row image ({@code Rows_log_event} in MySQL's {@code rows_event.h}, all columns present) is a bitmap with one bit
 * per column, set for NULL, followed by the non-NULL values without padding. Immutable, thread-safe.
 */
public final class RowFormat {

    private final TableVersion table;
    private final ValueCodec[] codecs;
    private final int bitmapBytes;

    /**
     * @param table the table version of the images
     * @param codecs one per column
     */
    public RowFormat(TableVersion table, ValueCodec[] codecs) {
        if (codecs.length != table.definition().columns().size()) {
            throw new IllegalArgumentException(table + " needs a codec for each of its columns, not " + codecs.length);
        }
        this.table = table;
        this.codecs = codecs.clone();
        this.bitmapBytes = (codecs.length + 7) / 8;
    }

    /** Returns the table version. */
    public TableVersion table() {
        return table;
    }

    /** Returns the number of columns. */
    public int columnCount() {
        return codecs.length;
    }

    /** Returns the codec of a column, from 0. */
    public ValueCodec codec(int column) {
        return codecs[column];
    }

    /**
     * Finds the values of an image.
     *
     * @param bytes contains the image
     * @param image its offset
     * @param limit offset that the image must not exceed
     * @param offsets receives the offset of each column's value, followed by the end of the image. A value is NULL if
     *     its offset equals the next one, because every value has at least one byte
     * @return the offset after the image
     * @throws MalformedRowImageException if the image exceeds the limit
     */
    public int locate(byte[] bytes, int image, int limit, int[] offsets) {
        return locateFirst(codecs.length, bytes, image, limit, offsets);
    }

    /**
     * Finds the values of an image's first columns. Sufficient for most keys, whose columns come first.
     *
     * @param columns number of columns
     * @param offsets as for {@link #locate}, limited to these columns
     * @return the offset after the last of them
     */
    public int locateFirst(int columns, byte[] bytes, int image, int limit, int[] offsets) {
        if (limit - image < bitmapBytes) {
            throw new MalformedRowImageException(
                    "number 1",
                    "the NULL bitmap needs " + bitmapBytes + " bytes, but only " + (limit - image) + " remain");
        }
        int offset = image + bitmapBytes;
        for (int column = 0; column < columns; column++) {
            offsets[column] = offset;
            if ((bytes[image + (column >> 3)] & 1 << (column & 7)) == 0) {
                offset = codecs[column].skip(bytes, offset, limit);
            }
        }
        offsets[columns] = offset;
        return offset;
    }
}
