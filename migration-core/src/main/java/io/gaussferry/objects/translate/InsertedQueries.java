package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.GroupByClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.HavingClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertQueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.OrderClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.OrderExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionBodyContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QuerySpecificationContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemContext;
import io.gaussferry.ddl.statement.Names;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;

/** The queries whose rows an INSERT or REPLACE stores: one, or those of a UNION. */
final class InsertedQueries {

    private static final List<Class<? extends ParserRuleContext>> CLAUSES =
            List.of(GroupByClauseContext.class, HavingClauseContext.class, OrderClauseContext.class);

    private final InsertQueryExpressionContext inserted;
    private final List<QuerySpecificationContext> queries;

    InsertedQueries(InsertQueryExpressionContext inserted) {
        this.inserted = inserted;
        this.queries = outer(inserted, QuerySpecificationContext.class);
    }

    /** Returns the queries in their order. */
    List<QuerySpecificationContext> all() {
        return queries;
    }

    /** Returns whether MySQL compares the values of an item before it converts them to the type of the column. */
    boolean areCompared(SelectItemContext item) {
        return removeDuplicates() || isReferredTo(item);
    }

    private boolean removeDuplicates() {
        return queries.stream().anyMatch(GroupSpelling::isDistinct)
                || outer(inserted, QueryExpressionBodyContext.class).stream()
                        .anyMatch(body -> GroupSpelling.hasDistinctUnion(body)
                                || !body.EXCEPT_SYMBOL().isEmpty()
                                || !body.INTERSECT_SYMBOL().isEmpty());
    }

    /** Returns whether a clause names the item by its alias, or any item by its position. */
    private boolean isReferredTo(SelectItemContext item) {
        String alias = item.selectAlias() == null || item.selectAlias().identifier() == null
                ? ""
                : Names.of(item.selectAlias().identifier());
        return CLAUSES.stream()
                .flatMap(kind -> outer(inserted, kind).stream())
                .anyMatch(clause -> namesPosition(clause) || names(clause, alias));
    }

    private static boolean namesPosition(ParserRuleContext clause) {
        return ParseTrees.all(clause, OrderExpressionContext.class).stream()
                .anyMatch(order -> order.expr().getText().matches("\\d+"));
    }

    private static boolean names(ParserRuleContext clause, String alias) {
        return ParseTrees.all(clause, ColumnRefContext.class).stream()
                .anyMatch(column -> Names.unquote(column.getText()).equalsIgnoreCase(alias));
    }

    private static <T extends ParserRuleContext> List<T> outer(ParserRuleContext tree, Class<T> kind) {
        return ParseTrees.all(tree, kind).stream()
                .filter(node -> !ParseTrees.isInSubquery(node))
                .toList();
    }
}
