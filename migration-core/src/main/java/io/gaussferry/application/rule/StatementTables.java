package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CommonTableExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QualifiedIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.LinkedHashSet;
import java.util.Set;
import org.antlr.v4.runtime.tree.ParseTree;

/** The tables and views that a statement names. */
public final class StatementTables {

    private StatementTables() {}

    /** Returns the tables and views, but not the common tables of WITH. */
    public static Set<TableId> of(ParseTree statement, String database) {
        Set<TableId> tables = new LinkedHashSet<>();
        for (TableRefContext table : ParseTrees.all(statement, TableRefContext.class)) {
            tables.add(id(table, database));
        }
        for (CommonTableExpressionContext common : ParseTrees.all(statement, CommonTableExpressionContext.class)) {
            tables.remove(new TableId(database, Names.of(common.identifier())));
        }
        return tables;
    }

    /** Returns a table's name, with its database. */
    static TableId id(TableRefContext table, String database) {
        QualifiedIdentifierContext name = table.qualifiedIdentifier();
        if (name == null) {
            return new TableId(database, Names.of(table.dotIdentifier().identifier()));
        }
        String first = Names.of(name.identifier());
        return name.dotIdentifier() == null
                ? new TableId(database, first)
                : new TableId(first, Names.of(name.dotIdentifier().identifier()));
    }
}
