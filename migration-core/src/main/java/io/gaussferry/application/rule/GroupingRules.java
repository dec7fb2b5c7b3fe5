package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.tree.ParseTree;

/** Queries whose groups do not determine the columns that are selected. */
final class GroupingRules {

    private final StatementScope scope;
    private final RuleFindings findings;
    private final boolean isGroupingFull;

    /** @param isGroupingFull whether the source itself refuses such queries (ONLY_FULL_GROUP_BY) */
    GroupingRules(StatementScope scope, RuleFindings findings, boolean isGroupingFull) {
        this.scope = scope;
        this.findings = findings;
        this.isGroupingFull = isGroupingFull;
    }

    void find(ParseTree tree) {
        if (isGroupingFull) {
            return;
        }
        for (QuerySpecificationContext query : all(tree)) {
            boolean isAggregated = Aggregates.areIn(query.selectItemList());
            if (query.groupByClause() != null || isAggregated) {
                check(query);
            }
        }
    }

    private static List<QuerySpecificationContext> all(ParseTree tree) {
        return ParseTrees.all(tree, QuerySpecificationContext.class);
    }

    private void check(QuerySpecificationContext query) {
        Set<ScopeColumn> grouped = new HashSet<>();
        Set<String> names = new HashSet<>();
        if (query.groupByClause() != null) {
            grouped.addAll(scope.columns(query.groupByClause()));
            if (query.groupByClause().orderList() != null) {
                query.groupByClause()
                        .orderList()
                        .orderExpression()
                        .forEach(expression ->
                                names.add(expression.expr().getText().toLowerCase(Locale.ROOT)));
            }
        }
        Set<String> columns = new HashSet<>();
        grouped.forEach(column -> columns.add(column.column().name()));
        if (new UniqueRows(scope).identify(columns)) {
            return;
        }
        int position = 0;
        for (SelectItemContext item : query.selectItemList().selectItem()) {
            position++;
            boolean isNamed = names.contains(String.valueOf(position))
                    || item.selectAlias() != null
                            && names.contains(alias(item.selectAlias()).toLowerCase(Locale.ROOT));
            if (item.expr() == null
                    || isNamed
                    || names.contains(item.expr().getText().toLowerCase(Locale.ROOT))) {
                continue;
            }
            for (ScopeColumn column : outsideOfAggregates(item.expr())) {
                if (!grouped.contains(column)) {
                    findings.add(BehaviourRule.GROUP_BY, item, column.label());
                }
            }
        }
    }

    private static String alias(SelectAliasContext alias) {
        return alias.identifier() != null ? alias.identifier().getText().replace("`", "") : "";
    }

    private List<ScopeColumn> outsideOfAggregates(ParseTree tree) {
        List<ScopeColumn> found = new ArrayList<>();
        collect(tree, found);
        return found;
    }

    private void collect(ParseTree tree, List<ScopeColumn> found) {
        boolean isAnyValue = tree instanceof FunctionCallContext call
                && call.getStart().getText().equalsIgnoreCase("any_value");
        if (Aggregates.isOne(tree) || tree instanceof SubqueryContext || isAnyValue) {
            return;
        }
        if (tree instanceof FieldIdentifierContext field) {
            scope.named(field).ifPresent(found::add);
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i), found);
        }
    }
}
