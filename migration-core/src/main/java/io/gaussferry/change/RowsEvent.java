package io.gaussferry.change;

import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;

/**
 * The rows of one binlog event, undecoded: images one after the other, each a bitmap of NULL columns followed by the values
 * of the others. An update's images alternate: before, after.
 *
 * @param table how the images are to be read
 * @param operation what was done to each row
 * @param bytes holds the images; never changed
 * @param from offset of the first image
 * @param to offset after the last one
 * @param partial whether the after images of this update may hold parts of JSON values only; then each begins with a header
 * @param unchecked whether the source made them with {@code foreign_key_checks = 0}: it has changed no rows that refer to them
 */
public record RowsEvent(
        TableVersion table,
        RowOperation operation,
        byte[] bytes,
        int from,
        int to,
        boolean partial,
        boolean unchecked) {

    /** Creates an event whose images are complete, and whose foreign keys were checked. */
    public RowsEvent(TableVersion table, RowOperation operation, byte[] bytes, int from, int to) {
        this(table, operation, bytes, from, to, false, false);
    }

    public RowsEvent {
        if (from < 0 || to < from || to > bytes.length) {
            throw new IllegalArgumentException("no range of " + bytes.length + " bytes: " + from + " to " + to);
        }
        if (partial && operation != RowOperation.UPDATE) {
            throw new IllegalArgumentException("only an update can be partial");
        }
    }
}
