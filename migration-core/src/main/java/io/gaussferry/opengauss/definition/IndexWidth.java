package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;

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

    /** Maximum size in bytes of a number. */
    private static final int EXPRESSION = 40;

    private IndexWidth() {}

    /** Returns the maximum size of an entry in bytes. An expression counts as a small value. */
    static long of(TableDefinition table, IndexDefinition index) {
        long bytes = 0;
        for (IndexDefinition.Part part : index.parts()) {
            bytes += part.column() < 0
                    ? EXPRESSION
                    : ColumnType.of(table.columns().get(part.column())).indexBytes(part.prefixLength());
        }
        return bytes;
    }
}
