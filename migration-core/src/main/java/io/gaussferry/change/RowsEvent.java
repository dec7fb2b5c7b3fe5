package io.gaussferry.change;

import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;

/**
 * The rows of one binlog event, undecoded: consecutive images, each a bitmap of NULL columns followed by the values of
 * the others. An update's images alternate: before, after.
 *
 * @param table the definition for decoding the images
 * @param operation the operation on each row
 * @param bytes contains the images; never modified
 * @param from offset of the first image
 * @param to offset after the last image
 * @param partial whether the after images of this update may contain partial JSON values; each then starts with a
 *     header
 * @param unchecked whether the source changed the rows with {@code foreign_key_checks = 0}, and so changed no
 *     referencing rows
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
            throw new IllegalArgumentException("not a range of " + bytes.length + " bytes: " + from + " to " + to);
        }
        if (partial && operation != RowOperation.UPDATE) {
            throw new IllegalArgumentException("only an update can be partial");
        }
    }
}
