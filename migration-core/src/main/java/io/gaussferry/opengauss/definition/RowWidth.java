package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;

/**
 * Computes the maximum size of a row in a page of the target. Values of variable length are stored outside of the page
 * if that is shorter; the remaining row has to fit.
 */
public final class RowWidth {

    /** Maximum size in bytes of a row in a page of 8 KiB. */
    public static final int LARGEST_ROW = 8160;

    private static final int HEADER = 24;

    private RowWidth() {}

    /** Returns the maximum size of a row in its page, in bytes. */
    public static long of(TableDefinition table) {
        long bytes = HEADER + (table.columns().size() + 7L) / 8;
        for (ColumnDefinition column : table.columns()) {
            bytes += ColumnType.of(column).rowBytes();
        }
        return bytes;
    }
}
