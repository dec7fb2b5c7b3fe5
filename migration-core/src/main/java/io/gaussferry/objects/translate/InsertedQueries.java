package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.GroupByClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.HavingClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertQueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.OrderClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.OrderExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionBodyContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QuerySpecificationContext;
import io.gaussferry.ddl.statement.Names;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
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

    /**
     * Returns whether MySQL compares the values of a column before it converts them to its type.
     *
     * @param column counted from 0
     */
    boolean isCompared(int column) {
        return removeDuplicates() || isNamed(column);
    }

    private boolean removeDuplicates() {
        return queries.stream().anyMatch(GroupSpelling::isDistinct)
                || outer(inserted, QueryExpressionBodyContext.class).stream().anyMatch(ParseTrees::removesDuplicates);
    }

    /** Returns whether a clause names the column by its position, or by its alias in one of the queries. */
    private boolean isNamed(int column) {
        Set<String> aliases = queries.stream()
                .flatMap(query -> query.selectItemList().selectItem().stream()
                        .skip(column)
                        .limit(1))
                .filter(item -> item.selectAlias() != null && item.selectAlias().identifier() != null)
                .map(item -> Names.of(item.selectAlias().identifier()).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        String position = String.valueOf(column + 1);
        return CLAUSES.stream()
                .flatMap(kind -> outer(inserted, kind).stream())
                .anyMatch(clause -> ParseTrees.all(clause, OrderExpressionContext.class).stream()
                                .anyMatch(order -> order.expr().getText().equals(position))
                        || ParseTrees.all(clause, ColumnRefContext.class).stream()
                                .map(name -> Names.unquote(name.getText()).toLowerCase(Locale.ROOT))
                                .anyMatch(aliases::contains));
    }

    private static <T extends ParserRuleContext> List<T> outer(ParserRuleContext tree, Class<T> kind) {
        return ParseTrees.all(tree, kind).stream()
                .filter(node -> !ParseTrees.isInSubquery(node))
                .toList();
    }
}
