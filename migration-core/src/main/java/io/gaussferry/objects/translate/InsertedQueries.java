package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertQueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionBodyContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QuerySpecificationContext;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;

/** The queries whose rows an INSERT or REPLACE stores: one, or those of a UNION. */
final class InsertedQueries {

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

    /** Returns whether MySQL removes equal rows before it converts values to the types of the columns. */
    boolean removeDuplicates() {
        return queries.stream().anyMatch(GroupSpelling::isDistinct)
                || outer(inserted, QueryExpressionBodyContext.class).stream()
                        .anyMatch(body -> GroupSpelling.hasDistinctUnion(body)
                                || !body.EXCEPT_SYMBOL().isEmpty()
                                || !body.INTERSECT_SYMBOL().isEmpty());
    }

    private static <T extends ParserRuleContext> List<T> outer(ParserRuleContext tree, Class<T> kind) {
        return ParseTrees.all(tree, kind).stream()
                .filter(node -> !ParseTrees.isInSubquery(node))
                .toList();
    }
}
