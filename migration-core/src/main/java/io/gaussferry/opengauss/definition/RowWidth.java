package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;

/**
 * Computes the maximum size of a row in a page of the target. Values of variable length are stored outside of the page
 * if that is shorter; the remaining row has to fit.
 */
public final class RowWidth {

    /** Maximum size in bytes of a row in a page of 8 KiB. */
    public static final int LARGEST_ROW = 8160;

    private static final int HEADER = 24;

    /** Size of a reference to a value stored elsewhere; shorter values are stored in the row. */
    private static final int REFERENCE = 18;

    /** Size of the length of a short value. */
    private static final int LENGTH = 1;

    private static final int BYTES_OF_CHARACTER = 4;
    private static final int DIGITS_IN_TWO_BYTES = 4;
    private static final int NUMERIC_HEADER = 3;
    private static final int LARGEST_FIXED = 8;

    private RowWidth() {}

    /** Returns the maximum size of a row in its page, in bytes. */
    public static long of(TableDefinition table) {
        long bytes = HEADER + (table.columns().size() + 7L) / 8;
        for (ColumnDefinition column : table.columns()) {
            bytes += of(column);
        }
        return bytes;
    }

    private static long of(ColumnDefinition column) {
        return switch (column.type()) {
            case CHAR, VARCHAR, TEXT -> variable(column.length() * BYTES_OF_CHARACTER);
            case BINARY, VARBINARY, BLOB -> variable(column.length());
            case BIT -> variable(column.length() / 8 + LARGEST_FIXED);
            case DECIMAL ->
                variable(NUMERIC_HEADER
                        + 2L * ((column.precision() + DIGITS_IN_TWO_BYTES - 1) / DIGITS_IN_TWO_BYTES + 1));
            case ENUM, SET, JSON, GEOMETRY, VECTOR -> REFERENCE;
            case TINYINT, SMALLINT, YEAR -> 2;
            case MEDIUMINT, INT, FLOAT, DATE -> 4;
            case BIGINT, DOUBLE, TIME, DATETIME, TIMESTAMP -> LARGEST_FIXED;
        };
    }

    private static long variable(long bytes) {
        return Math.min(REFERENCE, LENGTH + bytes);
    }
}
