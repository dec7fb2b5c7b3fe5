package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.StatementContext;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;

/** Spellings that the target reads in another way: {@code ||}, double quotes, escapes, hints. */
final class SpellingRules {

    private final RuleFindings findings;
    private final StatementContext context;

    SpellingRules(RuleFindings findings, StatementContext context) {
        this.findings = findings;
        this.context = context;
    }

    void find(ParserRuleContext statement, CommonTokenStream tokens) {
        search(statement);
        for (Token token : tokens.getTokens()) {
            if (token.getChannel() != Token.DEFAULT_CHANNEL && token.getText().startsWith("/*+")) {
                findings.add(BehaviourRule.HINTS, BehaviourRule.Level.NOTE, token, "/*+ */");
            }
        }
    }

    private void search(ParseTree tree) {
        if (tree instanceof ExprOrContext or && or.op.getType() == MySqlParser.LOGICAL_OR_OPERATOR) {
            findings.add(BehaviourRule.PIPES, or, "");
        } else if (tree instanceof TextStringLiteralContext literal) {
            literal(literal, literal.getText());
        } else if (tree instanceof IndexHintListContext hints) {
            findings.add(BehaviourRule.HINTS, hints, "index");
        } else if (tree instanceof InnerJoinTypeContext join && join.STRAIGHT_JOIN_SYMBOL() != null) {
            findings.add(BehaviourRule.HINTS, join, "STRAIGHT_JOIN");
        } else if (tree instanceof QuerySpecOptionContext option && option.STRAIGHT_JOIN_SYMBOL() != null) {
            findings.add(BehaviourRule.HINTS, option, "STRAIGHT_JOIN");
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            search(tree.getChild(i));
        }
    }

    private void literal(TextStringLiteralContext literal, String text) {
        if (text.startsWith("\"") && !(literal.getParent() instanceof SelectAliasContext)) {
            findings.add(BehaviourRule.DOUBLE_QUOTES, literal, "");
        }
        boolean isEscaped = text.contains("\\") && !context.has(StatementContext.NO_BACKSLASH_ESCAPES);
        if (isEscaped && text.replaceAll("\\\\[%_]", "").contains("\\")) {
            findings.add(BehaviourRule.ESCAPES, literal, "");
        }
    }
}
