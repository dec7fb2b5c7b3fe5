package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a statement that are relevant to table definitions. Unqualified names have the session's database. */
public sealed interface DefinitionStatement {

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
    }

    /** {@code CREATE TABLE … LIKE}. */
    record CreateTableLike(TableId table, boolean ifNotExists, TableId model) implements DefinitionStatement {}

    /** {@code ALTER TABLE}, {@code CREATE INDEX} and {@code DROP INDEX}; actions in the order of the statement. */
    record AlterTable(TableId table, List<AlterAction> actions) implements DefinitionStatement {

        public AlterTable {
            actions = List.copyOf(actions);
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
    }

    /** One pair of {@code RENAME TABLE}. */
    record Rename(TableId from, TableId to) {}

    /** {@code TRUNCATE TABLE}. */
    record TruncateTable(TableId table) implements DefinitionStatement {}

    /** {@code OPTIMIZE TABLE}: InnoDB copies the rows of some tables to new tables. */
    record OptimizeTables(List<TableId> tables) implements DefinitionStatement {

        public OptimizeTables {
            tables = List.copyOf(tables);
        }
    }

    /** {@code CREATE DATABASE}. */
    record CreateDatabase(String name, boolean ifNotExists, CharacterSetSpec characters)
            implements DefinitionStatement {}

    /** {@code ALTER DATABASE}. */
    record AlterDatabase(String name, CharacterSetSpec characters) implements DefinitionStatement {}

    /** {@code DROP DATABASE}. */
    record DropDatabase(String name) implements DefinitionStatement {}

    /**
     * A statement that changes neither the definition nor the rows of a table.
     *
     * @param what the kind of statement, such as {@code CREATE VIEW}
     * @param object the created, changed or dropped object that the cutover may have to handle; null for none
     */
    record IrrelevantStatement(String what, @Nullable String object) implements DefinitionStatement {}

    /** A statement that changes rows, or may change rows. */
    record Writing(String what) implements DefinitionStatement {}

    /**
     * A statement that cannot be parsed.
     *
     * @param problem the reason
     */
    record UnparsedStatement(String problem) implements DefinitionStatement {}
}
