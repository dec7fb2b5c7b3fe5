package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement, as far as it matters to definitions of tables. Names without a database have the session's. */
public sealed interface DefinitionStatement {

    /**
     * {@code CREATE TABLE}.
     *
     * @param table its name
     * @param ifNotExists whether a table that is there stays as it is
     * @param elements columns, indexes and constraints in the order of the text
     * @param options its options
     * @param partitioning how it is divided; null if it is not
     * @param selects whether it takes rows, and perhaps columns, from a query
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

    /** {@code ALTER TABLE}, {@code CREATE INDEX} and {@code DROP INDEX}; actions in the order of the text. */
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

    /** {@code RENAME TABLE}: one after the other, from left to right. */
    record RenameTables(List<Rename> renames) implements DefinitionStatement {

        public RenameTables {
            renames = List.copyOf(renames);
        }
    }

    /** One pair of {@code RENAME TABLE}. */
    record Rename(TableId from, TableId to) {}

    /** {@code TRUNCATE TABLE}. */
    record TruncateTable(TableId table) implements DefinitionStatement {}

    /** {@code OPTIMIZE TABLE}: InnoDB copies the rows of some tables into new ones. */
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
     * One that changes neither the definition nor the rows of a table.
     *
     * @param what what it is, such as {@code CREATE VIEW}
     * @param object what it creates, changes or drops and the cutover may have to look after; null for nothing
     */
    record Rowless(String what, @Nullable String object) implements DefinitionStatement {}

    /** One that changes rows, or may. */
    record Writing(String what) implements DefinitionStatement {}

    /**
     * One that cannot be read.
     *
     * @param problem why
     */
    record Unreadable(String problem) implements DefinitionStatement {}
}
