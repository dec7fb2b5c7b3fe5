package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.evolve.Evolution.Rows;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement;
import io.gaussferry.ddl.statement.TableElement.CheckSpec;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.ddl.statement.TableElement.ForeignKeySpec;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import io.gaussferry.ddl.statement.TableElement.IndexSpec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.List;

/** Computes the table that CREATE TABLE creates. */
final class TableCreation {

    private TableCreation() {}

    /**
     * Creates a table.
     *
     * @param databaseCollation the default collation of its database
     */
    static Evolution create(
            CreateTable statement, TableId targetId, String databaseCollation, StatementContext context) {
        if (statement.selects()) {
            throw new UnknownDefinitionException("its columns come from a query");
        }
        String collation = new Collations(context).of(statement.options().characters(), databaseCollation);
        TableDraft table = new TableDraft(statement.table(), targetId, collation);
        String comment = statement.options().comment();
        table.comment = comment == null ? "" : comment;
        ColumnBuilder columns = new ColumnBuilder(context);
        for (TableElement element : statement.elements()) {
            if (element instanceof ColumnSpec column) {
                table.columns.add(columns.column(column, collation, null));
            }
        }
        Keys keys = new Keys(table, context);
        for (TableElement element : statement.elements()) {
            addKeys(element, keys, context);
        }
        keys.complete();
        columns.promoteTimestamps(table);
        table.partitioning = Partitions.of(statement.partitioning(), table);
        return Evolution.created(
                table.definition(), columns.uncertain().isEmpty() ? Rows.KEPT : Rows.uncertain(columns.uncertain()));
    }

    /** Adds keys in the order of the statement, which determines the names that MySQL generates. */
    static void addKeys(TableElement element, Keys keys, StatementContext context) {
        if (element instanceof ColumnSpec column) {
            IndexKind kind = column.key();
            if (kind != null) {
                keys.add(kind, column.name());
            }
            if (context.hasColumnChecks()) {
                ColumnChecks.of(column, context).forEach(keys::add);
            } else {
                column.checks().forEach(keys::add);
            }
            ForeignKeySpec references = column.references();
            if (references != null && context.respectsColumnReferences()) {
                keys.add(references);
            }
        } else if (element instanceof IndexSpec index) {
            keys.add(index);
        } else if (element instanceof ForeignKeySpec key) {
            keys.add(key);
        } else if (element instanceof CheckSpec check) {
            keys.add(check);
        } else {
            throw new IllegalStateException("no definition of " + element.getClass());
        }
    }

    /** Creates a table like another: without foreign keys, and with generated names of checks unless these belong to columns. */
    static TableDefinition like(TableDefinition model, TableId id, TableId targetId, StatementContext context) {
        TableDraft table = TableDraft.of(model);
        table.id = id;
        table.targetId = targetId;
        table.foreignKeys.clear();
        List<CheckDefinition> checks = context.hasColumnChecks() ? List.of() : List.copyOf(table.checks);
        table.checks.removeAll(checks);
        for (int i = 0; i < checks.size(); i++) {
            table.checks.add(new CheckDefinition(
                    id.name() + "_chk_" + (i + 1),
                    checks.get(i).clause(),
                    checks.get(i).enforced()));
        }
        // The new table has no rows.
        return table.definition().withPlacement(true);
    }
}
