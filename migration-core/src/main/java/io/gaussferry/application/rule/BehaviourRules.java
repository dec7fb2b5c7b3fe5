package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;
import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;

/** Applies all rules to a statement. Immutable. */
public final class BehaviourRules {

    private final ApplicationCatalog catalog;
    private final SourceModes modes;

    /** @param modes of the source */
    public BehaviourRules(ApplicationCatalog catalog, SourceModes modes) {
        this.catalog = catalog;
        this.modes = modes;
    }

    /** Returns the differences in a query or a change of rows, the severe ones first. */
    public List<RuleFinding> find(ParsedSql sql, StatementContext context) {
        ParserRuleContext statement =
                (ParserRuleContext) sql.query().simpleStatement().getChild(0);
        StatementScope scope = new StatementScope(statement, context.database(), catalog);
        RuleFindings findings = new RuleFindings(scope.isDolphin());
        new ComparisonRules(scope, new Literals(context), findings).find(statement);
        new ValueRules(scope, new Literals(context), findings).find(statement);
        new RowOrderRules(scope, findings).find(statement);
        new GroupingRules(scope, findings, modes.isGroupingFull()).find(statement);
        new ArithmeticRules(scope, findings).find(statement);
        new FunctionRules(scope, findings).find(statement);
        new WriteRules(scope, findings, context.isStrict()).find(statement);
        new AssignmentRules(scope, findings).find(statement);
        new UnionRules(scope, findings).find(statement);
        new ResultRules(scope, findings).find(statement);
        if (sql.hasVersionComments()) {
            findings.add(BehaviourRule.VERSION_COMMENT, statement, "");
        }
        new SpellingRules(findings, context, scope.session()).find(statement, sql.tokens());
        return findings.sorted();
    }

    /**
     * Returns whether ORDER BY defines the order of all rows: those of one table differ in a unique key, or all values that a query returns are
     * sorted.
     */
    public boolean isOrderDefined(ParsedSql sql, StatementContext context) {
        SelectStatementContext select = sql.query().simpleStatement().selectStatement();
        if (select == null
                || select.queryExpression() == null
                || select.queryExpression().orderClause() == null) {
            return false;
        }
        QueryExpressionContext query = select.queryExpression();
        StatementScope scope = new StatementScope(select, context.database(), catalog);
        UniqueRows unique = new UniqueRows(scope);
        return unique.areValuesSorted(query)
                || RowOrderRules.isOne(query) && unique.areSorted(query.orderClause(), RowOrderRules.where(query));
    }
}
