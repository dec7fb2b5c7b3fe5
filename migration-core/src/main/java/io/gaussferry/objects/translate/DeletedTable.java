package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableReferenceContext;

/**
 * The table of a DELETE that names it before FROM, as {@code DELETE a FROM item a WHERE …}. openGauss searches for that name only in its
 * search path, so a DELETE of a single table is written without it. Measured on openGauss 6.0.2: the qualified name of a table with an
 * alias there deletes all rows.
 */
final class DeletedTable {

    private DeletedTable() {}

    /** Leaves out the name before FROM if the statement has one table. */
    static void leaveOutAlias(DeleteStatementContext delete, WrittenForms forms) {
        boolean isNamedBefore = delete.tableAliasRefList() != null && delete.USING_SYMBOL() == null;
        if (isNamedBefore && delete.tableReferenceList().tableReference().size() == 1) {
            TableReferenceContext table = delete.tableReferenceList().tableReference(0);
            boolean isSingle = table.joinedTable().isEmpty()
                    && table.tableFactor() != null
                    && table.tableFactor().singleTable() != null;
            if (isSingle) {
                forms.leaveOut(delete.tableAliasRefList());
            }
        }
    }
}
