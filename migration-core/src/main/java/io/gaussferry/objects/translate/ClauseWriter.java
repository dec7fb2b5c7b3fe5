package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Writes the clauses of queries that the target has in another form: LIMIT, ORDER BY NULL, options, hints, locks and INTO. */
final class ClauseWriter {

    private final LocalNames variables;
    private final Rewrites rewrites;
    private final @Nullable MarkerWriter markers;

    /** @param markers writes parameter markers; null for SQL without them */
    ClauseWriter(LocalNames variables, Rewrites rewrites, @Nullable MarkerWriter markers) {
        this.variables = variables;
        this.rewrites = rewrites;
        this.markers = markers;
    }

    /** Writes such a clause; returns null for another node. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof LimitOptionContext limit) {
            return limit(limit);
        }
        if (tree instanceof OrderClauseContext order && isConstant(order)) {
            return leftOut();
        }
        if (tree instanceof IntoClauseContext) {
            return "";
        }
        if (tree instanceof IndexHintListContext) {
            return leftOut();
        }
        if (tree instanceof QuerySpecOptionContext option) {
            return option(option);
        }
        if (tree instanceof SelectOptionContext option && option.SQL_NO_CACHE_SYMBOL() != null) {
            return leftOut();
        }
        if (tree instanceof LockingClauseContext lock && lock.LOCK_SYMBOL() != null) {
            rewrites.use(RewriteRule.LOCKS);
            return "FOR SHARE";
        }
        return null;
    }

    private String leftOut() {
        rewrites.use(RewriteRule.HINTS);
        return "";
    }

    private @Nullable String limit(LimitOptionContext limit) {
        if (limit.identifier() != null) {
            String name = Names.of(limit.identifier());
            String reference = variables
                    .find(name)
                    .map(LocalNames.Variable::reference)
                    .orElseThrow(() -> new UntranslatableException("LIMIT with the unknown variable " + name, limit));
            rewrites.use(RewriteRule.LIMITS);
            // MySQL reads a negative number as a very large one, and NULL as 0; the target refuses the first and
            // ignores NULL
            return "(CASE WHEN " + reference + " IS NULL THEN 0 WHEN " + reference + " < 0 THEN " + Long.MAX_VALUE
                    + " ELSE " + reference + " END)";
        }
        return limit.PARAM_MARKER() != null && markers != null ? markers.limit(limit.getStart()) : null;
    }

    /** Returns whether an order is that of NULL: a hint for MySQL before 8.0, which sorted groups. */
    private static boolean isConstant(OrderClauseContext order) {
        return order.orderList().getText().equalsIgnoreCase("null");
    }

    private String option(QuerySpecOptionContext option) {
        if (option.SQL_CALC_FOUND_ROWS_SYMBOL() != null) {
            throw new UntranslatableException("SQL_CALC_FOUND_ROWS: count the rows with COUNT(*)", option);
        }
        return option.ALL_SYMBOL() != null || option.DISTINCT_SYMBOL() != null ? option.getText() : leftOut();
    }
}
