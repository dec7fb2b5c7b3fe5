package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ValueFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Decides whether columns identify the rows of a statement with one table. */
final class UniqueRows {

    private final StatementScope scope;

    UniqueRows(StatementScope scope) {
        this.scope = scope;
    }

    /** Returns whether a condition finds at most one row: it compares all columns of a unique key with {@code =}. */
    boolean isOne(@Nullable WhereClauseContext where) {
        return where != null && identify(equal(where.expr()));
    }

    /** Returns whether a condition finds rows by the values of a unique key: it compares all of its columns with {@code =} or IN. */
    boolean areFoundByKey(@Nullable WhereClauseContext where) {
        if (where == null) {
            return false;
        }
        Set<String> columns = equal(where.expr());
        for (PredicateContext predicate : listed(where.expr())) {
            scope.column(predicate.bitExpr(0))
                    .ifPresent(column -> columns.add(column.column().name()));
        }
        return identify(columns);
    }

    /** Returns the comparisons with a list of values, in parts joined by AND. */
    private static List<PredicateContext> listed(ParseTree condition) {
        List<PredicateContext> found = new ArrayList<>();
        collectListed(condition, found);
        return found;
    }

    private static void collectListed(ParseTree tree, List<PredicateContext> found) {
        if (tree instanceof PredicateContext predicate
                && predicate.predicateOperations() instanceof PredicateExprInContext in) {
            boolean isOfValues = in.exprList() != null && predicate.notRule() == null;
            if (isOfValues
                    && ParseTrees.all(in.exprList(), FieldIdentifierContext.class)
                            .isEmpty()) {
                found.add(predicate);
            }
        } else if (tree instanceof ExprAndContext || tree.getChildCount() == 1) {
            for (int i = 0; i < tree.getChildCount(); i++) {
                collectListed(tree.getChild(i), found);
            }
        } else if (tree instanceof SimpleExprListContext list
                && list.exprList().expr().size() == 1) {
            collectListed(list.exprList().expr(0), found);
        }
    }

    /** Returns whether an order is that of all rows: each two that the condition finds differ in a column of it. */
    boolean areSorted(OrderClauseContext order, @Nullable WhereClauseContext where) {
        Set<String> columns = new HashSet<>(where == null ? Set.of() : equal(where.expr()));
        for (OrderExpressionContext expression : order.orderList().orderExpression()) {
            ParseTree sorted =
                    SelectAliases.expression(expression, expression.expr()).orElse(expression.expr());
            scope.column(sorted).ifPresent(column -> columns.add(column.column().name()));
        }
        return identify(columns);
    }

    /** Returns whether ORDER BY has all values that a query returns, so that rows without an order are equal. Strings may be equal for it only. */
    boolean areValuesSorted(QueryExpressionContext query) {
        SelectItemListContext items = ParseTrees.first(query.queryExpressionBody(), SelectItemListContext.class)
                .orElse(null);
        if (items == null || items.MULT_OPERATOR() != null) {
            return false;
        }
        Set<ParseTree> sorted = new HashSet<>();
        for (OrderExpressionContext expression : query.orderClause().orderList().orderExpression()) {
            String written = expression.expr().getText();
            for (int i = 0; i < items.selectItem().size(); i++) {
                SelectItemContext item = items.selectItem(i);
                boolean isNamed = written.equals(String.valueOf(i + 1))
                        || item.selectAlias() == null
                                && item.expr() != null
                                && item.expr().getText().equalsIgnoreCase(written);
                if (isNamed) {
                    sorted.add(item);
                }
            }
        }
        return sorted.containsAll(items.selectItem())
                && ParseTrees.all(query.queryExpressionBody(), SelectItemContext.class).stream()
                        .allMatch(item -> item.expr() != null && isNumber(item.expr()));
    }

    private boolean isNumber(ExprContext value) {
        return scope.column(value)
                .filter(column -> column.family() == ValueFamily.NUMBER || column.family() == ValueFamily.DATE)
                .isPresent();
    }

    /** Returns whether no two rows have the same values of these columns. */
    boolean identify(Set<String> columns) {
        List<TableDefinition> tables = scope.tables();
        if (tables.size() != 1 || !scope.isKnown()) {
            return false;
        }
        TableDefinition table = tables.get(0);
        return table.uniqueIndexes().stream()
                .filter(IndexDefinition::isOnWholeColumns)
                .anyMatch(index -> index.parts().stream()
                        .map(part -> table.columns().get(part.column()))
                        .allMatch(column -> !column.nullable() && columns.contains(column.name())));
    }

    /** Returns the columns that a condition compares with {@code =}, in parts joined by AND. */
    private Set<String> equal(ParseTree condition) {
        Set<String> columns = new HashSet<>();
        collect(condition, columns);
        return columns;
    }

    private void collect(ParseTree tree, Set<String> columns) {
        if (tree instanceof ExprAndContext) {
            for (int i = 0; i < tree.getChildCount(); i++) {
                collect(tree.getChild(i), columns);
            }
        } else if (tree instanceof PrimaryExprCompareContext compare
                && compare.compOp().EQUAL_OPERATOR() != null) {
            boolean isBetweenColumns = scope.column(compare.boolPri()).isPresent()
                    && scope.column(compare.predicate()).isPresent();
            if (!isBetweenColumns) {
                scope.column(compare.boolPri())
                        .ifPresent(column -> columns.add(column.column().name()));
                scope.column(compare.predicate())
                        .ifPresent(column -> columns.add(column.column().name()));
            }
        } else if (tree instanceof SimpleExprListContext list
                && list.exprList().expr().size() == 1) {
            collect(list.exprList().expr(0), columns);
        } else if (tree.getChildCount() == 1) {
            collect(tree.getChild(0), columns);
        }
    }
}
