package io.gaussferry.convert;

import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.schema.TableVersion;

/**
 * How the row images of one table version are read: the codecs of its columns in order.
 *
 * <p>A row image ({@code Rows_log_event} in MySQL's {@code rows_event.h}, all columns present) is a bitmap with a bit per
 * column, set for NULL, followed by the values of the others without anything between them. Immutable, thread-safe.
 */
public final class RowFormat {

    private final TableVersion table;
    private final ValueCodec[] codecs;
    private final int bitmapBytes;

    /**
     * @param table what the images are of
     * @param codecs one a column; not changed afterwards
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
     * @param bytes hold the image
     * @param image its offset
     * @param limit offset that it must not pass
     * @param offsets receives the offset of each column's value and, behind them, the image's end; a NULL is where its
     *     offset equals the next one, because every value has at least one byte
     * @return the offset after the image
     * @throws MalformedRowImageException if the image would pass the limit
     */
    public int locate(byte[] bytes, int image, int limit, int[] offsets) {
        return locateFirst(codecs.length, bytes, image, limit, offsets);
    }

    /**
     * Finds the values of an image's first columns: for whoever needs no others, as most keys stand at the front.
     *
     * @param columns how many
     * @param offsets as {@link #locate} fills it, as far as those columns
     * @return the offset after the last of them
     */
    public int locateFirst(int columns, byte[] bytes, int image, int limit, int[] offsets) {
        if (limit - image < bitmapBytes) {
            throw new MalformedRowImageException(
                    "number 1",
                    "the NULL bitmap needs " + bitmapBytes + " bytes, and " + (limit - image) + " are left");
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
