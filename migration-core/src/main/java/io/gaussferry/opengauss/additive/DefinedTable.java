package io.gaussferry.opengauss.additive;

import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table on the target, as far as MySQL can have it.
 *
 * @param id its name on the target
 * @param columns in their order
 * @param indexes its valid indexes, also those of keys
 * @param others what MySQL does not get, such as {@code foreign key f}; not guards, which Gaussferry adds itself
 */
public record DefinedTable(TableId id, List<Column> columns, List<Index> indexes, List<String> others) {

    /**
     * A column.
     *
     * @param typeName {@code pg_type.typname}
     * @param typeKind {@code pg_type.typtype}
     * @param modifier {@code atttypmod}: length, precision and scale
     * @param declaration its full type, as printed by the target
     * @param notNull whether it rejects NULL
     * @param defaultExpression its default, as printed by the target; null for none
     * @param collation the name of its collation; null for a type without one
     * @param isComputed whether the target computes it: it is generated or an identity column
     * @param members the labels of an enumeration, in order; otherwise empty
     */
    public record Column(
            String name,
            String typeName,
            char typeKind,
            int modifier,
            String declaration,
            boolean notNull,
            @Nullable String defaultExpression,
            @Nullable String collation,
            boolean isComputed,
            List<String> members) {

        public Column {
            members = List.copyOf(members);
        }
    }

    /**
     * An index.
     *
     * @param isPrimary whether it is that of the primary key
     * @param parts its columns in order; empty if it has an expression, a condition or another method than a B-tree
     * @param definition as printed by the target
     */
    public record Index(String name, boolean isUnique, boolean isPrimary, List<Part> parts, String definition) {

        public Index {
            parts = List.copyOf(parts);
        }

        /** Returns whether it consists of whole columns of every row. */
        public boolean isPlain() {
            return !parts.isEmpty();
        }

        /** Returns the names of its columns, in order. */
        public List<String> columns() {
            return parts.stream().map(Part::column).toList();
        }
    }

    /** A column of an index. */
    public record Part(String column, boolean isDescending) {}

    public DefinedTable {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        others = List.copyOf(others);
    }

    /** Returns a column by its name. */
    public Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }
}
