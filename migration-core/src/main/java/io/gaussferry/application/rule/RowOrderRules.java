package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.type.ValueFamily;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Differences in the order of rows, in the rows of LIMIT, and in the locks of queries. */
final class RowOrderRules {

    /** Window functions whose result depends on the order of rows that ORDER BY does not distinguish. */
    private static final Set<String> PLACES =
            Set.of("row_number", "ntile", "lag", "lead", "first_value", "last_value", "nth_value");

    private final StatementScope scope;
    private final RuleFindings findings;
    private final UniqueRows unique;

    RowOrderRules(StatementScope scope, RuleFindings findings) {
        this.scope = scope;
        this.findings = findings;
        this.unique = new UniqueRows(scope);
    }

    void find(ParseTree tree) {
        if (tree instanceof QueryExpressionContext query && query.limitClause() != null && isOne(query)) {
            limit(query.limitClause(), query.orderClause(), where(query), areRowsEqual(query));
        } else if (tree instanceof QueryExpressionContext query && query.limitClause() != null) {
            findings.add(
                    query.orderClause() == null ? BehaviourRule.LIMIT : BehaviourRule.ORDER_TIES,
                    query.limitClause(),
                    "");
        } else if (tree instanceof UpdateStatementContext update && update.simpleLimitClause() != null) {
            limit(update.simpleLimitClause(), update.orderClause(), update.whereClause(), false);
        } else if (tree instanceof DeleteStatementContext delete && delete.simpleLimitClause() != null) {
            limit(delete.simpleLimitClause(), delete.orderClause(), delete.whereClause(), false);
        } else if (tree instanceof WindowFunctionCallContext call && call.windowingClause() != null) {
            window(call);
        } else if (tree instanceof OrderExpressionContext order) {
            order(order);
        } else if (tree instanceof LockingClauseContext lock) {
            lock(lock);
        } else if (tree instanceof SumExprContext sum && sum.GROUP_CONCAT_SYMBOL() != null && isOpen(sum)) {
            findings.add(BehaviourRule.GROUP_CONCAT_ORDER, sum, "");
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            find(tree.getChild(i));
        }
    }

    /** The place of a row among those that a window does not distinguish is not defined. */
    private void window(WindowFunctionCallContext call) {
        String name = call.getStart().getText().toLowerCase(Locale.ROOT);
        WindowSpecDetailsContext details = call.windowingClause().windowSpec() == null
                ? null
                : call.windowingClause().windowSpec().windowSpecDetails();
        if (PLACES.contains(name)
                && details != null
                && (details.orderClause() == null || !unique.areSorted(details.orderClause(), null))) {
            findings.add(BehaviourRule.ORDER_TIES, call, name.toUpperCase(Locale.ROOT));
        }
    }

    /** Returns whether the order of the joined values is not defined, or that of different strings that the collation treats as equal. */
    private boolean isOpen(SumExprContext concat) {
        if (concat.orderClause() == null) {
            return true;
        }
        Set<ScopeColumn> sorted = new HashSet<>(scope.columns(concat.orderClause()));
        boolean isSortedByAll = concat.exprList() != null
                && scope.columns(concat.exprList()).stream()
                        .allMatch(column -> sorted.contains(column) && !column.ignoresCase());
        return !isSortedByAll && !unique.areSorted(concat.orderClause(), null);
    }

    /** Returns the condition of a query; null for none, or for several queries. */
    static @Nullable WhereClauseContext where(QueryExpressionContext query) {
        QuerySpecificationContext specification = isOne(query) ? first(query) : null;
        return specification == null ? null : specification.whereClause();
    }

    private static @Nullable QuerySpecificationContext first(QueryExpressionContext query) {
        return ParseTrees.first(query, QuerySpecificationContext.class).orElse(null);
    }

    /** Returns whether a query is not a UNION, EXCEPT or INTERSECT of several. */
    static boolean isOne(QueryExpressionContext query) {
        QueryExpressionBodyContext body = query.queryExpressionBody();
        return body.UNION_SYMBOL().isEmpty()
                && body.EXCEPT_SYMBOL().isEmpty()
                && body.INTERSECT_SYMBOL().isEmpty();
    }

    /** Returns whether a query has one row by its form, or all of its rows are equal. */
    private static boolean areRowsEqual(QueryExpressionContext query) {
        QuerySpecificationContext specification = first(query);
        boolean isOne = specification != null
                && specification.groupByClause() == null
                && Aggregates.areIn(specification.selectItemList());
        boolean hasNoTable = specification != null && specification.fromClause() == null;
        return isOne || hasNoTable || isInExists(query) || specification != null && isConstant(specification);
    }

    private static boolean isConstant(QuerySpecificationContext specification) {
        return specification.selectItemList().MULT_OPERATOR() == null
                && specification.selectItemList().selectItem().stream()
                        .allMatch(item -> item.expr() != null
                                && StatementScope.unwrapped(item.expr()) instanceof NumLiteralContext);
    }

    private static boolean isInExists(QueryExpressionContext query) {
        for (ParserRuleContext at = query; at != null; at = at.getParent()) {
            if (at instanceof SubqueryContext) {
                return at.getParent() instanceof SimpleExprSubQueryContext sub && sub.EXISTS_SYMBOL() != null;
            }
        }
        return false;
    }

    private void limit(
            ParserRuleContext limit,
            @Nullable OrderClauseContext order,
            @Nullable WhereClauseContext where,
            boolean areRowsEqual) {
        if (areRowsEqual || limit.getText().equalsIgnoreCase("limit0") || unique.isOne(where)) {
            return;
        }
        if (order == null) {
            findings.add(BehaviourRule.LIMIT, limit, "");
            return;
        }
        if (!unique.areSorted(order, where)) {
            findings.add(BehaviourRule.ORDER_TIES, limit, "");
        }
    }

    private void order(OrderExpressionContext order) {
        ParseTree sorted = SelectAliases.expression(order, order.expr()).orElse(order.expr());
        scope.column(sorted).ifPresent(column -> {
            boolean isSorted = !(order.getParent().getParent() instanceof GroupByClauseContext);
            if (isSorted && column.column().nullable()) {
                findings.add(BehaviourRule.NULL_ORDER, order, column.label());
            }
            if (isSorted && column.family() == ValueFamily.ENUM) {
                findings.add(BehaviourRule.ENUM_ORDER, order, column.label());
            }
        });
    }

    private void lock(LockingClauseContext lock) {
        for (ParserRuleContext at = lock.getParent(); at != null; at = at.getParent()) {
            if (at instanceof SelectStatementContext select) {
                WhereClauseContext where = ParseTrees.first(select, QuerySpecificationContext.class)
                        .map(QuerySpecificationContext::whereClause)
                        .orElse(null);
                boolean hasNoGaps = unique.areFoundByKey(where);
                findings.add(
                        BehaviourRule.LOCKING_READ,
                        hasNoGaps ? BehaviourRule.Level.NOTE : BehaviourRule.Level.DIFFERS,
                        lock.getStart(),
                        "");
                return;
            }
        }
        findings.add(BehaviourRule.LOCKING_READ, lock, "");
    }
}
