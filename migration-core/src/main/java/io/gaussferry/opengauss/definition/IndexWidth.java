package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;

/**
 * How many bytes an entry of an index may have on the target. Its B-trees take entries up to a third of a page; MySQL's go up
 * to 3072 bytes.
 */
final class IndexWidth {

    /** Bytes of the largest entry of a B-tree with pages of 8 kB. Larger ones are taken if they shrink to this. */
    static final int LARGEST_ENTRY = 2704;

    /** Bytes of a value that is neither text nor bytes, at most: DECIMAL(65). */
    private static final int OTHER_VALUE = 40;

    private IndexWidth() {}

    /** Returns the bytes of the largest possible entry; an expression counts as a small value. */
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
            default -> OTHER_VALUE;
        };
    }

    /** The most bytes that a character of a character set has in UTF-8. */
    private static int bytesOfUtf8(String characterSet) {
        return switch (characterSet) {
            case "ascii" -> 1;
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> 4;
            default -> 3;
        };
    }
}
