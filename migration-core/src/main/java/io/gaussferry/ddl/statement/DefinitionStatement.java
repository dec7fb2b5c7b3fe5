package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a statement that are relevant to table definitions. Unqualified names have the session's database. */
public sealed interface DefinitionStatement {

    /**
     * Returns the tables that it creates, alters, empties, renames or drops, and whose rows it exchanges or merges; empty
     * if it names none, or if they are unknown.
     */
    default List<TableId> tables() {
        return List.of();
    }

    /**
     * Returns whether it may change a replicated table, or its rows; true in case of doubt.
     *
     * @param database the session's current database; may be empty
     * @param written the databases in which it changes tables, also through triggers and functions, as far as the
     *     source reports them
     * @param included the databases with replicated tables
     * @param replicated the replicated tables
     */
    default boolean mayChange(
            String database, Collection<String> written, Predicate<String> included, Predicate<TableId> replicated) {
        if (this instanceof OfDatabase of) {
            return included.test(of.name().isEmpty() ? database : of.name());
        }
        if (this instanceof Uncertain uncertain && tables().isEmpty()) {
            return Stream.of(List.of(database), written, uncertain.qualifiers())
                    .flatMap(Collection::stream)
                    .anyMatch(included);
        }
        return tables().stream().anyMatch(replicated);
    }

    /** A statement about a database; an empty name denotes the session's. */
    sealed interface OfDatabase extends DefinitionStatement {
        String name();
    }

    /** A statement whose effect on rows or definitions is unknown. */
    sealed interface Uncertain extends DefinitionStatement {

        /** Returns the qualifiers of all its names, among them the databases that it names. */
        Set<String> qualifiers();
    }

    /**
     * {@code CREATE TABLE}.
     *
     * @param table its name
     * @param ifNotExists whether an existing table stays unchanged
     * @param elements columns, indexes and constraints in the order of the statement
     * @param options its options
     * @param partitioning its partitioning; null if it has none
     * @param selects whether a query supplies rows, and perhaps columns
     */
    record CreateTable(
            TableId table,
            boolean ifNotExists,
            List<TableElement> elements,
            TableOptions options,
            @Nullable PartitionSpec partitioning,
            boolean selects)
            implements DefinitionStatement {

        public CreateTable {
            elements = List.copyOf(elements);
        }

        @Override
        public List<TableId> tables() {
            return Stream.concat(Stream.of(table), options.members().stream()).toList();
        }
    }

    /** {@code CREATE TABLE … LIKE}. */
    record CreateTableLike(TableId table, boolean ifNotExists, TableId model) implements DefinitionStatement {

        @Override
        public List<TableId> tables() {
            return List.of(table);
        }
    }

    /** {@code ALTER TABLE}, {@code CREATE INDEX} and {@code DROP INDEX}; actions in the order of the statement. */
    record AlterTable(TableId table, List<AlterAction> actions) implements DefinitionStatement {

        public AlterTable {
            actions = List.copyOf(actions);
        }

        @Override
        public List<TableId> tables() {
            return Stream.concat(Stream.of(table), actions.stream().flatMap(action -> action.otherTables().stream()))
                    .toList();
        }
    }

    /** {@code DROP TABLE}. */
    record DropTables(List<TableId> tables) implements DefinitionStatement {

        public DropTables {
            tables = List.copyOf(tables);
        }
    }

    /** {@code RENAME TABLE}: in sequence, from left to right. */
    record RenameTables(List<Rename> renames) implements DefinitionStatement {

        public RenameTables {
            renames = List.copyOf(renames);
        }

        @Override
        public List<TableId> tables() {
            return renames.stream()
                    .flatMap(rename -> Stream.of(rename.from(), rename.to()))
                    .toList();
        }
    }

    /** One pair of {@code RENAME TABLE}. */
    record Rename(TableId from, TableId to) {}

    /** {@code TRUNCATE TABLE}. */
    record TruncateTable(TableId table) implements DefinitionStatement {

        @Override
        public List<TableId> tables() {
            return List.of(table);
        }
    }

    /** {@code OPTIMIZE TABLE}: InnoDB copies the rows of some tables to new tables. */
    record OptimizeTables(List<TableId> tables) implements DefinitionStatement {

        public OptimizeTables {
            tables = List.copyOf(tables);
        }
    }

    /** {@code CREATE DATABASE}. */
    record CreateDatabase(String name, boolean ifNotExists, CharacterSetSpec characters) implements OfDatabase {}

    /** {@code ALTER DATABASE}. */
    record AlterDatabase(String name, CharacterSetSpec characters) implements OfDatabase {}

    /** {@code DROP DATABASE}. */
    record DropDatabase(String name) implements OfDatabase {}

    /**
     * A statement that changes neither the definition nor the rows of a table.
     *
     * @param what the kind of statement, such as {@code CREATE VIEW}
     * @param object the created, changed or dropped object that the cutover may have to handle; null for none
     */
    record IrrelevantStatement(String what, @Nullable String object) implements DefinitionStatement {

        private static final Set<String> APPLICATION_OBJECTS =
                Set.of("view", "function", "procedure", "trigger", "event");

        /** Returns whether it creates, changes or drops a view, routine, trigger or event. */
        public boolean changesApplicationObject() {
            return object != null && APPLICATION_OBJECTS.contains(object.substring(0, object.indexOf(' ')));
        }
    }

    /** A statement that changes rows, or may change rows. */
    record Writing(String what, Set<String> qualifiers) implements Uncertain {

        public Writing {
            qualifiers = Set.copyOf(qualifiers);
        }
    }

    /**
     * A statement that cannot be parsed.
     *
     * @param problem the reason
     * @param tables the only tables that it changes; empty if they are unknown
     */
    record UnparsedStatement(String problem, List<TableId> tables, Set<String> qualifiers) implements Uncertain {

        public UnparsedStatement {
            tables = List.copyOf(tables);
            qualifiers = Set.copyOf(qualifiers);
        }
    }
}
