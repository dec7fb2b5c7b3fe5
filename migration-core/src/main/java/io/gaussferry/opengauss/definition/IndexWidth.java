package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;

/**
 * Computes the maximum size of an index entry on the target. Its B-trees accept entries up to a third of a page;
 * MySQL's accept up to 3072 bytes.
 */
final class IndexWidth {

    /**
     * Maximum size in bytes of an entry in a B-tree with pages of 8 kB. Larger entries are accepted if compression
     * reduces them to this size.
     */
    static final int LARGEST_ENTRY = 2704;

    /** Maximum size in bytes of a value other than strings and bytes: DECIMAL(65). */
    private static final int OTHER_VALUE = 40;

    private IndexWidth() {}

    /** Returns the maximum size of an entry in bytes. An expression counts as a small value. */
    static long of(TableDefinition table, IndexDefinition index) {
        long bytes = 0;
        for (IndexDefinition.Part part : index.parts()) {
            bytes += part.column() < 0 ? OTHER_VALUE : of(table.columns().get(part.column()), part.prefixLength());
        }
        return bytes;
    }

    private static long of(ColumnDefinition column, int prefixLength) {
        long length = prefixLength > 0 ? prefixLength : column.length();
        return switch (column.type()) {
            case CHAR, VARCHAR, TEXT -> length * bytesOfUtf8(String.valueOf(column.characterSet()));
            case BINARY, VARBINARY, BLOB -> length;
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE, BIT -> OTHER_VALUE;
            case DATE, TIME, DATETIME, TIMESTAMP, YEAR, ENUM, SET, JSON, GEOMETRY, VECTOR -> OTHER_VALUE;
        };
    }

    /** Returns the maximum number of UTF-8 bytes of a character in a character set. */
    private static int bytesOfUtf8(String characterSet) {
        return switch (characterSet) {
            case "ascii" -> 1;
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> 4;
            default -> 3;
        };
    }
}
