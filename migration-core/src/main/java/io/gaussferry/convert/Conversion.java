package io.gaussferry.convert;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.util.List;

/**
 * What values become in one migration: for its target, by its rules. Immutable, thread-safe.
 *
 * @param target what the target reported about itself
 * @param rules what becomes of values that it cannot hold
 */
public record Conversion(TargetProfile target, ConversionRules rules) {

    /**
     * Returns how the row images of a table version are read.
     *
     * @throws SchemaMismatchException if the binlog carries another type than the definition says
     * @throws UnsupportedColumnException if a column cannot be carried over at all
     */
    public RowFormat format(TableVersion table) {
        List<ColumnDefinition> columns = table.definition().columns();
        List<WireType> wireTypes = WireType.parse(table.wireTypes(), table.wireMetadata());
        ValueCodec[] codecs = new ValueCodec[columns.size()];
        for (int i = 0; i < codecs.length; i++) {
            codecs[i] = Codecs.codec(wireTypes.get(i), columns.get(i), target, rules);
        }
        return new RowFormat(table, codecs);
    }

    /** Returns the codec of a column for the initial copy. */
    public ValueCodec copyCodec(ColumnDefinition column) {
        return Codecs.codec(column, target, rules);
    }

    /** Returns the type that a column gets on the target. */
    public String columnType(ColumnDefinition column) {
        return TypeMapping.columnType(column, target, rules);
    }
}
