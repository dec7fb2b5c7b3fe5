package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.JoinedTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SingleTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableFactorContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefWithWildcardContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableReferenceContext;
import io.gaussferry.ddl.statement.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * A DELETE that names its table apart from the others, as {@code DELETE a FROM item a JOIN part b ON …}. openGauss searches for that name
 * only in its search path. Measured on openGauss 6.0.2: the qualified name of a table with an alias there deletes all rows. It is written as
 * {@code DELETE FROM item a USING part b WHERE …}.
 */
final class DeletedTable {

    private final List<TableFactorContext> tables = new ArrayList<>();
    private final List<ExprContext> conditions = new ArrayList<>();

    private DeletedTable() {}

    /**
     * Writes such a statement; returns null for one that deletes from several tables or has outer joins.
     *
     * @param print writes a part of the statement
     */
    static @Nullable String write(DeleteStatementContext delete, Function<ParseTree, String> print) {
        boolean isOfOne = delete.tableAliasRefList() != null
                && delete.tableAliasRefList().tableRefWithWildcard().size() == 1
                && delete.withClause() == null
                && delete.deleteStatementOption().stream().allMatch(option -> option.IGNORE_SYMBOL() == null);
        DeletedTable parts = new DeletedTable();
        if (!isOfOne || !delete.tableReferenceList().tableReference().stream().allMatch(parts::hasOnlyInnerJoins)) {
            return null;
        }
        String name = name(delete.tableAliasRefList().tableRefWithWildcard(0));
        List<TableFactorContext> deleted = parts.tables.stream()
                .filter(table -> name(table).equalsIgnoreCase(name))
                .toList();
        if (deleted.size() != 1) {
            return null;
        }
        if (delete.whereClause() != null) {
            parts.conditions.add(delete.whereClause().expr());
        }
        return parts.written(deleted.get(0), print);
    }

    private String written(TableFactorContext deleted, Function<ParseTree, String> print) {
        StringBuilder sql = new StringBuilder("DELETE FROM ").append(print.apply(deleted));
        String separator = " USING ";
        for (TableFactorContext table : tables) {
            if (table != deleted) {
                sql.append(separator).append(print.apply(table));
                separator = ", ";
            }
        }
        separator = " WHERE ";
        for (ExprContext condition : conditions) {
            String text = print.apply(condition);
            sql.append(separator).append(conditions.size() == 1 ? text : "(" + text + ")");
            separator = " AND ";
        }
        return sql.toString();
    }

    private boolean hasOnlyInnerJoins(TableReferenceContext reference) {
        TableFactorContext table = reference.tableFactor();
        if (table == null || table.singleTable() == null && table.derivedTable() == null) {
            return false;
        }
        tables.add(table);
        for (JoinedTableContext joined : reference.joinedTable()) {
            boolean isInner = joined.innerJoinType() != null && joined.USING_SYMBOL() == null;
            if (!isInner || !hasOnlyInnerJoins(joined.tableReference())) {
                return false;
            }
            if (joined.expr() != null) {
                conditions.add(joined.expr());
            }
        }
        return true;
    }

    private static String name(TableRefWithWildcardContext table) {
        return Names.of(
                table.dotIdentifier() == null
                        ? table.identifier()
                        : table.dotIdentifier().identifier());
    }

    /** Returns the alias of a table, or its name; empty for a query. */
    private static String name(TableFactorContext table) {
        SingleTableContext single = table.singleTable();
        if (single == null) {
            return "";
        }
        if (single.tableAlias() != null) {
            return Names.of(single.tableAlias().identifier());
        }
        String text = single.tableRef().getText();
        return Names.unquote(text.substring(text.lastIndexOf('.') + 1));
    }
}
