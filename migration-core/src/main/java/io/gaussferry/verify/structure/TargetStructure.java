package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table as described by the target's catalogs.
 *
 * @param id its name
 * @param columns its columns in order
 * @param indexes its indexes, including exclusion constraints
 * @param checks its check constraints
 */
record TargetStructure(TableId id, List<Column> columns, List<Index> indexes, List<Check> checks) {

    /**
     * A column.
     *
     * @param name its name
     * @param type its type as {@code format_type} prints it
     * @param collation the name of its collation; {@code default} for the database's, empty for a type without one
     * @param notNull whether it rejects NULL
     * @param filled whether it gets a value if none is specified: by a default, an identity or a generation expression
     * @param writable whether it accepts a specified value
     * @param labels the members of an enumeration or a set; empty for other types
     */
    record Column(
            String name,
            String type,
            String collation,
            boolean notNull,
            boolean filled,
            boolean writable,
            Set<String> labels) {}

    /**
     * An index.
     *
     * @param name its name
     * @param kind the rows that it forbids
     * @param partial whether it covers only some rows
     * @param parts its parts in order
     */
    record Index(String name, Kind kind, boolean partial, List<KeyPart> parts) {

        /** The rows that an index forbids. */
        enum Kind {
            NOTHING,
            /** Equal rows. */
            UNIQUE,
            /** Equal rows, as the primary key. */
            PRIMARY,
            /** Rows that conflict under an exclusion constraint's operators. */
            EXCLUSION
        }

        /** Returns this index with the parts of another one appended: catalog queries return parts one by one. */
        Index withPartsOf(Index next) {
            List<KeyPart> all = new ArrayList<>(parts);
            all.addAll(next.parts);
            return new Index(name, kind, partial, all);
        }

        boolean forbids() {
            return kind != Kind.NOTHING;
        }

        /** Returns whether it forbids equal rows in the whole table. */
        boolean isUnique() {
            return !partial && (kind == Kind.UNIQUE || kind == Kind.PRIMARY);
        }
    }

    /**
     * A check constraint.
     *
     * @param name its name
     * @param condition its condition
     */
    record Check(String name, ExpressionForm condition) {}

    TargetStructure {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        checks = List.copyOf(checks);
    }

    Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    Set<String> columnNames() {
        return columns.stream().map(Column::name).collect(Collectors.toSet());
    }
}
