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
 * @param behaviour what its statements do in addition
 */
record TargetStructure(TableId id, List<Column> columns, List<Index> indexes, List<Check> checks, Behaviour behaviour) {

    /**
     * Parts of a table that no table has that Gaussferry creates.
     *
     * @param triggers enabled triggers of users
     * @param rules enabled rules
     * @param rowSecurity the sessions whose rows a policy limits
     * @param isLogged whether its rows survive a crash of the server
     */
    record Behaviour(List<String> triggers, List<String> rules, RowSecurity rowSecurity, boolean isLogged) {

        /** The behaviour of a table that Gaussferry creates. */
        static final Behaviour ORDINARY = new Behaviour(List.of(), List.of(), RowSecurity.NONE, true);

        Behaviour {
            triggers = List.copyOf(triggers);
            rules = List.copyOf(rules);
        }
    }

    /** The sessions whose rows are limited by row-level security. */
    enum RowSecurity {
        NONE,
        /** Those of other accounts than the table's owner. */
        OTHERS,
        /** All but those of administrators. */
        FORCED
    }

    /**
     * A column.
     *
     * @param name its name
     * @param type its type as {@code format_type} prints it
     * @param collation the name of its collation; {@code default} for the database's, empty for a type without one
     * @param notNull whether it rejects NULL
     * @param filled whether it gets a value if none is specified: by a default, an identity or a generation expression
     * @param defaultSql its default as the server prints it; empty if it has none
     * @param writable whether it accepts a specified value
     * @param labels the members of an enumeration or a set in their order; empty for other types
     */
    record Column(
            String name,
            String type,
            String collation,
            boolean notNull,
            boolean filled,
            String defaultSql,
            boolean writable,
            List<String> labels) {

        Column {
            labels = List.copyOf(labels);
        }
    }

    /**
     * An index.
     *
     * @param name its name
     * @param kind the rows that it forbids
     * @param gap the rows or moments at which it forbids nothing
     * @param parts its parts in order
     */
    record Index(String name, Kind kind, Gap gap, List<KeyPart> parts) {

        /** Why an index does not forbid each row of its kind at once. */
        enum Gap {
            NONE(""),
            PARTIAL("covers only some rows"),
            /** No foreign key may refer to it. */
            DEFERRABLE("is deferrable"),
            /** It distinguishes other strings than its columns. */
            COLLATION("has another collation than its columns"),
            UNUSABLE("is unusable in a partition");

            private final String description;

            Gap(String description) {
                this.description = description;
            }

            /** Returns the gap as the predicate of a sentence. */
            String description() {
                return description;
            }
        }

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
            return new Index(name, kind, gap == Gap.NONE ? next.gap : gap, all);
        }

        boolean forbids() {
            return kind != Kind.NOTHING;
        }

        /** Returns whether it forbids equal rows in the whole table, at once. */
        boolean isUnique() {
            return gap == Gap.NONE && (kind == Kind.UNIQUE || kind == Kind.PRIMARY);
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
