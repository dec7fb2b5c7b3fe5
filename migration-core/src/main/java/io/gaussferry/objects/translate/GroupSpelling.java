package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.antlr.v4.runtime.ParserRuleContext;

/** Finds results that have one of several strings which a collation equates. MySQL does not define which. */
final class GroupSpelling {

    private static final Set<String> EXTREMES = Set.of("min", "max");

    private final ValueTypes types;
    private final TextComparisons comparisons;
    private final Rewrites rewrites;

    GroupSpelling(ValueTypes types, TextComparisons comparisons, Rewrites rewrites) {
        this.types = types;
        this.comparisons = comparisons;
        this.rewrites = rewrites;
    }

    /** Uses the rule if a node has such a result. */
    void find(ParserRuleContext node) {
        if (chosen(node).anyMatch(this::hasSpellings)) {
            rewrites.use(RewriteRule.GROUP_SPELLING);
            rewrites.dependsOnOrder(UnorderedAggregate.SPELLING);
        }
    }

    /** Returns the expressions with several values if a node returns one of these. */
    private static Stream<ParserRuleContext> chosen(ParserRuleContext node) {
        if (node instanceof SumExprContext sum
                && EXTREMES.contains(sum.getStart().getText().toLowerCase(Locale.ROOT))
                && sum.inSumExpr() != null) {
            return Stream.of(sum.inSumExpr().expr());
        }
        if (node instanceof FunctionCallContext call
                && EXTREMES.contains(call.getStart().getText().toLowerCase(Locale.ROOT))) {
            return ValueTypes.arguments(call).stream().map(argument -> argument);
        }
        if (node instanceof GroupByClauseContext group && group.orderList() != null) {
            return group.orderList().orderExpression().stream().map(OrderExpressionContext::expr);
        }
        if (node instanceof QuerySpecificationContext query && isDistinct(query)) {
            return items(query);
        }
        if (node instanceof QueryExpressionBodyContext union && ParseTrees.removesDuplicates(union)) {
            return ParseTrees.all(union, QuerySpecificationContext.class).stream()
                    .flatMap(GroupSpelling::items);
        }
        return Stream.empty();
    }

    static boolean isDistinct(QuerySpecificationContext query) {
        return query.selectOption().stream()
                .anyMatch(option -> option.querySpecOption() != null
                        && option.querySpecOption().DISTINCT_SYMBOL() != null);
    }

    private static Stream<ParserRuleContext> items(QuerySpecificationContext query) {
        return query.selectItemList().selectItem().stream()
                .filter(item -> item.expr() != null)
                .map(SelectItemContext::expr);
    }

    private boolean hasSpellings(ParserRuleContext value) {
        return types.of(value) == ValueType.TEXT && types.hasColumn(value) && comparisons.ignoresCase(value);
    }
}
