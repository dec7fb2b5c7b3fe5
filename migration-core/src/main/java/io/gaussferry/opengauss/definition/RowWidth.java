package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;

/**
 * How many bytes a row may have in a page of the target. Values of variable length are stored outside of the page where that is shorter; what
 * remains has to fit.
 */
public final class RowWidth {

    /** Bytes of the largest row that a page of 8 KiB takes. */
    public static final int LARGEST_ROW = 8160;

    private static final int HEADER = 24;

    /** A reference to a value that is stored elsewhere; shorter values stay. */
    private static final int REFERENCE = 18;

    /** Bytes before a short value of variable length. */
    private static final int LENGTH = 1;

    private static final int BYTES_OF_CHARACTER = 4;
    private static final int DIGITS_IN_TWO_BYTES = 4;
    private static final int NUMERIC_HEADER = 3;
    private static final int LARGEST_FIXED = 8;

    private RowWidth() {}

    /** Returns the bytes of the largest possible row in its page. */
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
