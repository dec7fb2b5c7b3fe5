package io.gaussferry.mysql.binlog;

/**
 * Recognizes the TABLE_MAP event of a sequence of MariaDB. A sequence logs its only row like a table, once for each range of numbers that
 * a session takes. Needs the column names of {@code binlog_row_metadata = FULL}.
 */
final class SequenceTable {

    private static final int COLUMN_NAME = 4;

    private static final int COLUMNS = 8;

    private static final String FIRST_COLUMN = "next_not_cached_value";

    private SequenceTable() {}

    /**
     * Returns whether the event is of a sequence.
     *
     * @param columns the number of its columns
     * @param metadata positioned after the bitmap of nullable columns
     */
    static boolean matches(int columns, WireReader metadata) {
        while (columns == COLUMNS && metadata.remaining() > 0) {
            int field = (int) metadata.uint(1);
            WireReader value = metadata.part(metadata.packed());
            if (field == COLUMN_NAME) {
                return value.string(value.packed()).equals(FIRST_COLUMN);
            }
        }
        return false;
    }
}
