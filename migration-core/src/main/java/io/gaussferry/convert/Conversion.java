package io.gaussferry.convert;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.SchemaMismatchException;
import io.gaussferry.type.TargetCollation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of values in one migration, defined by its target and its rules. Immutable except for its counters,
 * thread-safe.
 *
 * @param target properties reported by the target
 * @param rules rules for values that the target cannot store
 * @param usage counts every value replaced by a rule
 * @param partitions the kinds of partitions that created tables get
 */
public record Conversion(TargetProfile target, RuleBook rules, RuleUsage usage, Set<PartitionKind> partitions) {

    public Conversion {
        partitions = Set.copyOf(partitions);
    }

    /** Creates a conversion of values, which does not create tables. */
    public Conversion(TargetProfile target, RuleBook rules, RuleUsage usage) {
        this(target, rules, usage, Set.of());
    }

    /** Creates a conversion with the same rules for all columns, whose usage counts are not read. */
    public Conversion(TargetProfile target, ConversionRules rules) {
        this(target, RuleBook.of(rules), new RuleUsage());
    }

    /**
     * Returns the format of a table version's row images.
     *
     * @throws SchemaMismatchException if a type in the binlog differs from the definition
     * @throws UnsupportedColumnException if a column cannot be migrated
     */
    public RowFormat format(TableVersion table) {
        TableId id = table.definition().id();
        List<ColumnDefinition> columns = table.definition().columns();
        ValueCodec[] codecs = new ValueCodec[columns.size()];
        try {
            List<WireType> wireTypes = WireType.parse(table.wireTypes(), table.wireMetadata());
            for (int i = 0; i < codecs.length; i++) {
                String name = columns.get(i).name();
                codecs[i] = ColumnType.of(columns.get(i))
                        .codec(wireTypes.get(i), target, rules.forColumn(id, columns.get(i)), usage.column(id, name));
            }
        } catch (UnsupportedColumnException e) {
            throw e.in(id.toString());
        }
        return new RowFormat(table, codecs);
    }

    /**
     * Returns the codec of a column for the initial copy.
     *
     * @throws UnsupportedColumnException if the column cannot be migrated
     */
    public ValueCodec copyCodec(TableId table, ColumnDefinition column) {
        try {
            return ColumnType.of(column)
                    .codec(target, rules.forColumn(table, column), usage.column(table, column.name()));
        } catch (UnsupportedColumnException e) {
            throw e.in(table.toString());
        }
    }

    /** Returns the target type of a column: the one configured by the user, otherwise the mapped type. */
    public String columnType(TableId table, ColumnDefinition column) {
        return rules.targetType(table, column)
                .orElseGet(() -> ColumnType.of(column).targetType(target, rules.forColumn(table, column)));
    }

    /**
     * Returns the collation of a column on the target; empty for the target's default. A type that the user configured gets none.
     *
     * @param sourceCollation the column's collation at the source; null for a column without one
     */
    public Optional<TargetCollation> collation(
            TableId table, ColumnDefinition column, @Nullable String sourceCollation) {
        return rules.targetType(table, column).isPresent()
                ? Optional.empty()
                : ColumnType.of(column).collation(sourceCollation, target, rules.forColumn(table, column));
    }
}
