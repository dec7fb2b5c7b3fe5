package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/** Differences of statements that change rows. */
final class WriteRules {

    private final StatementScope scope;
    private final RuleFindings findings;
    private final boolean isStrict;

    WriteRules(StatementScope scope, RuleFindings findings, boolean isStrict) {
        this.scope = scope;
        this.findings = findings;
        this.isStrict = isStrict;
    }

    void find(ParserRuleContext statement) {
        boolean ignores = false;
        if (statement instanceof InsertStatementContext insert) {
            ignores = insert.IGNORE_SYMBOL() != null;
            if (insert.insertUpdateList() != null) {
                findings.add(BehaviourRule.ON_DUPLICATE_KEY, insert.insertUpdateList(), "");
                // measured on openGauss 6.0.2: with VALUES it executes the assignments one after another, as MySQL does
                if (!findings.isDolphin() || insert.insertQueryExpression() != null) {
                    assignments(insert.insertUpdateList().updateList());
                }
            }
        } else if (statement instanceof ReplaceStatementContext) {
            findings.add(BehaviourRule.REPLACE, statement, "");
        } else if (statement instanceof UpdateStatementContext update) {
            ignores = update.IGNORE_SYMBOL() != null;
            assignments(update.updateList());
            if (scope.tables().size() > 1 && isMultiple(update.tableReferenceList())) {
                findings.add(BehaviourRule.MULTI_TABLE, update, "");
            }
        } else if (statement instanceof DeleteStatementContext delete) {
            ignores = delete.deleteStatementOption().stream().anyMatch(option -> option.IGNORE_SYMBOL() != null);
        } else {
            return;
        }
        if (ignores) {
            findings.add(BehaviourRule.IGNORE, statement, "");
        } else if (!isStrict && !(statement instanceof DeleteStatementContext)) {
            findings.add(BehaviourRule.NOT_STRICT, statement, "");
        }
    }

    private static boolean isMultiple(TableReferenceListContext tables) {
        return tables.tableReference().size() > 1
                || !tables.tableReference(0).joinedTable().isEmpty();
    }

    /** Finds columns that are read after they were assigned. */
    private void assignments(UpdateListContext list) {
        Set<String> assigned = new HashSet<>();
        List<UpdateElementContext> elements = list.updateElement();
        for (UpdateElementContext element : elements) {
            if (element.expr() != null) {
                for (ScopeColumn column : scope.columns(element.expr())) {
                    if (assigned.contains(column.column().name().toLowerCase(Locale.ROOT))) {
                        findings.add(BehaviourRule.ASSIGNMENT_ORDER, element, column.label());
                    }
                }
            }
            String name = element.columnRef().getText();
            assigned.add(
                    Names.unquote(name.substring(name.lastIndexOf('.') + 1)).toLowerCase(Locale.ROOT));
        }
    }
}
