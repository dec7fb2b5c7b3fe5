package io.gaussferry.convert;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.util.List;

/**
 * What values become in one migration: for its target, by its rules. Immutable but for its counters, thread-safe.
 *
 * @param target what the target reported about itself
 * @param rules what becomes of values that it cannot hold
 * @param usage told of every value that a rule replaced
 */
public record Conversion(TargetProfile target, RuleBook rules, RuleUsage usage) {

    /** The same rules for all columns, and nobody who asks how often they are used. */
    public Conversion(TargetProfile target, ConversionRules rules) {
        this(target, RuleBook.of(rules), new RuleUsage());
    }

    /**
     * Returns how the row images of a table version are read.
     *
     * @throws SchemaMismatchException if the binlog carries another type than the definition says
     * @throws UnsupportedColumnException if a column cannot be carried over at all
     */
    public RowFormat format(TableVersion table) {
        TableId id = table.definition().id();
        List<ColumnDefinition> columns = table.definition().columns();
        List<WireType> wireTypes = WireType.parse(table.wireTypes(), table.wireMetadata());
        ValueCodec[] codecs = new ValueCodec[columns.size()];
        for (int i = 0; i < codecs.length; i++) {
            String name = columns.get(i).name();
            codecs[i] = Codecs.codec(
                    wireTypes.get(i),
                    columns.get(i),
                    target,
                    rules.forColumn(id, columns.get(i)),
                    usage.column(id, name));
        }
        return new RowFormat(table, codecs);
    }

    /** Returns the codec of a column for the initial copy. */
    public ValueCodec copyCodec(TableId table, ColumnDefinition column) {
        return Codecs.codec(column, target, rules.forColumn(table, column), usage.column(table, column.name()));
    }

    /** Returns the type that a column gets on the target: the one that the user chose, else the mapped one. */
    public String columnType(TableId table, ColumnDefinition column) {
        return rules.targetType(table, column)
                .orElseGet(() -> TypeMapping.columnType(column, target, rules.forColumn(table, column)));
    }
}
